/// Sound that is made like speech, without words: voiced and unvoiced stretches, and silence.
///
/// A source–filter synthesiser. The source is a train of glottal pulses with a falling pitch, or
/// noise, or both; the filter is a row of resonances that glide from sound to sound. Below all lies
/// the faint noise of a room. One seed gives one sequence of samples, however it is cut into
/// pieces: only sums and products of numbers take part, in a fixed order.
package struct SpeechSignal: Sendable {
  /// Samples a second.
  package static let sampleRate = 16_000
  /// Samples between two looks at what the speaker aims at: 5 ms.
  private static let samplesPerTick = 80

  private var speaker: Speaker
  private var random: SplitMix64
  private var aim: Speaker.Aim
  private var ticksLeft: Int
  private var samplesLeft = 0

  // What sounds now, on its way to the aim.
  private var formants: Formants
  private var pitch: Double
  private var voicing = 0.0
  private var noise = 0.0

  /// Within the glottal cycle, 0 to 1.
  private var phase = 0.0
  private var lastNoise = 0.0
  private var first = Resonator()
  private var second = Resonator()
  private var third = Resonator()
  private var hiss = Resonator()

  package init(seed: UInt64) {
    speaker = Speaker(seed: seed)
    random = SplitMix64(seed: ~seed)
    aim = speaker.next()
    ticksLeft = aim.phone.ticks
    formants = aim.phone.formants
    pitch = aim.pitch
  }

  /// The next samples: 16-bit PCM, mono, 16 kHz, never at the ends of the range.
  ///
  /// - Parameters:
  ///   - count: How many.
  package mutating func samples(_ count: Int) -> [Int16] {
    var samples: [Int16] = []
    samples.reserveCapacity(count)
    for _ in 0..<count { samples.append(nextSample()) }
    return samples
  }

  private mutating func nextSample() -> Int16 {
    if samplesLeft == 0 { tick() }
    samplesLeft -= 1

    let bits = random.next()
    let white = Double(Int32(truncatingIfNeeded: bits)) * 0x1p-31
    // The room: a few units, from bits that the other noise does not use.
    let room = Double(Int(bits >> 60) - 8) * 0.5

    // The loudness follows its aim within about 8 ms, so that nothing clicks.
    voicing += (aim.phone.voicing - voicing) * 0.008
    noise += (aim.phone.noise - noise) * 0.02

    phase += pitch / Double(Self.sampleRate)
    if phase >= 1 { phase -= 1 }
    let breath = white * noise
    let voice = third.filter(second.filter(first.filter(glottalFlow(phase) * voicing)))
    // Turbulence rises towards high frequencies; the difference of two samples does so too.
    let turbulence = hiss.filter(breath - lastNoise)
    lastNoise = breath

    let sum = voice * Self.voiceLevel + turbulence * Self.noiseLevel + room
    return Int16(max(-Self.limit, min(Self.limit, sum)))
  }

  private static let voiceLevel = 3_500.0
  private static let noiseLevel = 1_200.0
  private static let limit = 32_000.0

  /// Goes on to the next phone when its time has come, and a step nearer to its sound.
  private mutating func tick() {
    samplesLeft = Self.samplesPerTick
    if ticksLeft == 0 {
      aim = speaker.next()
      ticksLeft = aim.phone.ticks
    }
    ticksLeft -= 1

    let target = aim.phone.formants
    formants.first += (target.first - formants.first) * 0.25
    formants.second += (target.second - formants.second) * 0.25
    formants.third += (target.third - formants.third) * 0.25
    // No voice holds a pitch exactly.
    pitch += (aim.pitch - pitch) * 0.08 + random.number(from: -0.6, to: 0.6)

    first.tune(frequency: formants.first, bandwidth: 70)
    second.tune(frequency: formants.second, bandwidth: 100)
    third.tune(frequency: formants.third, bandwidth: 150)
    hiss.tune(frequency: aim.phone.noiseFrequency, bandwidth: 900)
  }
}

/// The derivative of the air flow through the vocal folds: it rises, falls, and breaks off when
/// they close, which is what makes a voice sound. Over a cycle its sum is 0.
///
/// Source: Klatt and Klatt, "Analysis, synthesis, and perception of voice quality variations", J.
/// Acoust. Soc. Am. 87 (1990): a flow of a·t² − b·t³ while the folds are open.
///
/// - Parameters:
///   - phase: Within the cycle, 0 to 1.
func glottalFlow(_ phase: Double) -> Double {
  let openPart = 0.6
  guard phase < openPart else { return 0 }
  let time = phase / openPart
  return time * (2 - 3 * time)
}
