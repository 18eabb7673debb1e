import CSystem
import Glibc

/// Random bytes of the kernel.
package struct RealRandomness: HostRandomness {
  package init() {}

  /// Every kernel this program runs on has `getrandom`, and for valid memory it fails only by an
  /// interruption. Source: getrandom(2), ERRORS.
  package func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        guard let start = buffer.baseAddress else { return }
        let result = pa_random_bytes(start + filled, count - filled)
        if result > 0 {
          filled += result
        } else if result != -Int(EINTR) {
          fatalError("getrandom failed: \(result)")
        }
      }
    }
  }
}
