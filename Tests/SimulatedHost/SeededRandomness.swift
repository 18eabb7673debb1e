import HostIO
import Synchronization

/// Random bytes that a seed decides: the same calls in the same order give the same bytes.
package final class SeededRandomness: HostRandomness {
  private let generator: Mutex<SplitMix64>

  /// A source whose bytes all follow from the seed.
  package init(seed: UInt64) {
    generator = Mutex(SplitMix64(seed: seed))
  }

  /// The next bytes of the sequence.
  package func bytes(_ count: Int) -> [UInt8] {
    generator.withLock { generator in
      (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 56) }
    }
  }
}
