import CSystem
import Glibc
import Synchronization

/// A file descriptor of a regular file.
///
/// The lock keeps a descriptor from being closed, and its number from being given to another file,
/// while a call uses it.
final class LinuxOpenFile: OpenFile {
  let path: Path
  /// -1 once closed.
  private let descriptor: Mutex<Int32>

  /// Takes over a descriptor.
  init(descriptor: Int32, path: Path) {
    self.descriptor = Mutex(descriptor)
    self.path = path
  }

  deinit {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { Glibc.close(descriptor) }
    }
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    var done = 0
    while done < buffer.count {
      let position = try position(offset, plus: done)
      let count = try call("pread") { pread($0, start + done, buffer.count - done, position) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) {
    guard let start = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let position = try position(offset, plus: done)
      let count = try call("pwrite") { pwrite($0, start + done, bytes.count - done, position) }
      guard count > 0 else { throw FileError("pwrite", path, errno: EIO) }
      done += count
    }
  }

  func truncate(to length: Int64) throws(FileError) {
    try call("ftruncate") { Int(ftruncate($0, Int(length))) }
  }

  func synchronize() throws(FileError) {
    try call("fsync") { Int(fsync($0)) }
  }

  func status() throws(FileError) -> FileStatus {
    var raw = stat()
    try call("fstat") { Int(fstat($0, &raw)) }
    return FileStatus(raw)
  }

  func setPermissions(_ permissions: UInt32) throws(FileError) {
    try call("fchmod") { Int(fchmod($0, permissions)) }
  }

  func tryLock(exclusive: Bool) throws(FileError) -> Bool {
    do throws(FileError) {
      try call("flock") { Int(flock($0, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB)) }
      return true
    } catch  where error.errno == EWOULDBLOCK {
      return false
    }
  }

  func clone(from source: any OpenFile) throws(FileError) -> Bool {
    guard let source = source as? LinuxOpenFile else { return false }
    // A copy of the source's descriptor, so that no call ever holds two locks.
    let copy = try source.call("fcntl") { Int(fcntl($0, F_DUPFD_CLOEXEC, 0)) }
    defer { Glibc.close(Int32(copy)) }
    do throws(FileError) {
      try call("ioctl_ficlone") { descriptor in
        let result = pa_clone_file(descriptor, Int32(copy))
        guard result < 0 else { return 0 }
        errno = -result
        return -1
      }
      return true
    } catch  where error.code == .unsupported || error.code == .crossDevice || error.errno == EINVAL
    {
      return false
    }
  }

  func evictFromCache() throws(FileError) {
    try call("posix_fadvise") { descriptor in
      let error = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
      guard error != 0 else { return 0 }
      errno = error
      return -1
    }
  }

  func close() throws(FileError) {
    let result = descriptor.withLock { descriptor -> Int32 in
      guard descriptor >= 0 else { return 0 }
      defer { descriptor = -1 }
      // Not again after EINTR: Linux has released the descriptor by then. Source: close(2), NOTES.
      return Glibc.close(descriptor) < 0 && errno != EINTR ? errno : 0
    }
    if result != 0 { throw FileError("close", path, errno: result) }
  }

  /// Makes a call on the descriptor until no signal interrupts it.
  @discardableResult
  private func call(
    _ operation: String, _ body: (Int32) -> Int
  ) throws(FileError) -> Int {
    try descriptor.withLock { descriptor throws(FileError) -> Int in
      guard descriptor >= 0 else { throw FileError(operation, path, errno: EBADF) }
      while true {
        let result = body(descriptor)
        if result >= 0 { return result }
        let error = errno
        if error != EINTR { throw FileError(operation, path, errno: error) }
      }
    }
  }

  private func position(_ offset: Int64, plus done: Int) throws(FileError) -> Int {
    let (position, overflow) = Int(offset).addingReportingOverflow(done)
    if overflow { throw FileError("pwrite", path, errno: EFBIG) }
    return position
  }
}
