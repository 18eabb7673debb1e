/// The seam through which every byte on disk passes.
///
/// `LinuxFileSystem` is the real one. Tests put others in its place, which fail where they are told to.
///
/// All calls block. Paths are taken as they are: relative ones from the working directory.
package protocol FileSystem: Sendable {
  /// Opens a regular file.
  ///
  /// - Parameters:
  ///   - permissions: The mode of a file that this call creates, before the umask; else ignored.
  /// - Throws: `.notFound`, `.exists` (with `.createNew`), `.isDirectory`, `.permission`, `.readOnly`;
  ///   `.unsupported` for a pipe, a socket or a device.
  func open(
    _ path: Path, _ access: FileAccess, permissions: UInt32
  ) throws(FileError) -> any OpenFile

  /// What lies at a path.
  ///
  /// - Parameters:
  ///   - following: Whether a symbolic link in the last component is followed.
  /// - Returns: nil if nothing lies there.
  func status(of path: Path, following: Bool) throws(FileError) -> FileStatus?

  /// The names in a folder, without `.` and `..`, sorted by their bytes.
  func entries(of directory: Path) throws(FileError) -> [Path]

  /// Makes one folder. Throws `.exists` if anything lies there.
  func createDirectory(_ path: Path, permissions: UInt32) throws(FileError)

  /// Renames atomically within one file system.
  ///
  /// - Parameters:
  ///   - replacing: Whether a file that lies at `target` is replaced; else `.exists` is thrown and
  ///     nothing has changed (`renameat2` with `RENAME_NOREPLACE`).
  func rename(_ source: Path, to target: Path, replacing: Bool) throws(FileError)

  /// Removes a file or a symbolic link.
  func remove(_ path: Path) throws(FileError)

  /// Removes an empty folder.
  func removeDirectory(_ path: Path) throws(FileError)

  /// Makes the names in a folder durable (`fsync` on the folder).
  func synchronizeDirectory(_ path: Path) throws(FileError)

  /// Room on the file system that holds a path, in bytes, as this user may use it.
  func space(at path: Path) throws(FileError) -> FileSystemSpace
}

package enum FileAccess: Hashable, Sendable {
  /// Read only; the file exists.
  case read
  /// Read and write; the file exists.
  case readWrite
  /// Read and write; made if it is not there.
  case readWriteCreate
  /// Read and write; it must not be there yet.
  case createNew
}

/// What `stat` tells of a file, as far as anybody here asks.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case regular, directory, symbolicLink, other }
  package var kind: Kind
  /// Bytes.
  package var size: Int64
  /// Last change of content and last change of anything, in nanoseconds since 1970 UTC.
  package var modifiedNanoseconds: Int64
  package var changedNanoseconds: Int64
  package var device: UInt64
  package var inode: UInt64
  /// The twelve permission bits.
  package var permissions: UInt32

  package init(
    kind: Kind, size: Int64, modifiedNanoseconds: Int64, changedNanoseconds: Int64,
    device: UInt64, inode: UInt64, permissions: UInt32
  ) {
    self.kind = kind
    self.size = size
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
    self.device = device
    self.inode = inode
    self.permissions = permissions
  }
}

package struct FileSystemSpace: Hashable, Sendable {
  /// Bytes that this user may still write.
  package var availableBytes: Int64
  package var totalBytes: Int64

  package init(availableBytes: Int64, totalBytes: Int64) {
    self.availableBytes = availableBytes
    self.totalBytes = totalBytes
  }
}

/// An open regular file. It closes when the last reference goes, or at `close()`, whose error counts.
package protocol OpenFile: AnyObject, Sendable {
  var path: Path { get }

  /// Reads at an offset.
  ///
  /// - Returns: The bytes read; fewer than asked only at the end of the file; 0 at or behind it.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileError) -> Int

  /// Writes all bytes at an offset, however many system calls that takes.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError)

  /// Sets the length in bytes.
  func truncate(to length: Int64) throws(FileError)

  /// Makes content and length durable (`fsync`).
  func synchronize() throws(FileError)

  func status() throws(FileError) -> FileStatus

  func setPermissions(_ permissions: UInt32) throws(FileError)

  /// Takes an advisory lock of the whole file (`flock`), without waiting. It goes with the process.
  ///
  /// - Returns: Whether it was granted.
  func tryLock(exclusive: Bool) throws(FileError) -> Bool

  /// Makes this empty file share the blocks of another (`FICLONE`).
  ///
  /// - Returns: false where the file system cannot; nothing has changed then.
  func clone(from source: any OpenFile) throws(FileError) -> Bool

  /// Asks the system to forget what it holds of this file in memory (`posix_fadvise` with
  /// `POSIX_FADV_DONTNEED`), so that the next read goes to the disk. Pages that are not yet written
  /// stay, so synchronize first; and nothing says whether the request was followed.
  func evictFromCache() throws(FileError)

  /// Closes the file; later calls fail. Closing twice is harmless.
  func close() throws(FileError)
}
