package import Catalog
import Fixity
package import HostIO

/// The one writer of a recorder's fates: log first, then the book in memory, then the catalog.
///
/// The log is the truth. A line counts once it is durable; the catalog stores, in the transaction that
/// takes a line in, up to where it has read the log, so that whatever a crash kept out of it is read
/// again at the next opening.
package actor FateKeeper {
  private let log: AppendLog
  private let catalog: Catalog
  private let clock: any HostClock
  package private(set) var book: FateBook

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
    clock = archive.host.clock
    book = try await FateReplay(log: path, archive: archive).book(
      of: sighting.identity, into: catalog)
    guard book.recorder?.name != sighting.name || book.recorder == nil else { return }
    let line = RecorderLine(
      identity: sighting.identity, name: sighting.name, folder: book.recorder?.folder ?? folder,
      kind: sighting.kind, origin: sighting.origin.rawValue)
    try await record([.recorder(line)])
  }

  /// Adds lines, durably, and takes them into the catalog.
  package func record(_ lines: [FateLine]) async throws(PipelineError) {
    guard !lines.isEmpty else { return }
    _ = try PipelineError.wrap { () throws(FileError) in try log.append(lines.map(\.bytes)) }
    let rows = lines.compactMap { book.apply($0) }
    guard let recorder = book.recorderRow(logOffset: log.endOffset) else { return }
    try await PipelineError.wrapCatalog { () async throws(CatalogError) in
      try await catalog.apply(recorder, rows)
    }
  }
}

extension FateBook {
  func recorderRow(logOffset: Int64) -> RecorderRow? {
    recorder.map {
      RecorderRow(
        identity: $0.identity, name: $0.name, folder: $0.folder, kind: $0.kind.rawValue,
        origin: $0.origin, lastSeen: lastSeen, lastSuccess: lastSuccess, logOffset: logOffset)
    }
  }

  /// What a log says, read without the catalog.
  package init(log contents: AppendLog.Contents) {
    self.init()
    for line in contents.lines {
      if let line = FateLine(bytes: line.bytes) { apply(line) }
    }
  }
}
