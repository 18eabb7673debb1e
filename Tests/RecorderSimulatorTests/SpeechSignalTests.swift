import RecorderSimulator
import Testing

@Suite struct SpeechSignalTests {
  static let seeds: [UInt64] = [0, 1, 2, 3, .max]

  @Test func oneSeedGivesOneSignal() {
    var first = SpeechSignal(seed: 5)
    var again = SpeechSignal(seed: 5)
    var other = SpeechSignal(seed: 6)
    let samples = first.samples(16_000)
    #expect(samples == again.samples(16_000))
    #expect(samples != other.samples(16_000))
  }

  /// Debug and release builds, and all machines, make the same sound.
  @Test func aSeedMeansTheSameSoundEverywhere() {
    var signal = SpeechSignal(seed: 1)
    // FNV-1a over the little-endian samples.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for sample in signal.samples(5 * SpeechSignal.sampleRate) {
      for byte in [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)] {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    #expect(hash == 12_423_508_023_910_869_630)
  }

  @Test func givesTheSameSamplesHoweverTheyAreAskedFor() {
    var whole = SpeechSignal(seed: 9)
    let expected = whole.samples(20_000)
    var signal = SpeechSignal(seed: 9)
    var random = SplitMix64(seed: 1)
    var pieces: [Int16] = []
    while pieces.count < expected.count {
      let count = min(random.integer(in: 0...300), expected.count - pieces.count)
      let piece = signal.samples(count)
      #expect(piece.count == count)
      pieces += piece
    }
    #expect(pieces == expected)
  }

  @Test(arguments: seeds) func isLoudEnoughAndNeverClips(seed: UInt64) {
    var signal = SpeechSignal(seed: seed)
    let peak = signal.samples(10 * SpeechSignal.sampleRate).map { abs(Int($0)) }.max() ?? 0
    #expect((4_000...28_000).contains(peak), "\(peak)")
  }

  @Test(arguments: seeds) func hasVoicedAndUnvoicedSoundAndSilence(seed: UInt64) {
    var signal = SpeechSignal(seed: seed)
    let windows = (0..<500).map { _ in Window(signal.samples(320)) }
    let silent = windows.filter(\.isSilent).count
    let voiced = windows.filter { !$0.isSilent && $0.periodicity > 0.6 }
    let unvoiced = windows.filter { !$0.isSilent && $0.periodicity < 0.4 && $0.crossings > 80 }
    #expect((50...350).contains(silent), "silent \(silent)")
    #expect((75...400).contains(voiced.count), "voiced \(voiced.count)")
    #expect((15...200).contains(unvoiced.count), "unvoiced \(unvoiced.count)")
    // Low voices sound; hisses cross zero far more often.
    let crossings = voiced.map(\.crossings).sorted()
    #expect(crossings[crossings.count / 2] < 60)
  }

  @Test(arguments: seeds) func thePitchIsAHumanOneAndMoves(seed: UInt64) {
    var signal = SpeechSignal(seed: seed)
    let periods = (0..<250).map { _ in Window(signal.samples(640)) }
      .filter { !$0.isSilent && $0.periodicity > 0.8 }.map(\.period).sorted()
    #expect(periods.count > 25, "\(periods.count)")
    let median = 16_000 / periods[periods.count / 2]
    #expect((70...270).contains(median), "\(median) Hz")
    #expect(periods[periods.count / 10] < periods[periods.count * 9 / 10])
  }

  /// A recording starts and goes on with the noise of a room, not with dead zeros.
  @Test func silenceIsNotDigitalSilence() {
    var signal = SpeechSignal(seed: 1)
    let start = signal.samples(1_000)
    #expect(start.allSatisfy { abs(Int($0)) < 20 })
    #expect(Set(start).count > 3)
  }
}

/// What can be told of 20 or 40 ms of sound.
private struct Window {
  let isSilent: Bool
  /// Changes of sign.
  let crossings: Int
  /// The likeness to itself a pitch period later, up to 1, and that period in samples.
  let periodicity: Double
  let period: Int

  init(_ samples: [Int16]) {
    let values = samples.map { Double($0) }
    let power = values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
    isSilent = power < 50 * 50
    var crossings = 0
    for (one, next) in zip(samples, samples.dropFirst()) where (one < 0) != (next < 0) {
      crossings += 1
    }
    self.crossings = crossings
    guard !isSilent else {
      periodicity = 0
      period = 0
      return
    }
    var best = (likeness: 0.0, lag: 0)
    for lag in stride(from: 58, through: 230, by: 3) where lag < values.count {
      let likeness = Self.likeness(values, lag: lag)
      if likeness > best.likeness { best = (likeness, lag) }
    }
    periodicity = best.likeness
    period = best.lag
  }

  private static func likeness(_ values: [Double], lag: Int) -> Double {
    var product = 0.0
    var first = 0.0
    var second = 0.0
    for index in 0..<(values.count - lag) {
      let one = values[index]
      let other = values[index + lag]
      product += one * other
      first += one * one
      second += other * other
    }
    let scale = (first * second).squareRoot()
    return scale > 0 ? product / scale : 0
  }
}
