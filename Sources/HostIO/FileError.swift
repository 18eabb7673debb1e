/// A file operation that failed: what was asked, of which path, and the kernel's answer.
package struct FileError: Error, Hashable, Sendable {
  /// What a caller may decide on. Everything else is `.io`.
  package enum Code: String, Sendable {
    case notFound, exists, permission, readOnly, noSpace, notDirectory, isDirectory, notEmpty
    case nameTooLong, symbolicLinkLoop, crossDevice, unsupported, tooManyOpenFiles
    /// A file longer than the system, or a limit of ours, allows.
    case tooLarge
    /// Nobody reads the other end.
    case brokenPipe
    case io
  }

  package let code: Code
  /// The system call, as in its manual page.
  package let operation: String
  package let path: Path
  /// The error number, 0 where the failure was ours (a short read, say).
  package let errno: Int32

  package init(code: Code, operation: String, path: Path, errno: Int32) {
    self.code = code
    self.operation = operation
    self.path = path
    self.errno = errno
  }

  /// Whether freeing space can cure it.
  package var isOutOfSpace: Bool { code == .noSpace }

  /// Whether the archive's disk, and not one file, is what cannot be written.
  package var isUnwritable: Bool { code == .noSpace || code == .readOnly || code == .permission }
}
