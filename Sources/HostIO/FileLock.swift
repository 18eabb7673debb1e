/// A lock on a path, held by this process (`flock`), that goes with the process however it ends.
///
/// It is advisory and keeps out only those who ask for it. The file stays: removing it would let two
/// holders lock two files of the same name.
package final class FileLock: Sendable {
  package enum Mode: Sendable {
    /// Beside others that share; writes nothing.
    case shared
    /// Alone.
    case exclusive
  }

  private let file: any OpenFile

  private init(file: any OpenFile) {
    self.file = file
  }

  /// Takes the lock without waiting.
  ///
  /// - Parameters:
  ///   - path: The file to lock; made if it is not there.
  ///   - holder: One line that tells others who holds an exclusive lock, such as a process ID and a
  ///     command. Written after the lock is taken, for messages only; failing at it is not an error.
  ///   - permissions: The mode of a file that is made, before the umask.
  /// - Returns: nil if another holder is in the way.
  package static func acquire(
    _ path: Path, _ mode: Mode, in fileSystem: any FileSystem, holder: String, permissions: UInt32
  ) throws(FileError) -> FileLock? {
    let file = try open(path, mode, in: fileSystem, permissions: permissions)
    guard try file.tryLock(exclusive: mode == .exclusive) else { return nil }
    if mode == .exclusive {
      try? file.truncate(to: 0)
      try? file.write(Array(holder.utf8.filter { $0 != 0x0a }) + [0x0a], at: 0)
    }
    return FileLock(file: file)
  }

  /// Who holds the exclusive lock, or held it last, in the words it gave; nil if nobody says.
  package static func holder(of path: Path, in fileSystem: any FileSystem) -> String? {
    guard let bytes = try? fileSystem.readAll(path, limit: 4096),
      let end = bytes.firstIndex(of: 0x0a), end > 0
    else { return nil }
    return printable(bytes[..<end])
  }

  /// Gives the lock back; so does the end of the last reference.
  package func release() {
    // The kernel gives the lock back even where closing reports an error of an earlier write.
    try? file.close()
  }

  /// A shared lock asks for reading only, so that it can be had on a disk that is mounted so.
  private static func open(
    _ path: Path, _ mode: Mode, in fileSystem: any FileSystem, permissions: UInt32
  ) throws(FileError) -> any OpenFile {
    if mode == .shared {
      do throws(FileError) {
        return try fileSystem.open(path, .read, permissions: 0)
      } catch  where error.code == .notFound {}
    }
    return try fileSystem.open(path, .readWriteCreate, permissions: permissions)
  }
}
