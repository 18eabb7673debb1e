import BlobStore
import Catalog
import Fixity
import HostIO
import JobGraph

/// What the archive knows of the recordings of one recorder, as an object: the other input of `diff`.
///
/// Besides the fates it says whether the files that should be there are: recordings by size alone, receipts
/// by their bytes. A recording that rots in place is `verify`'s to find.
struct KnownState: Hashable, Sendable, Codable {
  struct Entry: Hashable, Sendable, Codable {
    var directory: String
    var rawID: String
    var version: Int
    var fate: Fate
    var listedSeconds: Int64?
    var listedBytes: Int64?
    var listedModified: Int64?
    var object: SHA256Digest?
    var attempts: Int
    /// Names what should be on disk and is not: `object`, `library`, `receipt`, `quarantine`.
    var missing: [String]
    /// 1 if there is no receipt only because the listing was not complete.
    var unproven: Int?
  }

  /// Every version of every recording; those of one recording beside each other, oldest first.
  var entries: [Entry]

  /// - Throws: `.file` if the disk cannot be looked at.
  init(book: FateBook, archive: Archive) throws(PipelineError) {
    entries = []
    for row in book.all {
      guard let fate = row.knownFate else { continue }
      entries.append(
        Entry(
          directory: row.key.directory, rawID: row.key.rawID, version: row.key.version, fate: fate,
          listedSeconds: row.listedSeconds, listedBytes: row.listedBytes,
          listedModified: row.listedModified, object: row.object, attempts: row.attempts,
          missing: try Self.missing(row, fate, of: book.recorder, in: archive),
          unproven: row.note == Notes.listingIncomplete ? 1 : nil))
    }
  }

  var json: CanonicalJSON {
    .object(["entries": .list(entries.map(\.json))])
  }

  private static func missing(
    _ row: RecordingRow, _ fate: Fate, of recorder: RecorderLine?, in archive: Archive
  ) throws(PipelineError) -> [String] {
    var missing: [String] = []
    if let object = row.object {
      let status = try PipelineError.wrapBlob { () throws(BlobStoreError) in
        try archive.blobs.status(of: object)
      }
      if status == nil || row.bytes != nil && status?.size != row.bytes { missing.append("object") }
    }
    if fate == .damaged, let id = row.id, let recorder {
      let path = PublishStage.path(id, version: row.key.version, of: recorder)
      let kept = try PipelineError.wrap { () throws(FileError) in
        try archive.fileSystem.status(of: archive.layout.quarantine / path.audio, following: false)
      }
      if kept?.size != row.bytes { missing.append("quarantine") }
    }
    guard fate.isPublished else { return missing }
    let layout = archive.layout
    let files = archive.fileSystem
    return try PipelineError.wrap { () throws(FileError) in
      if let path = row.path.map({ Path($0) }) {
        let sidecar = LibraryPath.sidecar(besideAudio: path)
        let audio = try files.status(of: layout.library / path, following: false)
        let isBeside = try files.status(of: layout.library / sidecar, following: false) != nil
        if audio?.size != row.bytes || !isBeside { missing.append("library") }
      }
      if let receipt = row.receipt, try !Proof.isStored(receipt, in: archive) {
        missing.append("receipt")
      }
      return missing
    }
  }
}

extension KnownState.Entry {
  var json: CanonicalJSON {
    .members([
      "directory": .string(directory), "rawID": .string(rawID),
      "version": .integer(Int64(version)), "fate": .string(fate.rawValue),
      "listedSeconds": listedSeconds.json, "listedBytes": listedBytes.json,
      "listedModified": listedModified.json, "object": (object?.hex).json,
      "attempts": .integer(Int64(attempts)), "missing": .list(missing.map { .string($0) }),
      "unproven": unproven.json,
    ])
  }

  var id: RecordingID? {
    guard let directory = RawName(text: directory), let rawID = RawName(text: rawID) else {
      return nil
    }
    return RecordingID(directory: directory, rawID: rawID)
  }
}

/// The sentences that `note` may hold and that decisions depend on.
enum Notes {
  static let listingIncomplete = "no receipt: the listing was not complete"
}
