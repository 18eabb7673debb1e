import Glibc
import HostIO
import SimulatedHost
import Testing

/// The file systems that must behave alike.
enum Host: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case linux
  case simulated

  var testDescription: String { rawValue }
}

/// A folder of a test's own, on either file system. The real one is removed with the value.
struct TestFolder {
  let path: Path
  let files: any FileSystem
  /// nil on the real file system.
  let disk: SimulatedFileSystem?
  private let onDisk: TemporaryFolder?

  init(on host: Host) throws {
    switch host {
    case .linux:
      self.init(on: try TemporaryFolder())
    case .simulated:
      try self.init(on: SimulatedFileSystem())
    }
  }

  private init(on folder: TemporaryFolder) {
    path = folder.path
    files = folder.files
    disk = nil
    onDisk = folder
  }

  /// A folder on a simulated disk.
  init(on disk: SimulatedFileSystem) throws {
    path = Path("/tmp/folder")
    try disk.plantFolder(path)
    files = disk
    self.disk = disk
    onDisk = nil
  }

  /// Writes a file, or replaces it.
  @discardableResult
  func put(_ name: String, _ bytes: [UInt8]) throws -> Path {
    let file = try files.open(path / name, .readWriteCreate, permissions: 0o600)
    try file.truncate(to: 0)
    try file.write(bytes, at: 0)
    try file.close()
    return path / name
  }

  func get(_ name: String) throws -> [UInt8] {
    try files.readAll(path / name, limit: 1 << 20)
  }

  /// Makes a symbolic link, which the seam has no call for.
  func link(_ name: String, to target: String) throws {
    if let disk {
      try disk.plantLink(path / name, to: Path(target))
    } else {
      let link = path / name
      let result = link.text.map { symlink(target, $0) }
      try #require(result == 0)
    }
  }
}
