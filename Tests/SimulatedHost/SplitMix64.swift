/// A small generator of pseudorandom numbers whose whole state is its seed.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014),
/// and the constants of Java's `SplittableRandom`.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Any seed is a good one; equal seeds give equal numbers.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
