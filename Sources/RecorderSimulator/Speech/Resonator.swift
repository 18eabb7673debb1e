/// A resonance of the vocal tract: a digital filter with one pair of conjugate poles, whose gain at
/// 0 Hz is 1.
///
/// Source: Klatt, "Software for a cascade/parallel formant synthesizer", J. Acoust. Soc. Am. 67
/// (1980), equations 1 and 2. Sine and exponential are computed here, with sums and products only,
/// which every machine rounds alike; a mathematics library need not.
struct Resonator: Sendable {
  private var gain = 1.0
  private var near = 0.0
  private var far = 0.0
  private var last = 0.0
  private var beforeLast = 0.0

  /// Moves the resonance; what sounds goes on sounding.
  ///
  /// - Parameters:
  ///   - frequency: Hertz, 0 to half the sample rate.
  ///   - bandwidth: Hertz, more than 0, at most 2,000.
  mutating func tune(frequency: Double, bandwidth: Double) {
    let radius = decay(.pi * bandwidth / Double(SpeechSignal.sampleRate))
    let angle = 2 * .pi * frequency / Double(SpeechSignal.sampleRate)
    far = -radius * radius
    near = 2 * radius * cosine(angle)
    gain = 1 - near - far
  }

  /// The next sample.
  mutating func filter(_ sample: Double) -> Double {
    let output = gain * sample + near * last + far * beforeLast
    beforeLast = last
    last = output
    return output
  }
}

/// e to the power of `-x`, for x from 0 to 0.4; within 10^-6.
func decay(_ x: Double) -> Double {
  1 - x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5 * (1 - x / 6)))))
}

/// The cosine of an angle from 0 to π; within 10^-6.
func cosine(_ angle: Double) -> Double {
  // From the sine about π/2, where the series needs half the terms.
  let x = .pi / 2 - angle
  let y = x * x
  return x * (1 - y / 6 * (1 - y / 20 * (1 - y / 42 * (1 - y / 72 * (1 - y / 110)))))
}
