@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Programs of the machine this runs on.
package struct LinuxChildProcesses: ChildProcesses {
  package init() {}

  package func run(_ command: ChildCommand) async throws(ChildError) -> ChildResult {
    let pipes = try ChildPipes(for: command.executable)
    let child = RunningChild(identifier: try Spawn.start(command, pipes), grace: command.grace)
    pipes.closeChildEnds()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Reading and waiting block, so they have a thread of their own.
        DispatchQueue.global().async {
          let (output, errors, dropped) = pipes.exchange(
            command.input, limit: command.outputLimit)
          let ending = child.wait()
          continuation.resume(
            returning: ChildResult(
              ending: ending, output: output, errors: errors, droppedBytes: dropped))
        }
      }
    } onCancel: {
      child.end()
    }
  }
}

/// A child that was started and must be waited for.
private final class RunningChild: Sendable {
  private let identifier: pid_t
  private let grace: Duration
  /// False once the child was waited for: its number may then be another's.
  private let isRunning = Mutex(true)

  init(identifier: pid_t, grace: Duration) {
    self.identifier = identifier
    self.grace = grace
  }

  func wait() -> ChildResult.Ending {
    // First without reaping, so that no signal can reach a number that is free again.
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    var status: Int32 = 0
    isRunning.withLock { running in
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      running = false
    }
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }

  /// Asks the child to end, and ends it after the grace.
  func end() {
    send(SIGTERM)
    let (seconds, attoseconds) = grace.components
    let nanoseconds = Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
      self.send(SIGKILL)
    }
  }

  private func send(_ signal: Int32) {
    isRunning.withLock { running in
      if running { kill(identifier, signal) }
    }
  }
}
