import HostIO
import JobGraph
import Synchronization

/// Hands on what happens: to `events.jsonl`, to the count, and to whoever watches.
///
/// The event file is for people and machines that look back; nothing is decided by it, so it is written
/// without waiting for the disk, and an error of it ends its writing and nothing else.
final class RunReporter: Sendable {
  private struct State {
    var summary: RunSummary
    var file: (any OpenFile)?
    var offset: Int64 = 0
  }

  private let state: Mutex<State>
  private let clock: any HostClock
  private let watch: @Sendable (RunEvent) -> Void

  init(
    run: String, file: (any OpenFile)?, clock: any HostClock,
    watch: @escaping @Sendable (RunEvent) -> Void
  ) {
    state = Mutex(State(summary: RunSummary(run: run), file: file))
    self.clock = clock
    self.watch = watch
  }

  var summary: RunSummary { state.withLock { $0.summary } }

  func take(_ event: RunEvent) {
    let line = event.json(at: clock.now)?.fileBytes
    state.withLock { state in
      state.summary.take(event)
      guard let line, let file = state.file else { return }
      do throws(FileError) {
        try file.write(line, at: state.offset)
        state.offset += Int64(line.count)
      } catch {
        state.file = nil
      }
    }
    watch(event)
  }

  /// Closes the count and the file.
  func end(_ outcome: RunSummary.Outcome) -> RunSummary {
    let summary = state.withLock { state in
      state.summary.end(outcome)
      return state.summary
    }
    take(.ended(summary))
    state.withLock { state in
      try? state.file?.close()
      state.file = nil
    }
    return summary
  }
}
