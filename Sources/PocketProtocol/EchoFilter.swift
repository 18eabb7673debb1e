package import FoundationEssentials

/// Tells a reply from its echo: some links deliver each notification about four times within a few
/// milliseconds.
///
/// Replies only. Audio is never compared with what came before it: two chunks may be equal.
package struct EchoFilter: Sendable, Hashable {
  /// How close to each other echoes are. Two replies of one text that are meant to be two must lie further
  /// apart, so commands are paced by it.
  package static let window = Duration.milliseconds(50)

  private var last: Data?
  private var seen = Duration.zero

  package init() {}

  /// - Parameters:
  ///   - notification: The bytes of one notification.
  ///   - now: When it came, on a clock that never goes back.
  package mutating func isEcho(_ notification: Data, at now: Duration) -> Bool {
    let isSame = notification == last && now - seen < Self.window
    last = notification
    seen = now
    return isSame
  }
}
