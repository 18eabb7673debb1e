import HostIO
import Synchronization

/// The real file system until so many changing calls were made; from then on each one fails.
final class FullDisk: FileSystem {
  private let base = LinuxFileSystem()
  private let calls: Calls

  /// - Parameters:
  ///   - room: Changing calls that succeed.
  init(room: Int, code: FileError.Code = .noSpace) {
    calls = Calls(room: room, code: code)
  }

  /// Whether a call has failed.
  var wasHit: Bool { calls.wasHit }

  func open(
    _ path: Path, _ access: FileAccess, permissions: UInt32
  ) throws(FileError) -> any OpenFile {
    if access != .read { try calls.take("open", path) }
    return FullDiskFile(try base.open(path, access, permissions: permissions), calls)
  }
  func status(of path: Path, following: Bool) throws(FileError) -> FileStatus? {
    try base.status(of: path, following: following)
  }
  func entries(of directory: Path) throws(FileError) -> [Path] { try base.entries(of: directory) }
  func createDirectory(_ path: Path, permissions: UInt32) throws(FileError) {
    try calls.take("mkdir", path)
    try base.createDirectory(path, permissions: permissions)
  }
  func rename(_ source: Path, to target: Path, replacing: Bool) throws(FileError) {
    try calls.take("rename", target)
    try base.rename(source, to: target, replacing: replacing)
  }
  /// Removing fails too: as if the program had ended at the first failure.
  func remove(_ path: Path) throws(FileError) {
    try calls.take("unlink", path)
    try base.remove(path)
  }
  func removeDirectory(_ path: Path) throws(FileError) {
    try calls.take("rmdir", path)
    try base.removeDirectory(path)
  }
  func synchronizeDirectory(_ path: Path) throws(FileError) {
    try base.synchronizeDirectory(path)
  }
  func space(at path: Path) throws(FileError) -> FileSystemSpace { try base.space(at: path) }
}

private final class Calls: Sendable {
  private let left: Mutex<Int>
  private let code: FileError.Code

  init(room: Int, code: FileError.Code) {
    left = Mutex(room)
    self.code = code
  }

  var wasHit: Bool { left.withLock { $0 < 0 } }

  func take(_ operation: String, _ path: Path) throws(FileError) {
    let isLeft = left.withLock { left in
      left -= 1
      return left >= 0
    }
    if !isLeft { throw FileError(code: code, operation: operation, path: path, errno: 28) }
  }
}

private final class FullDiskFile: OpenFile {
  private let base: any OpenFile
  private let calls: Calls

  init(_ base: any OpenFile, _ calls: Calls) {
    self.base = base
    self.calls = calls
  }

  var path: Path { base.path }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
    try base.read(into: buffer, at: offset)
  }
  /// The write that finds no room leaves a third of its bytes.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) {
    do throws(FileError) {
      try calls.take("write", path)
    } catch {
      try base.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 3)), at: offset)
      throw error
    }
    try base.write(bytes, at: offset)
  }
  func truncate(to length: Int64) throws(FileError) { try base.truncate(to: length) }
  func synchronize() throws(FileError) { try base.synchronize() }
  func status() throws(FileError) -> FileStatus { try base.status() }
  func setPermissions(_ permissions: UInt32) throws(FileError) {
    try base.setPermissions(permissions)
  }
  func tryLock(exclusive: Bool) throws(FileError) -> Bool { try base.tryLock(exclusive: exclusive) }
  func clone(from source: any OpenFile) throws(FileError) -> Bool { try base.clone(from: source) }
  func evictFromCache() throws(FileError) { try base.evictFromCache() }
  func close() throws(FileError) { try base.close() }
}
