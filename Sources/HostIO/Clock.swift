/// The seam for time, and for where tasks run that nobody waits for in the code that begins them.
/// Nothing else in the project asks what time it is, waits, or begins such a task.
package protocol HostClock: Sendable {
  /// Wall time, nanoseconds since 1970 UTC. It may jump.
  var now: Timestamp { get }

  /// Time since an arbitrary moment; never goes back. For durations.
  var monotonic: Duration { get }

  /// Waits; throws `CancellationError` when the task is cancelled.
  func sleep(for duration: Duration) async throws

  /// Where tasks that `spawn` begins run; nil for the executor of the process. A simulation has one of its
  /// own, so that one seed gives one order of events.
  var executor: (any TaskExecutor)? { get }
}

extension HostClock {
  package var executor: (any TaskExecutor)? { nil }

  /// Begins a task that outlives the call. Whoever begins it cancels it.
  package func spawn(
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task.detached(executorPreference: executor) { await body() }
  }
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
