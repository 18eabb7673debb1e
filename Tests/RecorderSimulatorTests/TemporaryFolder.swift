import Glibc
import HostIO
import Testing

/// A folder of a test's own on the real file system, removed with the value.
final class TemporaryFolder: Sendable {
  let path: Path
  let files = LinuxFileSystem()

  init() throws {
    path = Path("/tmp/pocket-archive-test-" + RealRandomness().hexName())
    try files.createDirectory(path, permissions: 0o700)
  }

  deinit { try? files.removeTree(path) }

  /// Writes a file, or replaces its content.
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

  /// Makes a symbolic link; `target` is taken from the link's own folder.
  func link(_ link: Path, to target: String) throws {
    let text = try #require(link.text)
    #expect(symlink(target, text) == 0)
  }
}
