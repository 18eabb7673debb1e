import HostIO
import Testing

@testable import Catalog

struct SeamVFSTests {
  private func name() -> String { "seam-" + RealRandomness().hexName() }

  @Test func aNameIsTakenOnceAndGivenBack() async throws {
    let shelf = try Shelf(.plain)
    let name = name()
    var first: SeamVFS? = try SeamVFS(name: name, fileSystem: LinuxFileSystem())
    let taken = #expect(throws: CatalogError.self) {
      try SeamVFS(name: name, fileSystem: LinuxFileSystem())
    }
    #expect(taken?.code == .misuse)
    let catalog = try Catalog.open(at: shelf.path, mode: .readWrite, vfs: first?.name)
    first = nil
    let missing = #expect(throws: CatalogError.self) {
      try Catalog.open(at: shelf.path, mode: .readWrite, vfs: name)
    }
    #expect(missing != nil)
    // What is open lives on, and makes new files.
    try await catalog.apply(Samples.recorder("r"), [Samples.row("r", "1")])
    #expect(try await catalog.recordings().count == 1)
    try await catalog.close()
    let again = try SeamVFS(name: name, fileSystem: LinuxFileSystem())
    #expect(again.name == name)
  }

  /// What `apply` has written is durable when it returns, with the names of the files.
  @Test func applyReturnsWhenAllIsDurable() async throws {
    let shelf = try Shelf(.plain)
    let files = FaultyFileSystem()
    let vfs = try SeamVFS(name: name(), fileSystem: files)
    let catalog = try Catalog.open(at: shelf.path, mode: .readWrite, vfs: vfs.name)
    try await catalog.apply(Samples.recorder("r"), [Samples.row("r", "1")])
    let trace = files.trace
    let folder = "fsync \(shelf.folder.path.lastComponent)"
    let created = try #require(trace.lastIndex(of: "create catalog.sqlite-wal"))
    let written = try #require(trace.lastIndex(of: "write catalog.sqlite-wal"))
    let durable = try #require(trace.lastIndex(of: "fsync catalog.sqlite-wal"))
    let named = try #require(trace.lastIndex(of: folder))
    #expect(written < durable)
    #expect(created < named)
    #expect(trace.contains("create catalog.sqlite"))
    #expect(!trace.contains { $0.hasSuffix("-shm") })

    try await catalog.close()
    let rest = files.trace[trace.count...]
    let checkpoint = try #require(rest.lastIndex(of: "write catalog.sqlite"))
    let content = try #require(rest.lastIndex(of: "fsync catalog.sqlite"))
    let removed = try #require(rest.lastIndex(of: "remove catalog.sqlite-wal"))
    #expect(checkpoint < content)
    #expect(content < removed)
  }

  @Test func readingChangesNothing() async throws {
    let shelf = try Shelf(.plain)
    let first = try shelf.open()
    try await first.apply(Samples.recorder("r"), [Samples.full("r", "1")])
    try await first.close()
    let files = FaultyFileSystem()
    let vfs = try SeamVFS(name: name(), fileSystem: files)
    let bytes = try shelf.folder.get("catalog.sqlite")
    let reader = try Catalog.open(at: shelf.path, mode: .readOnly, vfs: vfs.name)
    #expect(try await reader.recordings() == [Samples.full("r", "1")])
    try await reader.close()
    #expect(try shelf.folder.get("catalog.sqlite") == bytes)
    #expect(!files.trace.contains { $0.hasSuffix("catalog.sqlite") })
  }

  @Test func aSecondConnectionIsKeptOut() async throws {
    let shelf = try Shelf(.seam)
    let catalog = try shelf.open()
    try await catalog.apply(Samples.recorder("r"), [])
    let second = try Connection(
      shelf.path, .readWriteCreate, vfs: shelf.vfs?.name, busyMilliseconds: 0)
    let error = #expect(throws: CatalogError.self) { try second.run("BEGIN IMMEDIATE") }
    #expect(error?.code == .busy)
    try second.close()
    try await catalog.close()
  }

  /// SQLite keeps what it sorts in files without a name where memory is not allowed for it.
  @Test func filesWithoutANameWork() throws {
    let shelf = try Shelf(.seam)
    let connection = try Connection(
      shelf.path, .readWriteCreate, vfs: shelf.vfs?.name, busyMilliseconds: 0)
    try connection.execute("PRAGMA temp_store = FILE; PRAGMA cache_size = 2;")
    try connection.execute(
      """
      CREATE TEMP TABLE numbers (n INTEGER, padding TEXT);
      WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 5000)
      INSERT INTO numbers SELECT n, printf('%0200d', n) FROM counter;
      """)
    let sums = try connection.rows(
      "SELECT sum(n) FROM (SELECT n FROM numbers ORDER BY padding DESC)"
    ) { row throws(CatalogError) in try row.integer(0) }
    #expect(sums == [12_502_500])
    try connection.close()
  }

  @Test func locksRiseOneHolderAtATime() {
    let locks = ConnectionLocks()
    let path = Path("/a")
    let holders = [Shared(), Shared(), Shared()]
    let ids = holders.map(ObjectIdentifier.init)
    #expect(locks.raise(path, ids[0], to: 1))
    #expect(locks.raise(path, ids[1], to: 1))
    #expect(locks.raise(path, ids[0], to: 2))
    #expect(locks.isReserved(path))
    #expect(!locks.raise(path, ids[1], to: 2))
    // Not alone: pending, and nobody new comes in.
    #expect(!locks.raise(path, ids[0], to: 4))
    #expect(!locks.raise(path, ids[2], to: 1))
    locks.lower(path, ids[1], to: 0)
    #expect(locks.raise(path, ids[0], to: 4))
    #expect(!locks.raise(path, ids[1], to: 1))
    locks.lower(path, ids[0], to: 1)
    #expect(!locks.isReserved(path))
    #expect(locks.raise(path, ids[1], to: 1))
    #expect(locks.raise(Path("/b"), ids[2], to: 4))
    withExtendedLifetime(holders) {}
  }

  private final class Shared {}
}
