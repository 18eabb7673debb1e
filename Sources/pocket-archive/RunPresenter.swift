import ArchivePipeline
import HostIO
import Synchronization

/// Tells a person what a run does: a progress line while it works, a line a recording, a sentence at the
/// end. Called from any task.
final class RunPresenter: Sendable {
  private struct State {
    var total: Int64 = 0
    var finished: Int64 = 0
    var current: Int64 = 0
    var began: Duration?
    var drawn: Duration = .zero
  }

  private let console: Console
  private let clock: any HostClock
  private let state = Mutex(State())

  init(console: Console, clock: any HostClock) {
    self.console = console
    self.clock = clock
  }

  func take(_ event: RunEvent) {
    switch event {
    case .planned(_, let selected):
      let bytes = selected.reduce(Int64(0)) { $0 + ($1.step == .download ? $1.expectedBytes : 0) }
      state.withLock { $0.total = bytes }
    case .swept(let notes):
      console.detail(
        "An earlier run was cut off; \(Sentence.count(notes.count, "download")) will be repeated.")
    case .received(let id, let bytes, let total):
      draw(id, bytes, total)
    case .archived(let id, let line, let verdict):
      state.withLock { state in
        state.finished += verdict.size
        state.current = 0
      }
      let proof = line.note.map { "  (\($0))" } ?? ""
      console.detail(
        "archived  \(id)  \(Sentence.length(milliseconds: verdict.milliseconds))  "
          + Sentence.size(verdict.size) + proof)
    case .damaged(let id, _, let note, let kept):
      console.complain(
        "\(id) is damaged: \(note); what came is kept in quarantine/\(kept.audio), not published")
    case .failed(let id, let error):
      console.complain(
        "\(id) was not archived: \(Diagnosis(error).what); the next run tries again")
    case .vanished(let work):
      let name = work.id?.description ?? work.rawID
      console.complain("\(name) is GONE from the recorder and was never archived")
    case .unmatched(let ids):
      for id in ids {
        console.complain(
          "there is no recording \(printable(Array(id.utf8))), here or in the archive")
      }
    case .empty(let id): console.detail("empty     \(id)  (no bytes; nothing to publish)")
    case .beingRecorded(let work):
      console.detail("later     \(work.id?.description ?? work.rawID)  (being recorded now)")
    case .unaddressable(let work):
      complain(unaddressable: work.id?.description ?? work.rawID)
    case .started, .found, .listed, .jobStarted, .jobEnded, .jobFailed, .ended: break
    }
  }

  private func complain(unaddressable name: String) {
    console.complain(
      "\(name) cannot be fetched: \(Difference.unaddressableNote); mount the recorder as a drive and give "
        + "folder:PATH")
  }

  /// Ten times a second at most: a terminal should not be what takes the time.
  private func draw(_ id: RecordingID, _ bytes: Int64, _ total: Int64?) {
    guard console.drawsProgress else { return }
    let now = clock.monotonic
    let text: String? = state.withLock { state in
      let began = state.began ?? now
      state.began = began
      state.current = bytes
      guard now - state.drawn > .milliseconds(100) else { return nil }
      state.drawn = now
      return Self.line(state, id, elapsed: now - began)
    }
    if let text { console.progress(text) }
  }

  private static func line(_ state: State, _ id: RecordingID, elapsed: Duration) -> String {
    let done = min(state.total, state.finished + state.current)
    let share = state.total > 0 ? Int(done * 100 / state.total) : 0
    let filled = share / 5
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
    var text = "[\(bar)] \(share)%  \(Sentence.size(done)) of \(Sentence.size(state.total))"
    let (seconds, _) = elapsed.components
    if seconds > 0 {
      let rate = done / seconds
      text += "  \(Sentence.size(rate))/s"
      if rate > 0 {
        let left = (state.total - done) / rate
        text += "  \(Sentence.length(milliseconds: left * 1000)) left"
      }
    }
    return text + "  \(id)"
  }

  /// What people call the recorder.
  static func name(_ summary: RunSummary) -> String {
    summary.recorder.map { printable(Array($0.name.utf8)) } ?? "the recorder"
  }

  /// The sentence that ends a run.
  static func summary(_ summary: RunSummary) -> String {
    let name = name(summary)
    var parts: [String] = []
    if summary.archived > 0 {
      parts.append(
        "\(Sentence.count(summary.archived, "recording")) archived ("
          + "\(Sentence.length(milliseconds: summary.milliseconds)), "
          + "\(Sentence.size(summary.archivedBytes)), "
          + "\(Sentence.count(summary.receipts, "receipt")))")
    }
    if !summary.damaged.isEmpty { parts.append("\(summary.damaged.count) damaged") }
    if !summary.empty.isEmpty { parts.append("\(summary.empty.count) empty") }
    if !summary.failed.isEmpty { parts.append("\(summary.failed.count) failed") }
    if !summary.unaddressable.isEmpty {
      parts.append("\(summary.unaddressable.count) unaddressable")
    }
    if !summary.vanished.isEmpty { parts.append("\(summary.vanished.count) VANISHED") }
    if summary.beingRecorded > 0 { parts.append("\(summary.beingRecorded) being recorded") }
    if summary.pending > 0 { parts.append("\(summary.pending) left for the next run") }
    if parts.isEmpty {
      parts = [
        summary.listed == 0
          ? "nothing is there to archive" : "nothing is new"
      ]
    }
    var text = "\(name): " + parts.joined(separator: ", ")
    text += "; \(Sentence.count(summary.listed, "recording")) listed"
    let known = summary.settled.filter { $0.key == "damaged" || $0.key == "empty" }
    if !known.isEmpty {
      text +=
        " (known: "
        + known.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        .joined(separator: ", ") + ")"
    }
    if summary.skipped > 0 {
      text += ", \(Sentence.count(summary.skipped, "other file")) passed over"
    }
    return text + "."
  }
}
