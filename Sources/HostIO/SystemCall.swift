import Glibc

/// Makes a system call until no signal interrupts it.
///
/// - Parameters:
///   - operation: The call, as its manual page names it, for the error.
///   - call: Returns a negative value and sets `errno` on failure.
/// - Returns: What the call returned, not negative.
@discardableResult
func systemCall(
  _ operation: String, _ path: Path, _ call: () -> Int
) throws(FileError) -> Int {
  while true {
    let result = call()
    if result >= 0 { return result }
    let error = errno
    if error != EINTR { throw FileError(operation, path, errno: error) }
  }
}

/// Makes a system call of the `CSystem` kind, which returns the negated error number, until no signal
/// interrupts it.
@discardableResult
func shimmedCall(
  _ operation: String, _ path: Path, _ call: () -> Int32
) throws(FileError) -> Int32 {
  while true {
    let result = call()
    if result >= 0 { return result }
    if result != -EINTR { throw FileError(operation, path, errno: -result) }
  }
}

extension Path {
  /// Lends the path as the kernel wants it, ended by a NUL.
  func withCString<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
      for (index, byte) in bytes.enumerated() {
        buffer[index] = CChar(bitPattern: byte)
      }
      buffer[bytes.count] = 0
      // A buffer of at least one element has an address.
      guard let start = buffer.baseAddress else { fatalError("no temporary memory") }
      return body(UnsafePointer(start))
    }
  }
}

extension FileStatus {
  /// What the kernel tells of a file, in the terms of the seam. Source: stat(3type), inode(7).
  init(_ raw: stat) {
    let kind: Kind =
      switch raw.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .other
      }
    self.init(
      kind: kind, size: Int64(raw.st_size), modifiedNanoseconds: raw.st_mtim.nanoseconds,
      changedNanoseconds: raw.st_ctim.nanoseconds, device: UInt64(raw.st_dev),
      inode: UInt64(raw.st_ino), permissions: raw.st_mode & 0o7777)
  }
}

extension timespec {
  /// Nanoseconds; the nearest that an `Int64` holds where the time of a file lies beyond 1677 to 2262.
  var nanoseconds: Int64 {
    let (scaled, overflow) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return tv_sec < 0 ? .min : .max }
    let (sum, sumOverflow) = scaled.addingReportingOverflow(Int64(tv_nsec))
    return sumOverflow ? .max : sum
  }
}
