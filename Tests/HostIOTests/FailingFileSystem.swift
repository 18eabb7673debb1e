import HostIO
import Synchronization

/// A file system whose nth changing call fails, as on a full disk; reads are left alone.
final class FailingFileSystem: FileSystem {
  let base = LinuxFileSystem()
  private let budget: Budget

  init(failingAt call: Int, with code: FileError.Code = .noSpace) {
    budget = Budget(call: call, code: code)
  }

  /// Whether the fault has happened.
  var hasFailed: Bool { budget.isSpent }

  func open(
    _ path: Path, _ access: FileAccess, permissions: UInt32
  ) throws(FileError) -> any OpenFile {
    if access != .read { try budget.use("open", path) }
    return FailingFile(
      base: try base.open(path, access, permissions: permissions), budget: budget)
  }
  func status(of path: Path, following: Bool) throws(FileError) -> FileStatus? {
    try base.status(of: path, following: following)
  }
  func entries(of directory: Path) throws(FileError) -> [Path] { try base.entries(of: directory) }
  func createDirectory(_ path: Path, permissions: UInt32) throws(FileError) {
    try budget.use("mkdir", path)
    try base.createDirectory(path, permissions: permissions)
  }
  func rename(_ source: Path, to target: Path, replacing: Bool) throws(FileError) {
    try budget.use("rename", source)
    try base.rename(source, to: target, replacing: replacing)
  }
  func remove(_ path: Path) throws(FileError) { try base.remove(path) }
  func removeDirectory(_ path: Path) throws(FileError) { try base.removeDirectory(path) }
  func synchronizeDirectory(_ path: Path) throws(FileError) {
    try budget.use("fsync", path)
    try base.synchronizeDirectory(path)
  }
  func space(at path: Path) throws(FileError) -> FileSystemSpace { try base.space(at: path) }
}

/// Counts changing calls and makes one of them fail.
private final class Budget: Sendable {
  private let remaining: Mutex<Int>
  private let code: FileError.Code

  init(call: Int, code: FileError.Code) {
    remaining = Mutex(call)
    self.code = code
  }

  var isSpent: Bool { remaining.withLock { $0 <= 0 } }

  func use(_ operation: String, _ path: Path) throws(FileError) {
    let isHit = remaining.withLock { count in
      count -= 1
      return count == 0
    }
    if isHit { throw FileError(code: code, operation: operation, path: path, errno: 28) }
  }
}

private final class FailingFile: OpenFile {
  private let base: any OpenFile
  private let budget: Budget

  init(base: any OpenFile, budget: Budget) {
    self.base = base
    self.budget = budget
  }

  var path: Path { base.path }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
    try base.read(into: buffer, at: offset)
  }
  /// A write that fails leaves half of its bytes behind, as on a disk that fills up.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) {
    do throws(FileError) {
      try budget.use("write", path)
    } catch {
      try base.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)), at: offset)
      throw error
    }
    try base.write(bytes, at: offset)
  }
  func truncate(to length: Int64) throws(FileError) { try base.truncate(to: length) }
  func synchronize() throws(FileError) {
    try budget.use("fsync", path)
    try base.synchronize()
  }
  func status() throws(FileError) -> FileStatus { try base.status() }
  func setPermissions(_ permissions: UInt32) throws(FileError) {
    try base.setPermissions(permissions)
  }
  func tryLock(exclusive: Bool) throws(FileError) -> Bool { try base.tryLock(exclusive: exclusive) }
  func clone(from source: any OpenFile) throws(FileError) -> Bool { try base.clone(from: source) }
  func evictFromCache() throws(FileError) { try base.evictFromCache() }
  func close() throws(FileError) { try base.close() }
}
