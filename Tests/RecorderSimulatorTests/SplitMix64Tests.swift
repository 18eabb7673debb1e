import RecorderSimulator
import Testing

@Suite struct SplitMix64Tests {
  /// The first numbers that the reference implementation gives for this seed.
  @Test func givesTheNumbersOfTheReference() {
    var random = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    for number in expected { #expect(random.next() == number) }
  }

  @Test func reachesBothEndsOfARangeAndNothingElse() {
    var random = SplitMix64(seed: 3)
    var seen: Set<Int> = []
    for _ in 0..<1_000 { seen.insert(random.integer(in: -2...3)) }
    #expect(seen == [-2, -1, 0, 1, 2, 3])
    #expect(random.integer(in: 7...7) == 7)
    let huge = random.integer(in: 0...(Int.max - 1))
    #expect(huge >= 0)
  }

  @Test func spreadsFractionsEvenly() {
    var random = SplitMix64(seed: 4)
    var counts = Array(repeating: 0, count: 10)
    for _ in 0..<10_000 {
      let fraction = random.fraction()
      #expect(fraction >= 0 && fraction < 1)
      counts[Int(fraction * 10)] += 1
    }
    #expect(counts.allSatisfy { (850...1_150).contains($0) }, "\(counts)")
    let number = random.number(from: -3, to: -2)
    #expect(number >= -3 && number < -2)
  }
}
