package import Catalog

/// What the log of one recorder adds up to: the state of every recording, and what runs saw.
///
/// A value: lines go in, rows of the catalog come out. The same lines give the same book, whether they
/// came from the log or, up to an offset, from the catalog.
package struct FateBook: Sendable {
  package private(set) var recorder: RecorderLine?
  package private(set) var lastSeen: String?
  package private(set) var lastSuccess: String?
  /// How the recorder was when a run reached it last; nil of a folder.
  package private(set) var condition: RecorderCondition?
  private var rows: [RecordingID: [RecordingRow]] = [:]
  /// Whose book it is, also where the line that says so is damaged.
  private let identity: String

  /// An empty book.
  package init(of identity: String) {
    self.identity = identity
  }

  /// A book from what the catalog holds of a recorder.
  package init(recorder: RecorderRow, rows: [RecordingRow]) {
    identity = recorder.identity
    self.recorder = RecorderLine(
      identity: recorder.identity, name: recorder.name, folder: recorder.folder,
      kind: ArchiveIdentity.Kind(rawValue: recorder.kind) ?? .recorder, origin: recorder.origin)
    lastSeen = recorder.lastSeen
    lastSuccess = recorder.lastSuccess
    condition = recorder.condition.flatMap {
      decodeJSON(RecorderCondition.self, from: Array($0.utf8))
    }
    for row in rows {
      guard let id = row.id else { continue }
      put(row, of: id)
    }
  }

  /// Takes the next line.
  ///
  /// - Returns: The row that changed, if one did.
  @discardableResult
  package mutating func apply(_ line: FateLine) -> RecordingRow? {
    switch line {
    case .recorder(let line):
      if line.identity.utf8.elementsEqual(identity.utf8) { recorder = line }
      return nil
    case .visit(let visit):
      lastSeen = visit.at
      condition = visit.condition ?? condition
      if visit.outcome == VisitLine.complete { lastSuccess = visit.at }
      return nil
    case .recording(let line):
      guard let directory = RawName(text: line.directory), let rawID = RawName(text: line.rawID)
      else { return nil }
      let id = RecordingID(directory: directory, rawID: rawID)
      let row = row(line, before: versions(of: id).first { $0.key.version == line.version })
      put(row, of: id)
      return row
    }
  }

  /// The newest version of a recording.
  package func latest(_ id: RecordingID) -> RecordingRow? { rows[id]?.last }

  /// Every version of a recording, oldest first.
  package func versions(of id: RecordingID) -> [RecordingRow] { rows[id] ?? [] }

  package var recordingIDs: [RecordingID] { rows.keys.sorted() }

  /// Every version of every recording, in order.
  package var all: [RecordingRow] { recordingIDs.flatMap { rows[$0] ?? [] } }

  private mutating func put(_ row: RecordingRow, of id: RecordingID) {
    var versions = rows[id] ?? []
    if let index = versions.firstIndex(where: { $0.key.version >= row.key.version }) {
      if versions[index].key.version == row.key.version {
        versions[index] = row
      } else {
        versions.insert(row, at: index)
      }
    } else {
      versions.append(row)
    }
    rows[id] = versions
  }

  /// A line holds all that is known; only when it was first listed comes from before.
  private func row(_ line: RecordingLine, before: RecordingRow?) -> RecordingRow {
    RecordingRow(
      key: RecordingKey(
        recorder: identity, directory: line.directory, rawID: line.rawID,
        version: line.version),
      fate: line.fate.rawValue, object: line.object, bytes: line.bytes, samples: line.samples,
      sampleRate: line.sampleRate, verdict: line.verdict, listedSeconds: line.listedSeconds,
      listedBytes: line.listedBytes, listedModified: line.listedModified,
      evidence: line.evidence, sidecar: line.sidecar, receipt: line.receipt, path: line.path,
      note: line.note,
      firstListed: before?.firstListed ?? line.at, since: line.at, attempts: line.attempts)
  }
}

extension VisitLine {
  package static let complete = "complete"
  package static let partial = "partial"
}

extension RecordingRow {
  /// Nil for a row that no line of ours made.
  package var id: RecordingID? {
    guard let directory = RawName(text: key.directory), let rawID = RawName(text: key.rawID)
    else { return nil }
    return RecordingID(directory: directory, rawID: rawID)
  }

  package var knownFate: Fate? { Fate(rawValue: fate) }
}
