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

    /// Bytes that fetching it brings, by the recorder's 32 kbit/s where only its duration is listed.
    package var expectedBytes: Int64 {
      bytes ?? (seconds ?? 0).multipliedReportingOverflow(by: 4_000).partialValue
    }
  }

  package var work: [Work] = []
  /// Listed for the first time.
  package var new: [Work] = []
  /// Being recorded now.
  package var recording: [Work] = []
  /// Listed under names that cannot be put into a command: nothing can be done about them.
  package var unaddressable: [Work] = []
  /// Why, for people.
  package static let unaddressableNote = "its name cannot be put into a command to the recorder"
  /// Gone before they were archived.
  package var vanished: [Work] = []
  /// How many listed recordings are settled and need nothing, by fate.
  package var settled: [String: Int] = [:]

  /// Compares.
  init(listing: ListingRecord, known: KnownState) {
    var versions: [RecordingID: [KnownState.Entry]] = [:]
    var order: [RecordingID] = []
    for entry in known.entries {
      guard let id = entry.id else { continue }
      if versions[id] == nil { order.append(id) }
      versions[id, default: []].append(entry)
    }
    var listed: Set<RecordingID> = []
    for entry in listing.entries {
      guard let id = entry.id, listed.insert(id).inserted else { continue }
      take(entry, versions[id] ?? [], isComplete: listing.isComplete)
    }
    for id in order where !listed.contains(id) {
      takeUnlisted(versions[id] ?? [], isComplete: listing.isComplete)
    }
  }

  private mutating func take(
    _ listed: ListingRecord.Entry, _ versions: [KnownState.Entry], isComplete: Bool
  ) {
    guard listed.unaddressable == nil else {
      unaddressable.append(
        Work(
          listed, version: versions.last?.version ?? 1, step: .download, object: nil,
          attempts: versions.last?.attempts ?? 0))
      return
    }
    guard let latest = versions.last else {
      let item = Work(listed, version: 1, step: .download, object: nil, attempts: 0)
      if listed.recording != nil {
        recording.append(item)
      } else {
        new.append(item)
        work.append(item)
      }
      return
    }
    guard latest.fate != .forgotten else {
      settled[Fate.forgotten.rawValue, default: 0] += 1
      return
    }
    let isSame = listed.recording == nil && latest.isListed(as: listed)
    let before = work.count
    work += (isSame ? versions.dropLast() : versions[...])
      .filter(\.needsFinishing).map { Work($0, step: .validate) }
    if listed.recording != nil {
      recording.append(
        Work(
          listed, version: latest.version, step: .download, object: nil, attempts: latest.attempts))
    } else if !isSame {
      // An ID that is used again, or a file that was replaced: both contents are kept.
      let version = latest.object == nil ? latest.version : latest.version + 1
      work.append(Work(listed, version: version, step: .download, object: nil, attempts: 0))
    } else if let item = Self.work(listed, latest, isComplete: isComplete) {
      work.append(item)
    } else if work.count == before {
      settled[latest.fate.rawValue, default: 0] += 1
    }
  }

  /// What a recording needs that is listed as it was; nil if nothing.
  private static func work(
    _ listed: ListingRecord.Entry, _ state: KnownState.Entry, isComplete: Bool
  ) -> Work? {
    func item(_ step: Work.Step) -> Work {
      Work(
        listed, version: state.version, step: step,
        object: step == .validate ? state.object : nil, attempts: state.attempts)
    }
    switch state.fate {
    case .archived, .deleting, .deleted:
      if !state.hasBytes { return item(.download) }
      let isProvable = state.unproven != nil && isComplete
      return state.missing.isEmpty && !isProvable ? nil : item(.validate)
    case .damaged, .changed:
      if !state.hasBytes { return item(.download) }
      return state.needsFinishing ? item(.validate) : nil
    case .empty, .forgotten:
      return nil
    case .vanished:
      return item(.download)
    case .listed, .pending, .recording, .failed, .unaddressable:
      return item(state.hasBytes ? .validate : .download)
    }
  }

  /// Bytes that are here are published and proven whether or not the source still has them.
  private mutating func takeUnlisted(_ versions: [KnownState.Entry], isComplete: Bool) {
    guard let latest = versions.last, latest.fate != .forgotten else { return }
    work += versions.filter(\.needsFinishing).map { Work($0, step: .validate) }
    if isComplete, latest.fate.isUnsafe, !latest.hasBytes {
      vanished.append(Work(latest, step: .download))
    }
  }

  var json: CanonicalJSON {
    .object([
      "work": .list(work.map(\.json)), "new": .list(new.map(\.json)),
      "recording": .list(recording.map(\.json)),
      "unaddressable": .list(unaddressable.map(\.json)), "vanished": .list(vanished.map(\.json)),
      "settled": .object(settled.mapValues { .integer(Int64($0)) }),
    ])
  }
}

extension KnownState.Entry {
  /// Whether the source lists it as it did when this version was taken in.
  func isListed(as listed: ListingRecord.Entry) -> Bool {
    listed.seconds == listedSeconds && listed.bytes == listedBytes
      && listed.modified == listedModified
  }

  var hasBytes: Bool { object != nil && !missing.contains("object") }

  /// Whether its bytes are here and something is still to be made of them.
  var needsFinishing: Bool {
    hasBytes && (fate.isUnsafe || (fate.isPublished || fate == .damaged) && !missing.isEmpty)
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
