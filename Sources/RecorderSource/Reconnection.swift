/// How often a lost link is opened again, and how long is waited before.
///
/// The count starts anew whenever something came home: a recorder that loses the link now and then is
/// followed all night, and one that is gone is given up soon.
struct Reconnection: Hashable, Sendable {
  /// How often it is tried without anything coming home.
  static let limit = 5
  /// Before the first; each further wait is twice as long.
  static let firstWait = Duration.seconds(1)

  private var failures = 0

  /// How long to wait before the next try; nil if there is none.
  mutating func next() -> Duration? {
    guard failures < Self.limit else { return nil }
    defer { failures += 1 }
    return Self.firstWait * (1 << failures)
  }

  /// Something came home.
  mutating func progressed() { failures = 0 }
}
