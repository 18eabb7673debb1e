import CSystem
import Glibc

/// Files of the machine this runs on.
package struct LinuxFileSystem: FileSystem {
  package init() {}

  package func open(
    _ path: Path, _ access: FileAccess, permissions: UInt32
  ) throws(FileError) -> any OpenFile {
    // A named pipe would otherwise keep `open` waiting for its other end; on a regular file the flag
    // means nothing.
    let flags = access.flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = try systemCall("open", path) {
      path.withCString { Int(Glibc.open($0, flags, permissions)) }
    }
    let file = LinuxOpenFile(descriptor: Int32(descriptor), path: path)
    switch try file.status().kind {
    case .regular: return file
    case .directory: throw FileError("open", path, errno: EISDIR)
    case .symbolicLink, .other: throw FileError("open", path, errno: EOPNOTSUPP)
    }
  }

  package func status(of path: Path, following: Bool) throws(FileError) -> FileStatus? {
    var raw = stat()
    do throws(FileError) {
      try systemCall(following ? "stat" : "lstat", path) {
        path.withCString { Int(following ? stat($0, &raw) : lstat($0, &raw)) }
      }
    } catch  where error.code == .notFound {
      return nil
    }
    return FileStatus(raw)
  }

  package func createDirectory(_ path: Path, permissions: UInt32) throws(FileError) {
    try systemCall("mkdir", path) { path.withCString { Int(mkdir($0, permissions)) } }
  }

  package func rename(_ source: Path, to target: Path, replacing: Bool) throws(FileError) {
    guard !replacing else {
      try systemCall("rename", target) {
        source.withCString { from in target.withCString { Int(Glibc.rename(from, $0)) } }
      }
      return
    }
    do throws(FileError) {
      try shimmedCall("renameat2", target) {
        source.withCString { from in target.withCString { pa_rename_noreplace(from, $0) } }
      }
    } catch  where error.errno == EINVAL || error.errno == ENOSYS {
      // How NFS and some FUSE file systems answer the flag, and the kernel a folder that is to be moved into
      // itself; folders cannot be linked. Source: rename(2), ERRORS.
      if try status(of: source, following: false)?.kind == .directory { throw error }
      try linkAndRemove(source, to: target)
    }
  }

  /// A rename that does not replace, for file systems without one: `link` refuses a name that is
  /// taken. A crash in between leaves the file under both names.
  func linkAndRemove(_ source: Path, to target: Path) throws(FileError) {
    try systemCall("link", target) {
      source.withCString { from in target.withCString { Int(link(from, $0)) } }
    }
    try remove(source)
  }

  package func remove(_ path: Path) throws(FileError) {
    try systemCall("unlink", path) { path.withCString { Int(unlink($0)) } }
  }

  package func removeDirectory(_ path: Path) throws(FileError) {
    try systemCall("rmdir", path) { path.withCString { Int(rmdir($0)) } }
  }

  package func synchronizeDirectory(_ path: Path) throws(FileError) {
    let descriptor = try systemCall("open", path) {
      path.withCString { Int(Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) }
    }
    defer { Glibc.close(Int32(descriptor)) }
    do throws(FileError) {
      try systemCall("fsync", path) { Int(fsync(Int32(descriptor))) }
    } catch  where error.errno == EINVAL {
      // "fd is bound to a special file which does not support synchronization" (fsync(2)): some network
      // file systems say so of folders, and offer nothing stronger.
      return
    }
  }

  package func space(at path: Path) throws(FileError) -> FileSystemSpace {
    var raw = statvfs()
    try systemCall("statvfs", path) { path.withCString { Int(statvfs($0, &raw)) } }
    return FileSystemSpace(
      availableBytes: Self.bytes(raw.f_bavail, blocksOf: raw.f_frsize),
      totalBytes: Self.bytes(raw.f_blocks, blocksOf: raw.f_frsize))
  }

  private static func bytes(_ blocks: UInt, blocksOf size: UInt) -> Int64 {
    let (product, overflow) = blocks.multipliedReportingOverflow(by: size)
    return overflow ? .max : Int64(clamping: product)
  }
}

extension FileAccess {
  fileprivate var flags: Int32 {
    switch self {
    case .read: O_RDONLY
    case .readWrite: O_RDWR
    case .readWriteCreate: O_RDWR | O_CREAT
    case .createNew: O_RDWR | O_CREAT | O_EXCL
    }
  }
}
