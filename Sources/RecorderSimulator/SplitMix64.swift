/// A small random generator: one seed, one sequence, on every machine.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, with
/// the mixing constants of its reference implementation (David Stafford's variant 13).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Parameters:
  ///   - seed: Any number; neighbouring ones give unrelated sequences.
  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number of a range. The standard library's `random(in:using:)` may take another way to it in
  /// another version, and then one seed would no longer give one result.
  ///
  /// - Parameters:
  ///   - range: Its ends lie less than 2^63 apart.
  package mutating func integer(in range: ClosedRange<Int>) -> Int {
    let count = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int(next().multipliedFullWidth(by: count).high)
  }

  /// A number from 0 up to, not including, 1, in steps of 2^-53.
  package mutating func fraction() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A number from `low` up to, not including, `high`.
  package mutating func number(from low: Double, to high: Double) -> Double {
    low + fraction() * (high - low)
  }
}
