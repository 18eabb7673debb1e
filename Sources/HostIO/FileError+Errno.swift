import Glibc

extension FileError {
  /// An error from a failed system call.
  ///
  /// - Parameters:
  ///   - operation: The call, as its manual page names it.
  ///   - errno: The error number, positive.
  init(_ operation: String, _ path: Path, errno: Int32) {
    self.init(code: Code(errno: errno), operation: operation, path: path, errno: errno)
  }

  /// A limit of ours that a file exceeds.
  static func tooLarge(_ path: Path) -> FileError {
    FileError(code: .tooLarge, operation: "read", path: path, errno: 0)
  }
}

extension FileError.Code {
  /// What an error number means to a caller. The one place where numbers become codes.
  ///
  /// Source: errno(3), and the ERRORS of open(2), rename(2), rmdir(2), fsync(2), ioctl_ficlone(2).
  /// `ENOTTY` is how a file system without the operation answers an `ioctl`.
  package init(errno: Int32) {
    self =
      switch errno {
      case ENOENT: .notFound
      case EEXIST: .exists
      case EACCES, EPERM: .permission
      case EROFS: .readOnly
      case ENOSPC, EDQUOT: .noSpace
      case ENOTDIR: .notDirectory
      case EISDIR: .isDirectory
      case ENOTEMPTY: .notEmpty
      case ENAMETOOLONG: .nameTooLong
      case ELOOP: .symbolicLinkLoop
      case EXDEV: .crossDevice
      case ENOSYS, EOPNOTSUPP, ENOTTY: .unsupported
      case EMFILE, ENFILE: .tooManyOpenFiles
      case EFBIG: .tooLarge
      case EPIPE: .brokenPipe
      default: .io
      }
  }
}
