package import HostIO
import Synchronization

extension SimulatedFileSystem {
  /// Makes calls fail.
  ///
  /// A write that fails leaves half of its bytes, a `synchronize` that fails loses some of the
  /// unwritten ones for good, a `close` that fails has closed the file; every other call that fails
  /// does nothing.
  ///
  /// - Parameters:
  ///   - operation: Which calls; nil for all that change the disk.
  ///   - calls: How many of them succeed before.
  ///   - times: How many fail then, one after another.
  package func failNext(
    operation: SimulatedOperation?, afterCalls calls: Int = 0, times: Int = 1,
    with code: FileError.Code
  ) {
    state.withLock { $0.plan.add(operation, afterCalls: calls, times: times, code: code) }
  }

  /// Whether a fault is still to come.
  package var hasFaults: Bool { state.withLock { $0.plan.hasFaults } }

  /// Takes back the faults that have not come.
  package func removeFaults() { state.withLock { $0.plan.removeFaults() } }

  /// Calls so far that change the disk or make a change durable, also those that were refused.
  package var mutatingOperations: Int { state.withLock { $0.plan.mutatingOperations } }

  /// Ends the process, as far as this disk can tell, instead of a mutating call: after so many more
  /// of them, that one and every call after it throw `.io` and do nothing.
  package func stop(afterOperations count: Int) {
    state.withLock { $0.plan.stop(afterOperations: count) }
  }

  /// Whether the process has come to its end.
  package var isStopped: Bool { state.withLock { $0.plan.isDead } }

  /// The disk that is found after a crash now, without locks, open files and faults.
  ///
  /// This file system is stopped by it. It may be asked again, with other seeds, what else could
  /// have been found.
  ///
  /// - Parameters:
  ///   - seed: 0 keeps nothing that was not made durable, 1 keeps everything; others choose.
  package func crash(seed: UInt64) -> SimulatedFileSystem {
    let volume = state.withLock { state in
      state.plan.kill()
      return state.volume.crashed(seed: seed)
    }
    return SimulatedFileSystem(volume: volume, clock: clock)
  }
}
