package import Catalog
package import HostIO

/// The catalog as an index over the logs: made again where it is missing or damaged, brought up to date
/// where it is behind.
package enum CatalogIndex {
  /// Opens the catalog for writing, equal to the logs. Only for the holder of the lock.
  ///
  /// - Throws: `.catalog` with `.newerSchema`, or an error of the disk; damage is cured by starting anew.
  package static func open(_ archive: Archive) async throws(PipelineError) -> Catalog {
    do throws(PipelineError) {
      return try await opened(archive)
    } catch {
      guard case .catalog(let cause) = error, cause.isRebuildable else { throw error }
      try remove(archive)
      return try await opened(archive)
    }
  }

  /// Opens the catalog for reading; nil where there is none that can be read.
  package static func openForReading(_ archive: Archive) -> Catalog? {
    try? Catalog.open(
      at: archive.layout.catalog, mode: .readOnly, vfs: archive.host.catalogVFS)
  }

  /// The books of every recorder, in the order of their identities.
  package static func books(_ archive: Archive) async throws(PipelineError) -> [FateBook] {
    let catalog = openForReading(archive)
    var books: [FateBook] = []
    for log in try logs(archive) {
      guard let identity = try identity(of: log, archive) else { continue }
      let replay = FateReplay(log: log, archive: archive)
      do throws(PipelineError) {
        books.append(try await replay.book(of: identity, beside: catalog))
      } catch {
        // A catalog that cannot be read hides nothing: the log is all that is needed.
        guard case .catalog = error else { throw error }
        books.append(try await replay.book(of: identity, beside: nil))
      }
    }
    return books.sorted { ($0.recorder?.identity ?? "") < ($1.recorder?.identity ?? "") }
  }

  /// The logs in `fates/`.
  package static func logs(_ archive: Archive) throws(PipelineError) -> [Path] {
    try PipelineError.wrap { () throws(FileError) in
      try archive.fileSystem.entries(of: archive.layout.fates)
        .filter { $0.bytes.suffix(6).elementsEqual(".jsonl".utf8) }
        .map { archive.layout.fates / $0 }
    }
  }

  /// Whose log it is: as its first line says, or the first that does.
  static func identity(
    of log: Path, _ archive: Archive
  ) throws(PipelineError) -> String? {
    let head = try PipelineError.wrap { () throws(FileError) in
      let file = try archive.fileSystem.open(log, .read, permissions: 0)
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
      defer { buffer.deallocate() }
      let count = try file.read(into: buffer, at: 0)
      return Array(buffer[..<count])
    }
    if let end = head.firstIndex(of: 0x0a),
      case .recorder(let line)? = FateLine(bytes: Array(head[..<end]))
    {
      return line.identity
    }
    let contents = try PipelineError.wrap { () throws(FileError) in
      try AppendLog.contents(of: log, in: archive.fileSystem)
    }
    for line in contents.lines {
      if case .recorder(let line)? = FateLine(bytes: line.bytes) { return line.identity }
    }
    return nil
  }

  private static func opened(_ archive: Archive) async throws(PipelineError) -> Catalog {
    let catalog = try await PipelineError.wrapCatalog { () async throws(CatalogError) in
      try Catalog.open(at: archive.layout.catalog, mode: .readWrite, vfs: archive.host.catalogVFS)
    }
    for log in try logs(archive) {
      guard let identity = try identity(of: log, archive) else { continue }
      _ = try await FateReplay(log: log, archive: archive).book(of: identity, into: catalog)
    }
    return catalog
  }

  private static func remove(_ archive: Archive) throws(PipelineError) {
    try PipelineError.wrap { () throws(FileError) in
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try archive.fileSystem.removeTree(
          Path(bytes: archive.layout.catalog.bytes + Array(suffix.utf8)))
      }
    }
  }
}
