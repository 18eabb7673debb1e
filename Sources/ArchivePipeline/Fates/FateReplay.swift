import Catalog
import HostIO

/// Reads one recorder's log on top of what the catalog has taken in of it.
struct FateReplay {
  let log: Path
  let archive: Archive

  /// The book of a recorder, with the catalog brought up to it.
  func book(
    of identity: String, into catalog: Catalog
  ) async throws(PipelineError) -> FateBook {
    let reading = try await read(identity, catalog)
    if let recorder = reading.book.recorderRow(logOffset: reading.endOffset),
      reading.isAhead || reading.isAnew
    {
      try await PipelineError.wrapCatalog { () async throws(CatalogError) in
        try await catalog.apply(recorder, reading.changed, replacing: reading.isAnew)
      }
    }
    return reading.book
  }

  /// The book of a recorder, for those who only read.
  ///
  /// - Parameters:
  ///   - catalog: Nil where there is none that can be read; then the log alone is read.
  func book(of identity: String, beside catalog: Catalog?) async throws(PipelineError) -> FateBook {
    try await read(identity, catalog).book
  }

  /// What a log says, and what of it the catalog lacks.
  private struct Reading {
    var book: FateBook
    var changed: [RecordingRow]
    var endOffset: Int64
    /// Whether the log says more than the catalog knows.
    var isAhead: Bool
    /// Whether nothing that the catalog knows of the recorder counts.
    var isAnew: Bool
  }

  private func read(
    _ identity: String, _ catalog: Catalog?
  ) async throws(PipelineError) -> Reading {
    let size = try PipelineError.wrap { () throws(FileError) in
      try archive.fileSystem.status(of: log, following: true)?.size ?? 0
    }
    var book = FateBook(of: identity)
    var offset: Int64 = 0
    var isAnew = true
    // Where the catalog knows lines that the log does not hold, an older log was put back: the log counts.
    if let catalog, let known = try await Self.known(identity, catalog), known.1 <= size {
      (book, offset) = known
      isAnew = false
    }
    let contents = try PipelineError.wrap { () throws(FileError) in
      try AppendLog.contents(of: log, in: archive.fileSystem, from: offset)
    }
    var changed: [RecordingKey: RecordingRow] = [:]
    for line in contents.lines {
      guard let line = FateLine(bytes: line.bytes), let row = book.apply(line) else { continue }
      changed[row.key] = row
    }
    return Reading(
      book: book, changed: Array(changed.values), endOffset: contents.endOffset,
      isAhead: contents.endOffset > offset, isAnew: isAnew)
  }

  private static func known(
    _ identity: String, _ catalog: Catalog
  ) async throws(PipelineError) -> (FateBook, Int64)? {
    try await PipelineError.wrapCatalog { () async throws(CatalogError) in
      guard let recorder = try await catalog.recorder(identity) else { return nil }
      let rows = try await catalog.recordings(of: identity)
      return (FateBook(recorder: recorder, rows: rows), recorder.logOffset)
    }
  }
}
