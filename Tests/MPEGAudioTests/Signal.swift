/// A linear congruential generator: the same numbers on every run.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    // The low bits of such a generator have short periods.
    return state >> 33 ^ state << 31
  }
}

enum Signal {
  /// Something that varies as speech does: tone bursts with noise, and pauses between them.
  static func speech(samples: Int, seed: UInt64 = 7) -> [Int16] {
    var random = SeededRandom(seed: seed)
    var phase = 0
    return (0..<samples).map { index in
      let burst = index / 2_400
      if burst % 5 == 4 { return Int16(truncatingIfNeeded: Int(random.next() % 5) - 2) }
      let period = 40 + burst * 13 % 90
      phase = (phase + 1) % period
      let noise = Int(random.next() % 3_000) - 1_500
      return Int16(phase * 16_000 / period - 8_000 + noise)
    }
  }
}
