import BlobStore
import Catalog
import Fixity
import HostIO

/// Checks an archive against itself: objects against their names, fates against objects, the library and
/// the quarantine against both, receipts and action records against their names and objects, the catalog
/// against the logs and itself. Changes nothing.
package struct Verification: Sendable {
  let archive: Archive
  let scope: VerificationScope
  var report = VerificationReport()
  private var sizes: [SHA256Digest: Int64] = [:]
  /// By identity.
  private(set) var recorders: [String: RecorderLine] = [:]

  package init(of archive: Archive, scope: VerificationScope) {
    self.archive = archive
    self.scope = scope
  }

  /// Looks at everything, and goes on after each problem.
  ///
  /// - Parameters:
  ///   - progress: Is told how many of how many objects have been looked at.
  /// - Throws: An error of the disk that is none of the archive's content, and `.cancelled`.
  package consuming func perform(
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws(PipelineError) -> VerificationReport {
    try checkObjects(progress)
    let books = try await checkedBooks()
    let rows = books.flatMap(\.all)
    report.recordings = rows.count
    for row in rows { try check(row) }
    try checkLists(rows)
    try checkReceipts(rows)
    try checkActions()
    return report
  }

  private mutating func checkObjects(_ progress: (Int, Int) -> Void) throws(PipelineError) {
    let archive = archive
    let contents = try PipelineError.wrapBlob { () throws(BlobStoreError) in
      try archive.blobs.contents()
    }
    for stranger in contents.strangers { report.add(relative(stranger), "is no object") }
    report.objects = contents.objects.count
    for (index, object) in contents.objects.enumerated() {
      if Task.isCancelled { throw .cancelled }
      progress(index, contents.objects.count)
      do throws(BlobStoreError) {
        sizes[object] = try archive.blobs.status(of: object)?.size
        guard isSampled(index, of: contents.objects.count) else { continue }
        report.hashedBytes += try archive.blobs.verify(object, fromDisk: true)
        report.hashedObjects += 1
      } catch {
        sizes[object] = nil
        report.add(relative(archive.blobs.path(of: object)), Diagnosis(error).what)
      }
    }
  }

  /// Evenly over all objects, which are in the order of their digests: as good as by chance, and the same
  /// each time.
  private func isSampled(_ index: Int, of count: Int) -> Bool {
    guard !scope.isQuick else { return false }
    let wanted = scope.samplePercent
    return (index + 1) * wanted / 100 > index * wanted / 100
  }

  /// What the logs say; the catalog is compared with it.
  private mutating func checkedBooks() async throws(PipelineError) -> [FateBook] {
    let archive = archive
    let catalog = CatalogIndex.openForReading(archive)
    await checkSoundness(of: catalog)
    var books: [FateBook] = []
    for log in try CatalogIndex.logs(archive) {
      let contents = try PipelineError.wrap { () throws(FileError) in
        try AppendLog.contents(of: log, in: archive.fileSystem)
      }
      for offset in contents.damaged {
        report.add(relative(log), "holds a line at byte \(offset) that is not whole")
      }
      for line in contents.lines where FateLine(bytes: line.bytes) == nil {
        report.add(relative(log), "holds a line at byte \(line.offset) that says nothing")
      }
      guard let identity = try CatalogIndex.identity(of: log, archive) else {
        report.add(relative(log), "does not say whose fates it holds")
        continue
      }
      let book = FateBook(of: identity, log: contents)
      books.append(book)
      recorders[identity] = book.recorder
      if let catalog { await compare(catalog, with: book, of: identity, log) }
    }
    return books
  }

  private mutating func compare(
    _ catalog: Catalog, with book: FateBook, of identity: String, _ log: Path
  ) async {
    let place = Path("catalog.sqlite")
    do throws(PipelineError) {
      let indexed = try await FateReplay(log: log, archive: archive).book(
        of: identity, beside: catalog)
      if indexed.all != book.all || indexed.recorder != book.recorder {
        report.add(place, "does not say what \(relative(log)) says; remove it to make it again")
      }
    } catch {
      report.add(place, Diagnosis(error).what)
    }
  }

  private mutating func check(_ row: RecordingRow) throws(PipelineError) {
    let name = row.id?.description ?? row.key.rawID
    if let object = row.object {
      guard let size = sizes[object] else {
        report.add(Path("objects"), "\(name): object \(object.hex) is missing or damaged")
        return
      }
      if let bytes = row.bytes, bytes != size {
        report.add(Path("objects"), "\(name): \(size) bytes where \(bytes) were stored")
      }
    }
    if row.knownFate == .damaged { try checkQuarantine(row) }
    guard row.knownFate?.isPublished == true, let path = row.path else { return }
    let audio = Path("library") / Path(path)
    let sidecar = Path("library") / LibraryPath.sidecar(besideAudio: Path(path))
    if let object = row.object { try checkCopy(audio, of: object) }
    if let object = row.sidecar { try checkCopy(sidecar, of: object) }
  }

  mutating func checkCopy(
    _ place: Path, of object: SHA256Digest
  ) throws(PipelineError) {
    let path = archive.layout.root / place
    let files = archive.fileSystem
    do throws(FileError) {
      guard let status = try files.status(of: path, following: false) else {
        report.add(place, "is missing; the next run puts it back")
        return
      }
      let isSame =
        scope.isQuick || scope.samplePercent < 100
        ? status.size == sizes[object] : try LibraryView.digest(of: path, in: files) == object
      if !isSame { report.add(place, "is not what was archived; remove it, and run again") }
    } catch {
      report.add(place, Diagnosis(error).what)
    }
  }

  private mutating func checkLists(_ rows: [RecordingRow]) throws(PipelineError) {
    let expected = Manifest(rows: rows)
    for (name, bytes) in [
      (LibraryPath.manifest, expected.manifest), (LibraryPath.checksums, expected.checksums),
    ] {
      let found = try? archive.fileSystem.readAll(
        archive.layout.library / name, limit: Int64(bytes.count))
      if found != bytes {
        report.add(Path("library") / name, "is not up to date; the next run writes it again")
      }
    }
  }

  private mutating func checkReceipts(_ rows: [RecordingRow]) throws(PipelineError) {
    let archive = archive
    var names: [Path] = []
    do throws(FileError) {
      names = try archive.fileSystem.entries(of: archive.layout.receipts)
    } catch {
      report.add(Path("receipts"), Diagnosis(error).what)
    }
    var present: Set<SHA256Digest> = []
    for name in names {
      let place = Path("receipts") / name
      let bytes =
        (try? archive.fileSystem.readAll(archive.layout.root / place, limit: 1 << 20)) ?? []
      let digest = SHA256Digest(of: bytes)
      guard name.text == digest.hex + ".json" else {
        report.add(place, "is not what its name says")
        continue
      }
      guard let receipt = decodeJSON(ReceiptObjects.self, from: bytes),
        sizes[receipt.sha256] == receipt.bytes, sizes[receipt.evidence] != nil,
        sizes[receipt.verdict] != nil
      else {
        report.add(place, "speaks of objects that are not here")
        continue
      }
      present.insert(digest)
    }
    report.receipts = present.count
    for row in rows {
      guard let receipt = row.receipt, !present.contains(receipt) else { continue }
      report.add(
        Path("receipts"),
        "\(row.id?.description ?? row.key.rawID): no receipt \(receipt.hex); the next run writes it"
      )
    }
  }

  /// What a receipt must point at.
  private struct ReceiptObjects: Decodable {
    let sha256: SHA256Digest
    let bytes: Int64
    let evidence: SHA256Digest
    let verdict: SHA256Digest
  }

  func relative(_ path: Path) -> Path {
    let root = archive.layout.root.bytes
    guard path.bytes.starts(with: root) else { return path }
    return Path(bytes: path.bytes.dropFirst(root.count).drop { $0 == UInt8(ascii: "/") })
  }
}
