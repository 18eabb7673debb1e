import HostIO
import Synchronization

/// The real file system, with one call that fails, and a record of what was asked.
///
/// Every call counts, reading ones too. A write that fails leaves half of its bytes behind.
final class FaultyFileSystem: FileSystem {
  /// What happens behind the call that fails.
  enum Course: CaseIterable, Sendable {
    /// All is well again.
    case recovers
    /// Every call fails, as if the process had ended there.
    case ends
  }

  private let base = LinuxFileSystem()
  private let fault: Fault

  /// - Parameters:
  ///   - call: Which call fails, from 1; nil for none.
  init(
    failingAt call: Int? = nil, course: Course = .recovers, code: FileError.Code = .io
  ) {
    fault = Fault(call: call, course: course, code: code)
  }

  /// Whether the call that fails was reached.
  var hasFailed: Bool { fault.hasHappened }

  /// The calls that change something or make it durable, as the call and the last part of the path.
  var trace: [String] { fault.trace }

  func open(
    _ path: Path, _ access: FileAccess, permissions: UInt32
  ) throws(FileError) -> any OpenFile {
    try fault.count(access == .createNew ? "create" : "open", path)
    return FaultyFile(base: try base.open(path, access, permissions: permissions), fault: fault)
  }

  func status(of path: Path, following: Bool) throws(FileError) -> FileStatus? {
    try fault.count("stat", path)
    return try base.status(of: path, following: following)
  }

  func remove(_ path: Path) throws(FileError) {
    try fault.count("remove", path)
    try base.remove(path)
  }

  func synchronizeDirectory(_ path: Path) throws(FileError) {
    try fault.count("fsync", path)
    try base.synchronizeDirectory(path)
  }

  // Nothing below is needed under a database.

  func entries(of directory: Path) throws(FileError) -> [Path] {
    throw Fault.unexpected("entries", directory)
  }

  func createDirectory(_ path: Path, permissions: UInt32) throws(FileError) {
    throw Fault.unexpected("mkdir", path)
  }

  func rename(_ source: Path, to target: Path, replacing: Bool) throws(FileError) {
    throw Fault.unexpected("rename", source)
  }

  func removeDirectory(_ path: Path) throws(FileError) { throw Fault.unexpected("rmdir", path) }

  func space(at path: Path) throws(FileError) -> FileSystemSpace {
    throw Fault.unexpected("statvfs", path)
  }
}

/// Counts calls and makes one of them fail.
private final class Fault: Sendable {
  private struct State {
    var calls = 0
    var hasHappened = false
    var trace: [String] = []
  }

  private let call: Int?
  private let course: FaultyFileSystem.Course
  private let code: FileError.Code
  private let state = Mutex(State())

  init(call: Int?, course: FaultyFileSystem.Course, code: FileError.Code) {
    self.call = call
    self.course = course
    self.code = code
  }

  var hasHappened: Bool { state.withLock { $0.hasHappened } }
  var trace: [String] { state.withLock { $0.trace } }

  func count(_ operation: String, _ path: Path) throws(FileError) {
    let fails = state.withLock { state in
      state.calls += 1
      if ["create", "write", "truncate", "fsync", "remove"].contains(operation) {
        state.trace.append("\(operation) \(path.lastComponent)")
      }
      let isHit = state.calls == call
      if isHit { state.hasHappened = true }
      return isHit || state.hasHappened && course == .ends
    }
    if fails { throw FileError(code: code, operation: operation, path: path, errno: 5) }
  }

  static func unexpected(_ operation: String, _ path: Path) -> FileError {
    FileError(code: .unsupported, operation: operation, path: path, errno: 0)
  }
}

private final class FaultyFile: OpenFile {
  private let base: any OpenFile
  private let fault: Fault

  init(base: any OpenFile, fault: Fault) {
    self.base = base
    self.fault = fault
  }

  var path: Path { base.path }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileError) -> Int {
    try fault.count("read", path)
    return try base.read(into: buffer, at: offset)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) {
    let wasEnded = fault.hasHappened
    do throws(FileError) {
      try fault.count("write", path)
    } catch {
      if !wasEnded {
        let half = UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2))
        try base.write(half, at: offset)
      }
      throw error
    }
    try base.write(bytes, at: offset)
  }

  func truncate(to length: Int64) throws(FileError) {
    try fault.count("truncate", path)
    try base.truncate(to: length)
  }

  func synchronize() throws(FileError) {
    try fault.count("fsync", path)
    try base.synchronize()
  }

  func status() throws(FileError) -> FileStatus {
    try fault.count("fstat", path)
    return try base.status()
  }

  func setPermissions(_ permissions: UInt32) throws(FileError) {
    throw Fault.unexpected("fchmod", path)
  }

  func tryLock(exclusive: Bool) throws(FileError) -> Bool {
    throw Fault.unexpected("flock", path)
  }

  func clone(from source: any OpenFile) throws(FileError) -> Bool {
    throw Fault.unexpected("clone", path)
  }

  func evictFromCache() throws(FileError) { throw Fault.unexpected("fadvise", path) }

  func close() throws(FileError) { try base.close() }
}
