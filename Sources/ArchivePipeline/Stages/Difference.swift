package import Fixity
import JobGraph

/// What a listing asks for, given what is known: the pure heart of `diff`.
package struct Difference: Hashable, Sendable, Codable {
  /// One recording to work on.
  package struct Work: Hashable, Sendable, Codable {
    package enum Step: String, Hashable, Sendable, Codable {
      /// Fetch it.
      case download
      /// Its bytes are here: check, publish and prove them.
      case validate
    }

    package var directory: String
    package var rawID: String
    package var version: Int
    package var step: Step
    package var seconds: Int64?
    package var bytes: Int64?
    package var modified: Int64?
    /// The bytes, for `validate`.
    package var object: SHA256Digest?
    /// How often it was fetched before.
    package var attempts: Int
  }

  package var work: [Work] = []
  /// Listed for the first time.
  package var new: [Work] = []
  /// Being recorded now.
  package var recording: [Work] = []
  /// Gone before they were archived.
  package var vanished: [Work] = []
  /// How many listed recordings are settled and need nothing, by fate.
  package var settled: [String: Int] = [:]

  /// Compares.
  init(listing: ListingRecord, known: KnownState) {
    var states: [RecordingID: KnownState.Entry] = [:]
    for entry in known.entries {
      if let id = entry.id { states[id] = entry }
    }
    var listed: Set<RecordingID> = []
    for entry in listing.entries {
      guard let id = entry.id, listed.insert(id).inserted else { continue }
      take(entry, states[id], isComplete: listing.isComplete)
    }
    guard listing.isComplete else { return }
    for entry in known.entries {
      guard let id = entry.id, !listed.contains(id), entry.fate.isUnsafe else { continue }
      // Bytes that are here already are published, whether or not the source still has them.
      if entry.object != nil, !entry.missing.contains("object") {
        work.append(Work(entry, step: .validate))
      } else {
        vanished.append(Work(entry, step: .download))
      }
    }
  }

  private mutating func take(
    _ listed: ListingRecord.Entry, _ state: KnownState.Entry?, isComplete: Bool
  ) {
    guard let state else {
      let item = Work(listed, version: 1, step: .download, object: nil, attempts: 0)
      if listed.recording != nil {
        recording.append(item)
      } else {
        new.append(item)
        work.append(item)
      }
      return
    }
    if state.fate == .forgotten {
      settled[Fate.forgotten.rawValue, default: 0] += 1
    } else if listed.recording != nil {
      recording.append(
        Work(
          listed, version: state.version, step: .download, object: nil, attempts: state.attempts))
    } else if let item = Self.work(listed, state, isComplete: isComplete) {
      work.append(item)
    } else {
      settled[state.fate.rawValue, default: 0] += 1
    }
  }

  /// What a recording that is known needs; nil if nothing.
  private static func work(
    _ listed: ListingRecord.Entry, _ state: KnownState.Entry, isComplete: Bool
  ) -> Work? {
    let isSame =
      listed.seconds == state.listedSeconds && listed.bytes == state.listedBytes
      && listed.modified == state.listedModified
    func item(_ step: Work.Step, version: Int) -> Work {
      Work(
        listed, version: version, step: step, object: step == .validate ? state.object : nil,
        attempts: isSame ? state.attempts : 0)
    }
    let hasBytes = state.object != nil && !state.missing.contains("object")
    switch state.fate {
    case .archived, .deleting, .deleted, .vanished:
      // An ID that is used again, or a file that was replaced: both contents are kept.
      if !isSame { return item(.download, version: state.version + (hasBytes ? 1 : 0)) }
      if !hasBytes { return item(.download, version: state.version) }
      let isProvable = state.unproven != nil && isComplete
      return state.missing.isEmpty && !isProvable ? nil : item(.validate, version: state.version)
    case .damaged, .empty:
      return isSame ? nil : item(.download, version: state.version)
    case .listed, .pending, .recording, .failed, .changed, .unaddressable:
      return item(isSame && hasBytes ? .validate : .download, version: state.version)
    case .forgotten:
      return nil
    }
  }

  var json: CanonicalJSON {
    .object([
      "work": .list(work.map(\.json)), "new": .list(new.map(\.json)),
      "recording": .list(recording.map(\.json)), "vanished": .list(vanished.map(\.json)),
      "settled": .object(settled.mapValues { .integer(Int64($0)) }),
    ])
  }
}

extension Difference.Work {
  init(
    _ listed: ListingRecord.Entry, version: Int, step: Step, object: SHA256Digest?, attempts: Int
  ) {
    self.init(
      directory: listed.directory, rawID: listed.rawID, version: version, step: step,
      seconds: listed.seconds, bytes: listed.bytes, modified: listed.modified, object: object,
      attempts: attempts)
  }

  init(_ state: KnownState.Entry, step: Step) {
    self.init(
      directory: state.directory, rawID: state.rawID, version: state.version, step: step,
      seconds: state.listedSeconds, bytes: state.listedBytes, modified: state.listedModified,
      object: step == .validate ? state.object : nil, attempts: state.attempts)
  }

  var json: CanonicalJSON {
    .members([
      "directory": .string(directory), "rawID": .string(rawID),
      "version": .integer(Int64(version)), "step": .string(step.rawValue),
      "seconds": seconds.json, "bytes": bytes.json, "modified": modified.json,
      "object": (object?.hex).json, "attempts": .integer(Int64(attempts)),
    ])
  }

  package var id: RecordingID? {
    guard let directory = RawName(text: directory), let rawID = RawName(text: rawID) else {
      return nil
    }
    return RecordingID(directory: directory, rawID: rawID)
  }
}
