package import Catalog
import Fixity
package import HostIO
import JobGraph

/// The one writer of a recorder's fates: log first, then the book in memory, then the catalog.
///
/// The log is the truth. A line counts once it is durable; the catalog stores, in the transaction that
/// takes a line in, up to where it has read the log, so that whatever a crash kept out of it is read
/// again at the next opening.
package actor FateKeeper {
  private let log: AppendLog
  private let catalog: Catalog
  private var book: FateBook

  /// Runs where the catalog runs: so a line and its row are taken in without a pause in between, and rows
  /// reach the catalog in the order of their lines. Else a later line's offset could vouch for an earlier
  /// line that a crash kept out.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { catalog.unownedExecutor }

  /// Opens the log of a recorder, or starts it, and brings the catalog up to it.
  ///
  /// - Parameters:
  ///   - folder: The name of the recorder's folder in `library/`, should this be its first time.
  package init(
    archive: Archive, catalog: Catalog, sighting: Sighting, folder: String
  ) async throws(PipelineError) {
    let path = archive.layout.fateLog(of: sighting.identity)
    let fileSystem = archive.fileSystem
    log = try PipelineError.wrap { () throws(FileError) in
      try AppendLog(fileSystem: fileSystem, path: path, permissions: ArchivePermissions.file)
    }
    self.catalog = catalog
    book = try await FateReplay(log: path, archive: archive).book(
      of: sighting.identity, into: catalog)
    guard book.recorder?.name != sighting.name || book.recorder == nil else { return }
    let line = RecorderLine(
      identity: sighting.identity, name: sighting.name, folder: book.recorder?.folder ?? folder,
      kind: sighting.kind, origin: sighting.origin.rawValue)
    // Rows that no recorder owned yet, because the line that said so was damaged, come in with it.
    try record([.recorder(line)], alsoRows: book.recorder == nil ? book.all : [])
  }

  /// Adds lines, durably, and takes them into the catalog.
  package func record(_ lines: [FateLine]) throws(PipelineError) {
    try record(lines, alsoRows: [])
  }

  private func record(
    _ lines: [FateLine], alsoRows earlier: [RecordingRow]
  ) throws(PipelineError) {
    guard !lines.isEmpty else { return }
    _ = try PipelineError.wrap { () throws(FileError) in try log.append(lines.map(\.bytes)) }
    let rows = earlier + lines.compactMap { book.apply($0) }
    guard let recorder = book.recorderRow(logOffset: log.endOffset) else { return }
    do {
      try catalog.assumeIsolated { try $0.apply(recorder, rows) }
    } catch let error as CatalogError {
      throw .catalog(error)
    } catch {
      throw .fault("the catalog threw \(error)")
    }
  }

  /// All that is known, for a comparison. Everything else asks for what it needs, which copies nothing.
  func wholeBook() -> FateBook { book }

  func recorder() throws(PipelineError) -> RecorderLine {
    guard let recorder = book.recorder else { throw .fault("a log without a recorder") }
    return recorder
  }

  /// The newest version of a recording.
  func latest(_ id: RecordingID) -> RecordingRow? { book.latest(id) }

  /// Every version of a recording, oldest first.
  func versions(of id: RecordingID) -> [RecordingRow] { book.versions(of: id) }
}

extension FateBook {
  func recorderRow(logOffset: Int64) -> RecorderRow? {
    recorder.map {
      RecorderRow(
        identity: $0.identity, name: $0.name, folder: $0.folder, kind: $0.kind.rawValue,
        origin: $0.origin, lastSeen: lastSeen, lastSuccess: lastSuccess,
        condition: condition?.json.text, logOffset: logOffset)
    }
  }

  /// What a log says, read without the catalog.
  package init(of identity: String, log contents: AppendLog.Contents) {
    self.init(of: identity)
    for line in contents.lines {
      if let line = FateLine(bytes: line.bytes) { apply(line) }
    }
  }
}
