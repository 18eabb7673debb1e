import HostIO
import Testing

@testable import Catalog

struct OpeningTests {
  private func raw(_ path: Path) throws -> Connection {
    try Connection(path, .readWriteCreate, vfs: nil, busyMilliseconds: 0)
  }

  @Test func aLaterSchemaIsRefusedAndLeftAlone() async throws {
    let shelf = try Shelf(.plain)
    try await shelf.open().close()
    let later = Migration(name: "zz-later", sql: "CREATE TABLE later (x TEXT) STRICT;")
    let connection = try Catalog.openForWriting(
      shelf.path, vfs: nil, migrations: Schema.migrations + [later])
    try connection.close()
    let bytes = try shelf.folder.get("catalog.sqlite")
    for mode in [Catalog.Mode.readWrite, .readOnly] {
      let error = #expect(throws: CatalogError.self) { try shelf.open(mode) }
      #expect(error?.code == .newerSchema)
      #expect(error?.isRebuildable == false)
      #expect(error?.message.contains("zz-later") == true)
    }
    #expect(try shelf.folder.get("catalog.sqlite") == bytes)
  }

  @Test func aMigrationThatFailsLeavesTheOnesBefore() async throws {
    let shelf = try Shelf(.plain)
    let bad = Migration(name: "bad", sql: "CREATE TABLE half (x TEXT) STRICT; CREATE nonsense;")
    #expect(throws: CatalogError.self) {
      _ = try Catalog.openForWriting(
        shelf.path, vfs: nil, migrations: Schema.migrations + [bad])
    }
    let connection = try raw(shelf.path)
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    ) { row throws(CatalogError) in try row.text(0) }
    #expect(tables == ["migrations", "recorders", "recordings"])
    try connection.close()
    #expect(try await shelf.open().recorders() == [])
  }

  @Test func theSettingsHold() async throws {
    let shelf = try Shelf(.plain)
    let connection = try Catalog.openForWriting(
      shelf.path, vfs: nil, migrations: Schema.migrations)
    let settings = [
      "synchronous": 2, "foreign_keys": 1, "trusted_schema": 0, "cell_size_check": 1,
      "busy_timeout": 5000, "temp_store": 2, "application_id": 0x506b_4143,
    ]
    for (name, value) in settings {
      let found = try connection.rows("PRAGMA \(name)") { row throws(CatalogError) in
        try row.integer(0)
      }
      #expect(found == [Int64(value)], "\(name)")
    }
    let mode = try connection.rows("PRAGMA journal_mode") { row throws(CatalogError) in
      try row.text(0)
    }
    #expect(mode == ["wal"])
  }

  @Test func aDatabaseOfAnotherProgramIsRefusedAndLeftAlone() throws {
    let shelf = try Shelf(.plain)
    let connection = try raw(shelf.path)
    try connection.execute("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1);")
    try connection.close()
    let bytes = try shelf.folder.get("catalog.sqlite")
    for mode in [Catalog.Mode.readWrite, .readOnly] {
      let error = #expect(throws: CatalogError.self) { try shelf.open(mode) }
      #expect(error?.code == .notADatabase)
    }
    #expect(try shelf.folder.get("catalog.sqlite") == bytes)
  }

  @Test(arguments: Storage.allCases)
  func whatIsNoDatabaseIsRefused(_ storage: Storage) throws {
    let shelf = try Shelf(storage)
    let text = Array(String(repeating: "This is a diary. ", count: 100).utf8)
    try shelf.folder.put("catalog.sqlite", text)
    for mode in [Catalog.Mode.readWrite, .readOnly] {
      let error = #expect(throws: CatalogError.self) { try shelf.open(mode) }
      #expect(error?.code == .notADatabase)
      #expect(error?.isRebuildable == true)
    }
    #expect(try shelf.folder.get("catalog.sqlite") == text)
  }

  @Test(arguments: Storage.allCases)
  func whatIsMissingCannotBeOpened(_ storage: Storage) throws {
    let shelf = try Shelf(storage)
    let reading = #expect(throws: CatalogError.self) { try shelf.open(.readOnly) }
    #expect(reading?.code == .cannotOpen)
    #expect(try shelf.folder.files.entries(of: shelf.folder.path) == [])

    let deep = try Shelf(storage, name: "no/folder.sqlite")
    let writing = #expect(throws: CatalogError.self) { try deep.open() }
    #expect(writing?.code == .cannotOpen)
    #expect(writing?.isRebuildable == false)
  }

  @Test(arguments: Storage.allCases)
  func anEmptyFileBecomesACatalog(_ storage: Storage) async throws {
    let shelf = try Shelf(storage)
    try shelf.folder.put("catalog.sqlite", [])
    let error = #expect(throws: CatalogError.self) { try shelf.open(.readOnly) }
    #expect(error?.code == .readOnly)
    let catalog = try shelf.open()
    #expect(try await catalog.recorders() == [])
    try await catalog.close()
  }

  @Test(
    arguments: Storage.allCases,
    [
      "file:x?mode=memory", ":memory:", "a b%20c#d?e=f&g'h\"", "日本語", "-journal",
      "x?immutable=1", "new\nline",
    ])
  func anyNameIsAFileName(_ storage: Storage, _ name: String) async throws {
    let shelf = try Shelf(storage, name: name)
    let catalog = try shelf.open()
    try await catalog.apply(Samples.recorder("r"), [])
    try await catalog.close()
    #expect(try shelf.folder.files.entries(of: shelf.folder.path) == [Path(name)])
    #expect(try await shelf.open(.readOnly).recorders().count == 1)
  }

  @Test func pathsNeedNotBeText() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path.appending([0xff, 0xfe, 0x25, 0x80])
    let catalog = try Catalog.open(at: path, mode: .readWrite)
    try await catalog.apply(Samples.recorder("r"), [])
    try await catalog.close()
    #expect(try folder.files.entries(of: folder.path) == [path.lastComponent])
    let immutable = try Connection(path, .immutable, vfs: nil, busyMilliseconds: 0)
    let names = try immutable.rows("SELECT identity FROM recorders") { row throws(CatalogError) in
      try row.text(0)
    }
    #expect(names == ["r"])
    try immutable.close()
  }

  @Test func namesWithoutAFolderAreFilesToo() {
    #expect(Path(":memory:").unambiguous == Path("./:memory:"))
    #expect(Path("file:x").unambiguous == Path("./file:x"))
    #expect(Path("").unambiguous == Path("./"))
    #expect(Path("/a").unambiguous == Path("/a"))
    #expect(Path("//a?b").immutableURI == Path("file:////a%3Fb?immutable=1"))
    #expect(Path("a#b").immutableURI == Path("file:./a%23b?immutable=1"))
  }
}
