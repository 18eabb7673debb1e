package import HostIO
import Synchronization

/// A clock that stands still until it is told to move, so that no test waits.
package final class ManualClock: HostClock {
  /// What `sleep` does.
  package enum SleepMode: Hashable, Sendable {
    /// It waits until `advance(by:)` has carried the clock past its end.
    case waits
    /// It moves the clock by its duration and returns.
    case advancesOnSleep
    /// Sleeps of these lengths move the clock and return; all others wait.
    case passes([Duration])

    func passes(_ duration: Duration) -> Bool {
      switch self {
      case .waits: false
      case .advancesOnSleep: true
      case .passes(let durations): durations.contains(duration)
      }
    }
  }

  private struct Sleeper {
    var end: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct Watcher {
    var count: Int
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now: Timestamp
    var monotonic: Duration
    var sleepers: [Int: Sleeper] = [:]
    var watchers: [Watcher] = []
    var nextNumber = 0
    var slept: [Duration] = []

    mutating func takeNumber() -> Int {
      nextNumber += 1
      return nextNumber
    }

    mutating func advance(by duration: Duration) -> [Sleeper] {
      now = now.adding(duration)
      monotonic += duration
      let due = sleepers.filter { $0.value.end <= monotonic }
      for number in due.keys { sleepers[number] = nil }
      return due.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }.map(\.value)
    }

    mutating func takeWatchers() -> [Watcher] {
      let satisfied = watchers.filter { $0.count <= sleepers.count }
      watchers.removeAll { $0.count <= sleepers.count }
      return satisfied
    }
  }

  private let mode: SleepMode
  private let state: Mutex<State>

  /// A clock that shows these times until it is moved.
  ///
  /// - Parameters:
  ///   - now: The wall time at the start, by default 2026-01-04T10:15:00Z.
  ///   - monotonic: The time that only durations are made from.
  package init(
    now: Timestamp = Timestamp(nanoseconds: 1_767_521_700_000_000_000),
    monotonic: Duration = .zero, mode: SleepMode = .waits
  ) {
    self.mode = mode
    state = Mutex(State(now: now, monotonic: monotonic))
  }

  package var now: Timestamp { state.withLock { $0.now } }

  package var monotonic: Duration { state.withLock { $0.monotonic } }

  /// Every duration that `sleep` was asked for, in order.
  package var slept: [Duration] { state.withLock { $0.slept } }

  /// Moves both clocks on and wakes the sleepers whose end has come, the earliest end first.
  ///
  /// - Parameters:
  ///   - duration: Not negative: the monotonic clock never goes back.
  package func advance(by duration: Duration) {
    let due = state.withLock { $0.advance(by: max(.zero, duration)) }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Makes the wall time jump, as when somebody sets the clock. Sleepers do not notice.
  package func jump(to now: Timestamp) {
    state.withLock { $0.now = now }
  }

  /// Waits or moves the clock, as the mode says; throws `CancellationError` when the task is
  /// cancelled. A duration that is not positive is over at once.
  package func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    let due = state.withLock { state -> [Sleeper]? in
      state.slept.append(duration)
      guard mode.passes(duration) || duration <= .zero else { return nil }
      return state.advance(by: max(.zero, duration))
    }
    if let due {
      for sleeper in due { sleeper.continuation.resume() }
      await Task.yield()
      try Task.checkCancellation()
      return
    }
    let number = state.withLock { $0.takeNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(continuation, number: number, for: duration)
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Returns once at least so many sleepers wait, so that a test moves the clock only then.
  package func untilSleeping(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let watchers = state.withLock { state in
        state.watchers.append(Watcher(count: count, continuation: continuation))
        return state.takeWatchers()
      }
      for watcher in watchers { watcher.continuation.resume() }
    }
  }

  /// A task is marked as cancelled before its handler runs. So either the mark is seen here, or the
  /// handler, which needs the same lock, finds the sleeper.
  private func enter(
    _ continuation: CheckedContinuation<Void, any Error>, number: Int, for duration: Duration
  ) {
    let watchers = state.withLock { state -> [Watcher]? in
      if Task.isCancelled { return nil }
      state.sleepers[number] = Sleeper(
        end: state.monotonic + duration, continuation: continuation)
      return state.takeWatchers()
    }
    guard let watchers else {
      continuation.resume(throwing: CancellationError())
      return
    }
    for watcher in watchers { watcher.continuation.resume() }
  }
}
