/// The seam for time. Nothing else in the project asks what time it is or waits.
package protocol HostClock: Sendable {
  /// Wall time, nanoseconds since 1970 UTC. It may jump.
  var now: Timestamp { get }

  /// Time since an arbitrary moment; never goes back. For durations.
  var monotonic: Duration { get }

  /// Waits; throws `CancellationError` when the task is cancelled.
  func sleep(for duration: Duration) async throws
}

/// A moment in UTC.
package struct Timestamp: Hashable, Sendable, Comparable {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  package static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}
