package import HostIO

/// An archive that cannot be opened, or whose disk failed.
package struct ArchiveError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    /// Nothing lies at the path, and nobody asked to make an archive there.
    case missing
    /// Something lies there, and it is no archive.
    case notAnArchive
    /// A later version of the program made it.
    case newerFormat
    /// Simulated recordings into an archive of real ones, or the other way round.
    case kindMismatch
    /// Another process works on it; `detail` says which.
    case locked
    /// A file of the archive does not say what it must; `path` says which.
    case damaged
    /// Too little space to start.
    case tooLittleSpace
    /// The disk; `cause` says what.
    case io
  }

  package let code: Code
  package let path: Path
  /// More for people, in one line; empty where the code says it all.
  package let detail: String
  package let cause: FileError?

  package init(code: Code, path: Path, detail: String = "", cause: FileError? = nil) {
    self.code = code
    self.path = path
    self.detail = detail
    self.cause = cause
  }

  /// Runs file operations, whose errors become `.io`.
  static func wrap<Value>(
    _ path: Path, _ body: () throws(FileError) -> Value
  ) throws(ArchiveError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw ArchiveError(code: .io, path: path, cause: error)
    }
  }
}
