import HostIO
import Testing

/// Runs something that must fail and returns how.
func failure(_ body: () throws -> Void) throws -> FileError {
  try #require(throws: FileError.self) { try body() }
}

/// What the real file system and the simulated one have in common.
@Suite struct FileSystemTests {
  @Test(arguments: Host.allCases)
  func theModesOfOpeningAreToldApart(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let files = folder.files
    let path = folder.path / "f"
    for access in [FileAccess.read, .readWrite] {
      let error = try failure { _ = try files.open(path, access, permissions: 0o600) }
      #expect(error.code == .notFound)
      #expect(error.path == path)
      #expect(error.errno != 0)
    }
    _ = try files.open(path, .createNew, permissions: 0o640)
    #expect(
      try failure { _ = try files.open(path, .createNew, permissions: 0o600) }.code == .exists)
    _ = try files.open(path, .readWriteCreate, permissions: 0o600)
    #expect(
      try failure { _ = try files.open(folder.path, .readWrite, permissions: 0) }.code
        == .isDirectory)
    #expect(
      try failure { _ = try files.open(path / "x", .read, permissions: 0) }.code == .notDirectory)
  }

  @Test(arguments: Host.allCases)
  func readsAndWritesAtOffsets(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let files = folder.files
    let file = try files.open(folder.path / "f", .createNew, permissions: 0o600)
    try file.write(Array("hello".utf8), at: 3)
    #expect(try file.status().size == 8)
    #expect(try file.readAll(limit: 100) == [0, 0, 0] + Array("hello".utf8))
    try file.truncate(to: 4)
    #expect(try file.readAll(limit: 100) == [0, 0, 0, UInt8(ascii: "h")])
    var beyond = [UInt8](repeating: 9, count: 4)
    #expect(try beyond.withUnsafeMutableBytes { try file.read(into: $0, at: 99) } == 0)
    try file.close()
    try file.close()
    #expect(throws: FileError.self) { _ = try file.status() }
  }

  @Test(arguments: Host.allCases)
  func aLimitedReadRefusesMore(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let files = folder.files
    try folder.put("f", [1, 2, 3])
    #expect(try files.readAll(folder.path / "f", limit: 3) == [1, 2, 3])
    #expect(try failure { _ = try files.readAll(folder.path / "f", limit: 2) }.code == .tooLarge)
  }

  @Test(arguments: Host.allCases)
  func chunksCoverTheFileInOrder(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let files = folder.files
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    let path = try folder.put("f", bytes)
    var seen: [UInt8] = []
    try files.open(path, .read, permissions: 0).forEachChunk(from: 10, chunkBytes: 64) {
      seen += Array($0)
    }
    #expect(seen == Array(bytes[10...]))
  }

  @Test(arguments: Host.allCases)
  func renamingReplacesOnlyWhereAsked(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let files = folder.files
    try folder.put("a", [1])
    try folder.put("b", [2])
    let error = try failure {
      try files.rename(folder.path / "a", to: folder.path / "b", replacing: false)
    }
    #expect(error.code == .exists)
    #expect(try folder.get("b") == [2])
    try files.rename(folder.path / "a", to: folder.path / "b", replacing: true)
    #expect(try folder.get("b") == [1])
    #expect(try files.status(of: folder.path / "a", following: false) == nil)
  }

  @Test(arguments: Host.allCases)
  func namesAreBytesAndComeSorted(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let files = folder.files
    let strange = Path(bytes: [0xff, 0x0a, 0x41])
    _ = try files.open(folder.path / strange, .createNew, permissions: 0o600)
    try folder.put("b", [])
    try folder.put("a", [])
    #expect(try files.entries(of: folder.path) == [Path("a"), Path("b"), strange])
    #expect(strange.text == nil)
    #expect(strange.description == "\\xff\\x0aA")
  }

  @Test(arguments: Host.allCases)
  func aFolderIsRemovedOnlyWhenEmpty(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let files = folder.files
    try files.createDirectory(folder.path / "d", permissions: 0o700)
    #expect(
      try failure { try files.createDirectory(folder.path / "d", permissions: 0o700) }.code
        == .exists)
    try folder.put("d/f", [1])
    #expect(try failure { try files.removeDirectory(folder.path / "d") }.code == .notEmpty)
    try files.removeTree(folder.path / "d")
    try files.removeTree(folder.path / "d")
    #expect(try files.status(of: folder.path / "d", following: false) == nil)
  }

  @Test(arguments: Host.allCases)
  func missingFoldersAreMade(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let files = folder.files
    try files.createDirectories(folder.path / "x/y/z", permissions: 0o700)
    try files.createDirectories(folder.path / "x/y/z", permissions: 0o700)
    let status = try #require(try files.status(of: folder.path / "x/y/z", following: false))
    #expect(status.kind == .directory)
    #expect(status.permissions == 0o700)
    try folder.put("file", [])
    #expect(
      try failure { try files.createDirectories(folder.path / "file", permissions: 0o700) }.code
        == .notDirectory)
  }

  @Test(arguments: Host.allCases)
  func aLockIsOneHoldersAndGoesWithIt(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let files = folder.files
    let path = folder.path / "lock"
    let held = try #require(
      try FileLock.acquire(path, .exclusive, in: files, holder: "run 7", permissions: 0o600))
    #expect(
      try FileLock.acquire(path, .exclusive, in: files, holder: "x", permissions: 0o600) == nil)
    #expect(try FileLock.acquire(path, .shared, in: files, holder: "x", permissions: 0o600) == nil)
    #expect(FileLock.holder(of: path, in: files) == "run 7")
    held.release()
    let first = try FileLock.acquire(path, .shared, in: files, holder: "", permissions: 0o600)
    let second = try FileLock.acquire(path, .shared, in: files, holder: "", permissions: 0o600)
    #expect(first != nil && second != nil)
    #expect(
      try FileLock.acquire(path, .exclusive, in: files, holder: "x", permissions: 0o600) == nil)
    second?.release()
    first?.release()
  }

  @Test(arguments: Host.allCases)
  func aCloneSharesOrChangesNothing(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let files = folder.files
    let source = try files.open(
      folder.put("source", [1, 2, 3]), .read, permissions: 0)
    let target = try files.open(folder.path / "target", .createNew, permissions: 0o600)
    let isCloned = try target.clone(from: source)
    #expect(try target.readAll(limit: 9) == (isCloned ? [1, 2, 3] : []))
  }

  @Test(arguments: Host.allCases)
  func spaceIsTold(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let files = folder.files
    let space = try files.space(at: folder.path)
    #expect(space.totalBytes > 0 && space.availableBytes <= space.totalBytes)
  }
}
