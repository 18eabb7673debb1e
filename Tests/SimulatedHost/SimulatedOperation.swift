/// The calls of `FileSystem` and `OpenFile`, for telling which of them is to fail.
package enum SimulatedOperation: Hashable, Sendable, CaseIterable {
  /// Opening without making a file.
  case open
  /// Opening with `.readWriteCreate` or `.createNew`.
  case createFile
  case status, entries, createDirectory, rename, remove, removeDirectory, synchronizeDirectory
  case space
  case read, write, truncate, synchronize, fileStatus, setPermissions, lock, evict, close

  /// Whether the call changes the disk, or makes a change durable.
  package var isMutating: Bool {
    switch self {
    case .createFile, .createDirectory, .rename, .remove, .removeDirectory, .synchronizeDirectory,
      .write, .truncate, .synchronize, .setPermissions:
      true
    case .open, .status, .entries, .space, .read, .fileStatus, .lock, .evict, .close: false
    }
  }

  /// The system call behind it, as the real file system names it in errors.
  var call: String {
    switch self {
    case .open, .createFile: "open"
    case .status: "stat"
    case .entries: "opendir"
    case .createDirectory: "mkdir"
    case .rename: "rename"
    case .remove: "unlink"
    case .removeDirectory: "rmdir"
    case .synchronizeDirectory, .synchronize: "fsync"
    case .space: "statvfs"
    case .read: "pread"
    case .write: "pwrite"
    case .truncate: "ftruncate"
    case .fileStatus: "fstat"
    case .setPermissions: "fchmod"
    case .lock: "flock"
    case .evict: "posix_fadvise"
    case .close: "close"
    }
  }
}
