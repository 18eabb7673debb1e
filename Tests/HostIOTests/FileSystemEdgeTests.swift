import HostIO
import SimulatedHost
import Testing

/// Corners of the seam in which a simulation easily differs from the kernel.
@Suite struct FileSystemEdgeTests {
  /// How a call fails; nil where it does not.
  func code(_ body: () throws -> Void) -> FileError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? FileError)?.code
    }
  }

  @Test(arguments: Host.allCases)
  func renamesAreRefusedAsByTheKernel(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let (files, base) = (folder.files, folder.path)
    func rename(_ source: String, _ target: String, replacing: Bool = true) -> FileError.Code? {
      code { try files.rename(base / source, to: base / target, replacing: replacing) }
    }
    try folder.put("f", [1])
    for name in ["d", "d/e", "full", "empty"] {
      try files.createDirectory(base / name, permissions: 0o700)
    }
    try folder.put("full/x", [2])
    #expect(rename("none", "x") == .notFound)
    #expect(rename("f", "none/x") == .notFound)
    #expect(rename("f", "full/x/y") == .notDirectory)
    #expect(rename("f", "d") == .isDirectory)
    #expect(rename("f", "d/") == .notDirectory)
    #expect(rename("d", "f") == .notDirectory)
    #expect(rename("d", "full") == .notEmpty)
    #expect(rename("d", "d/e/inside") == .io)
    #expect(rename("d/e", "d") == .notEmpty)
    #expect(rename("f", "f", replacing: false) == .exists)
    #expect(rename("f", "f") == nil)
    #expect(rename("d", "empty", replacing: false) == .exists)
    #expect(rename("d", "empty") == nil)
    #expect(try files.entries(of: base) == [Path("empty"), Path("f"), Path("full")])
    #expect(try files.entries(of: base / "empty") == [Path("e")])
    #expect(
      try files.status(of: base / "empty/e/..", following: true)
        == files.status(of: base / "empty", following: true))
  }

  @Test(arguments: Host.allCases)
  func removalsAreRefusedAsByTheKernel(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let (files, base) = (folder.files, folder.path)
    try folder.put("f", [1])
    try files.createDirectory(base / "d", permissions: 0o700)
    #expect(code { try files.remove(base / "none") } == .notFound)
    #expect(code { try files.remove(base / "d") } == .isDirectory)
    #expect(code { try files.remove(base / "f/") } == .notDirectory)
    #expect(code { try files.removeDirectory(base / "f") } == .notDirectory)
    #expect(code { try files.removeDirectory(base / "none") } == .notFound)
    #expect(code { try files.removeDirectory(base / "d/.") } == .io)
    #expect(code { try files.removeDirectory(base / "d/") } == nil)
    #expect(code { _ = try files.entries(of: base / "f") } == .notDirectory)
    #expect(code { _ = try files.entries(of: base / "none") } == .notFound)
    #expect(code { try files.synchronizeDirectory(base / "f") } == .notDirectory)
    #expect(code { try files.synchronizeDirectory(base / "none") } == .notFound)
    #expect(code { _ = try files.space(at: base / "none") } == .notFound)
    #expect(code { try files.createDirectory(base / "none/d", permissions: 0o700) } == .notFound)
    #expect(code { _ = try files.status(of: base / "f/x", following: true) } == .notDirectory)
    #expect(code { _ = try files.status(of: base / "f/", following: true) } == .notDirectory)
    #expect(code { _ = try files.open(base / "new/", .createNew, permissions: 0) } == .isDirectory)
    #expect(code { _ = try files.open(Path(""), .read, permissions: 0) } == .notFound)
    let long = String(repeating: "n", count: 256)
    #expect(code { _ = try files.status(of: base / long, following: true) } == .nameTooLong)
    #expect(try files.status(of: base / String(long.dropLast()), following: true) == nil)
  }

  @Test(arguments: Host.allCases)
  func linksAreFollowedWhereTheyAreToBe(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let (files, base) = (folder.files, folder.path)
    try files.createDirectory(base / "d", permissions: 0o700)
    try folder.put("d/f", [1, 2])
    try folder.link("toFolder", to: "d")
    try folder.link("toFile", to: "toFolder/f")
    try folder.link("dangling", to: "made")
    try folder.link("round", to: "round")
    #expect(try folder.get("toFile") == [1, 2])
    let link = try #require(try files.status(of: base / "toFile", following: false))
    #expect(link.kind == .symbolicLink && link.size == 10)
    #expect(try files.status(of: base / "toFolder/", following: false)?.kind == .directory)
    #expect(try files.status(of: base / "dangling", following: true) == nil)
    #expect(code { _ = try files.open(base / "round", .read, permissions: 0) } == .symbolicLinkLoop)
    #expect(code { _ = try files.open(base / "dangling", .createNew, permissions: 0) } == .exists)
    #expect(code { try files.createDirectory(base / "dangling", permissions: 0) } == .exists)
    _ = try files.open(base / "dangling", .readWriteCreate, permissions: 0o600)
    #expect(try folder.get("made") == [])
    #expect(code { try files.removeDirectory(base / "toFolder") } == .notDirectory)
    try files.removeTree(base / "toFolder")
    #expect(try folder.get("d/f") == [1, 2])
    try files.rename(base / "dangling", to: base / "moved", replacing: false)
    #expect(try files.status(of: base / "moved", following: false)?.kind == .symbolicLink)
  }

  @Test(arguments: Host.allCases)
  func anOpenFileOutlivesItsName(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.put("f", [1, 2])
    let file = try folder.files.open(path, .readWrite, permissions: 0)
    let inode = try file.status().inode
    try folder.files.remove(path)
    try file.write([3], at: 2)
    #expect(try file.readAll(limit: 9) == [1, 2, 3])
    try folder.put("f", [9])
    #expect(try folder.files.status(of: path, following: true)?.inode != inode)
    #expect(try file.readAll(limit: 9) == [1, 2, 3])
  }

  @Test(arguments: Host.allCases)
  func aFileOpenForReadingIsNotWritten(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let file = try folder.files.open(try folder.put("f", [1]), .read, permissions: 0)
    #expect(code { try file.write([2], at: 0) } == .io)
    #expect(code { try file.truncate(to: 0) } == .io)
    #expect(code { try file.write([], at: 0) } == nil)
    try file.synchronize()
    try file.setPermissions(0o1640)
    #expect(try file.status().permissions == 0o1640)
    var byte: [UInt8] = [0]
    #expect(code { _ = try byte.withUnsafeMutableBytes { try file.read(into: $0, at: -1) } } == .io)
    try file.close()
    for call in [file.synchronize, file.evictFromCache, { try file.setPermissions(0) }] {
      #expect(code(call) == .io)
    }
    #expect(code { _ = try file.tryLock(exclusive: false) } == .io)
  }

  @Test(arguments: Host.allCases)
  func aLockThatIsNotConvertedIsLost(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.put("lock", [])
    let first = try folder.files.open(path, .read, permissions: 0)
    let second = try folder.files.open(path, .read, permissions: 0)
    #expect(try first.tryLock(exclusive: true))
    #expect(try first.tryLock(exclusive: true))
    #expect(try !second.tryLock(exclusive: false))
    #expect(try first.tryLock(exclusive: false))
    #expect(try second.tryLock(exclusive: false))
    #expect(try !first.tryLock(exclusive: true))
    #expect(try second.tryLock(exclusive: true))
    try second.close()
    #expect(try first.tryLock(exclusive: true))
  }

  @Test(arguments: Host.allCases)
  func timesAndModesAreKept(on host: Host) throws {
    let folder = try TestFolder(on: host)
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.put("f", [1])
    let files = folder.files
    let before = try #require(try files.status(of: path, following: true))
    let file = try files.open(path, .readWrite, permissions: 0)
    try file.setPermissions(0o400)
    let chmodded = try file.status()
    #expect(chmodded.modifiedNanoseconds == before.modifiedNanoseconds)
    #expect(chmodded.changedNanoseconds >= before.changedNanoseconds)
    try file.write([2, 3], at: 1)
    let written = try file.status()
    #expect(written.modifiedNanoseconds >= chmodded.changedNanoseconds)
    #expect(written.size == 3 && written.inode == before.inode && written.permissions == 0o400)
    _ = try files.open(folder.path / "open to all", .createNew, permissions: 0o777)
    let made = try files.status(of: folder.path / "open to all", following: true)
    // The usual umask; a process started with another one gives its own bits.
    #expect(host == .linux || made?.permissions == 0o755)
  }

  /// On the real file system only: the simulated one has neither devices nor pipes.
  @Test func aDeviceIsNoFile() throws {
    #expect(
      code { _ = try LinuxFileSystem().open(Path("/dev/null"), .readWrite, permissions: 0) }
        == .unsupported)
    let status = try LinuxFileSystem().status(of: Path("/dev/null"), following: true)
    #expect(status?.kind == .other)
  }
}
