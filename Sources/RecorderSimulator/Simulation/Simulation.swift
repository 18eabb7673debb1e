package import HostIO
import Synchronization

/// An executor of one thread with a clock of its own: everything that runs in it runs in one order, and time
/// passes only when nothing else is left to do. One seed gives one run, whatever the machine is doing.
///
/// Tasks begin with `run` or `spawn`, and actors without an executor of their own follow them here. Source:
/// SE-0417.
package final class Simulation: TaskExecutor, HostClock {
  private struct Sleeper {
    let end: Duration
    let number: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var jobs: [UnownedJob] = []
    /// Jobs before this one have run.
    var nextJob = 0
    var sleepers: [Sleeper] = []
    var opened = 0
    var monotonic = Duration.zero
  }

  /// Nothing can happen any more and the body has not ended.
  package struct Hung: Error, Hashable, Sendable {
    /// When, on the simulation's clock.
    package let after: Duration
  }

  /// 2026-01-12T03:00:00Z: a night.
  private static let start = Timestamp(nanoseconds: 1_768_186_800_000_000_000)

  private let state = Mutex(State())

  package init() {}

  package var executor: (any TaskExecutor)? { self }

  package var monotonic: Duration { state.withLock { $0.monotonic } }

  package var now: Timestamp { Self.start.adding(monotonic) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// Runs a body to its end, on this thread, and then whatever is left to do at that moment.
  ///
  /// - Throws: `Hung`.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable () async -> Value
  ) throws(Hung) -> Value {
    let outcome = Outcome<Value>()
    let task = Task.detached(executorPreference: self) { outcome.set(await body()) }
    while true {
      while let job = takeJob() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
      if let value = outcome.value { return value }
      guard wakeNext() else {
        task.cancel()
        throw Hung(after: monotonic)
      }
    }
  }

  package func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return await Task.yield() }
    let number = state.withLock { state in
      state.opened += 1
      return state.opened
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if Task.isCancelled { return true }
          let end = state.monotonic + duration
          let place = state.sleepers.firstIndex { $0.end > end } ?? state.sleepers.endIndex
          state.sleepers.insert(
            Sleeper(end: end, number: number, continuation: continuation), at: place)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let place = state.sleepers.firstIndex(where: { $0.number == number }) else {
          return nil
        }
        return state.sleepers.remove(at: place)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func takeJob() -> UnownedJob? {
    state.withLock { state in
      guard state.nextJob < state.jobs.count else {
        state.jobs.removeAll(keepingCapacity: true)
        state.nextJob = 0
        return nil
      }
      state.nextJob += 1
      return state.jobs[state.nextJob - 1]
    }
  }

  /// Lets time pass up to the first end of a sleep; the earlier one begun wakes first.
  private func wakeNext() -> Bool {
    let sleeper = state.withLock { state -> Sleeper? in
      guard !state.sleepers.isEmpty else { return nil }
      let sleeper = state.sleepers.removeFirst()
      state.monotonic = max(state.monotonic, sleeper.end)
      return sleeper
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }
}

/// What a body returned, once it has.
private final class Outcome<Value: Sendable>: Sendable {
  private let state = Mutex<Value?>(nil)

  var value: Value? { state.withLock { $0 } }

  func set(_ value: Value) { state.withLock { $0 = value } }
}
