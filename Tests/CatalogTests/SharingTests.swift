import HostIO
import Testing

@testable import Catalog

struct SharingTests {
  @Test func aReaderSeesWhatWasThereWhileAWriterWrites() async throws {
    let shelf = try Shelf(.plain)
    let catalog = try shelf.open()
    try await catalog.apply(Samples.recorder("r", logOffset: 1), [Samples.row("r", "1")])

    let writer = try Connection(shelf.path, .readWriteCreate, vfs: nil, busyMilliseconds: 0)
    try writer.run("BEGIN IMMEDIATE")
    try writer.run("UPDATE recorders SET log_offset = 2")
    let reader = try shelf.open(.readOnly)
    #expect(try await reader.recorder("r")?.logOffset == 1)
    try writer.run("COMMIT")
    #expect(try await reader.recorder("r")?.logOffset == 2)
    let error = await #expect(throws: CatalogError.self) {
      try await reader.apply(Samples.recorder("r", logOffset: 3), [])
    }
    #expect(error?.code == .readOnly)
    try await reader.close()
    try writer.close()
    try await catalog.close()
  }

  @Test func aSecondWriterIsToldThatTheCatalogIsBusy() throws {
    let shelf = try Shelf(.plain)
    let first = try Catalog.openForWriting(shelf.path, vfs: nil, migrations: Schema.migrations)
    let second = try Connection(shelf.path, .readWriteCreate, vfs: nil, busyMilliseconds: 0)
    try first.run("BEGIN IMMEDIATE")
    let error = #expect(throws: CatalogError.self) { try second.run("BEGIN IMMEDIATE") }
    #expect(error?.code == .busy)
    try first.run("ROLLBACK")
    try second.run("BEGIN IMMEDIATE")
    try second.run("ROLLBACK")
    try second.close()
    try first.close()
  }

  /// SQLite can make no file beside one whose name is as long as names get; that is how a folder
  /// looks that cannot be written, and holds for root too.
  private static let longName = String(repeating: "n", count: 253)

  @Test func aCatalogBesideWhichNothingCanBeMadeIsStillRead() async throws {
    let shelf = try Shelf(.plain)
    let catalog = try shelf.open()
    try await catalog.apply(Samples.recorder("r", logOffset: 5), [Samples.full("r", "1")])
    try await catalog.close()
    let long = shelf.folder.path / Self.longName
    try shelf.folder.files.rename(shelf.path, to: long, replacing: false)

    let plain = try Connection(long, .readOnly, vfs: nil, busyMilliseconds: 0)
    let refused = #expect(throws: CatalogError.self) {
      try plain.execute("SELECT * FROM recorders")
    }
    #expect(refused?.code == .cannotOpen)
    try plain.close()

    let reader = try Catalog.open(at: long, mode: .readOnly)
    #expect(try await reader.recorder("r")?.logOffset == 5)
    #expect(try await reader.recordings() == [Samples.full("r", "1")])
    #expect(try await reader.integrityProblems() == [])
    try await reader.close()
    #expect(try shelf.folder.files.entries(of: shelf.folder.path) == [Path(Self.longName)])
  }

  @Test func aFileWhoseLogCannotBeReadIsNotTakenForComplete() async throws {
    let shelf = try Shelf(.plain, name: String(repeating: "n", count: 251))
    try shelf.folder.put(
      String(repeating: "n", count: 251) + "-wal", Array(repeating: 1, count: 100))
    let whole = try Shelf(.plain)
    try await whole.open().close()
    try shelf.folder.put(
      String(repeating: "n", count: 251), try whole.folder.get("catalog.sqlite"))
    // The log can be opened, what belongs to it is made; so the name is no obstacle here.
    #expect(try await shelf.open(.readOnly).recorders() == [])
  }
}
