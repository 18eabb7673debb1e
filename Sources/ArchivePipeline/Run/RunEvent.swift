package import Fixity
import HostIO
package import JobGraph

/// What happens during a run, in the order it happens.
package enum RunEvent: Sendable {
  case started(run: String, pipeline: String)
  /// Downloads of an earlier run that were cut off; they are fetched anew.
  case swept([String])
  case found(Sighting)
  case listed(Inventory)
  /// What is to be done, and the part of it that this run was asked for.
  case planned(Difference, selected: [Difference.Work])
  /// IDs that were asked for and that no recording has.
  case unmatched([String])
  case jobStarted(JobID)
  /// A job ended; `reused` if its result was there from before.
  case jobEnded(JobID, SHA256Digest, reused: Bool)
  case jobFailed(JobID, PipelineError)
  case received(RecordingID, bytes: Int64, of: Int64?)
  case archived(RecordingID, RecordingLine, VerdictRecord)
  case damaged(RecordingID, VerdictRecord, note: String, kept: LibraryPath)
  case empty(RecordingID)
  case failed(RecordingID, PipelineError)
  case vanished(Difference.Work)
  case beingRecorded(Difference.Work)
  /// It is listed under a name that cannot be put into a command.
  case unaddressable(Difference.Work)
  case ended(RunSummary)
}

extension RunEvent {
  /// The event as a line of `events.jsonl`; nil for what would only fill it.
  func json(at time: Timestamp) -> CanonicalJSON? {
    guard let (name, members) = described else { return nil }
    return .object(
      members.compactMapValues { $0 }.merging([
        "event": .string(name), "at": .string(time.rfc3339Milliseconds),
      ]) { $1 })
  }

  private var described: (String, [String: CanonicalJSON?])? {
    switch self {
    case .started(let run, let pipeline):
      ("started", ["run": .string(run), "pipeline": .string(pipeline)])
    case .swept(let notes): ("swept", ["downloads": .list(notes.map { .string($0) })])
    case .found(let sighting):
      ("found", ["recorder": .string(sighting.identity), "name": .string(sighting.name)])
    case .listed(let inventory):
      (
        "listed",
        [
          "recordings": .integer(Int64(inventory.recordings.count)),
          "gaps": .list(inventory.gaps.map { .string($0) }),
          "skipped": .list(inventory.skipped.map { .string($0) }),
        ]
      )
    case .planned(let plan, let selected):
      (
        "planned",
        [
          "selected": .integer(Int64(selected.count)), "work": .integer(Int64(plan.work.count)),
          "settled": .object(plan.settled.mapValues { .integer(Int64($0)) }),
        ]
      )
    case .unmatched(let ids): ("unmatched", ["ids": .list(ids.map { .string($0) })])
    case .jobStarted(let id): ("job-started", Self.job(id))
    case .jobEnded(let id, let fingerprint, let reused):
      (
        "job-ended",
        Self.job(id).merging([
          "fingerprint": .string(fingerprint.hex), "reused": .integer(reused ? 1 : 0),
        ]) { $1 }
      )
    case .jobFailed(let id, let error):
      ("job-failed", Self.job(id).merging(["error": .string(Diagnosis(error).what)]) { $1 })
    case .received: nil
    case .archived(let id, let line, _):
      (
        "archived",
        Self.recording(id).merging([
          "sha256": (line.object?.hex).json, "path": line.path.json, "note": line.note.json,
          "receipt": (line.receipt?.hex).json, "version": .integer(Int64(line.version)),
        ]) { $1 }
      )
    case .damaged(let id, _, let note, _):
      ("damaged", Self.recording(id).merging(["note": .string(note)]) { $1 })
    case .empty(let id): ("empty", Self.recording(id))
    case .failed(let id, let error):
      ("failed", Self.recording(id).merging(["error": .string(Diagnosis(error).what)]) { $1 })
    case .vanished(let work): ("vanished", Self.work(work))
    case .beingRecorded(let work): ("being-recorded", Self.work(work))
    case .unaddressable(let work): ("unaddressable", Self.work(work))
    case .ended(let summary): ("ended", ["outcome": .string(summary.outcome.rawValue)])
    }
  }

  private static func job(_ id: JobID) -> [String: CanonicalJSON?] {
    ["stage": .string(id.stage), "branch": id.branch.json]
  }

  private static func recording(_ id: RecordingID) -> [String: CanonicalJSON?] {
    ["directory": .string(id.directory.text), "rawID": .string(id.rawID.text)]
  }

  private static func work(_ work: Difference.Work) -> [String: CanonicalJSON?] {
    ["directory": .string(work.directory), "rawID": .string(work.rawID)]
  }
}
