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
    let (book, changed, endOffset) = try await read(identity, catalog)
    if let recorder = book.recorderRow(logOffset: endOffset), let changed {
      try await PipelineError.wrapCatalog { () async throws(CatalogError) in
        try await catalog.apply(recorder, changed)
      }
    }
    return book
  }

  /// The book of a recorder, for those who only read.
  ///
  /// - Parameters:
  ///   - catalog: Nil where there is none that can be read; then the log alone is read.
  func book(of identity: String, beside catalog: Catalog?) async throws(PipelineError) -> FateBook {
    try await read(identity, catalog).book
  }

  /// - Returns: The book; the rows that the catalog does not hold, nil if it holds all; where the log ends.
  private func read(
    _ identity: String, _ catalog: Catalog?
  ) async throws(PipelineError) -> (book: FateBook, changed: [RecordingRow]?, endOffset: Int64) {
    let size = try PipelineError.wrap { () throws(FileError) in
      try archive.fileSystem.status(of: log, following: true)?.size ?? 0
    }
    var book = FateBook()
    var offset: Int64 = 0
    // Where the catalog knows lines that the log does not hold, an older log was put back: the log counts.
    if let catalog, let known = try await Self.known(identity, catalog), known.1 <= size {
      (book, offset) = known
    }
    let contents = try PipelineError.wrap { () throws(FileError) in
      try AppendLog.contents(of: log, in: archive.fileSystem, from: offset)
    }
    var changed: [RecordingKey: RecordingRow] = [:]
    for line in contents.lines {
      guard let line = FateLine(bytes: line.bytes), let row = book.apply(line) else { continue }
      changed[row.key] = row
    }
    let isNew = contents.endOffset > offset || offset == 0
    return (book, isNew ? Array(changed.values) : nil, contents.endOffset)
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
