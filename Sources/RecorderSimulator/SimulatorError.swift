package import HostIO

/// Why simulated recordings could not be made or written.
package struct SimulatorError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    /// The MP3 encoder failed.
    case encoding
    /// A file operation failed; `cause` tells which.
    case file
    /// The folder holds something that is no sample of this seed.
    case foreignFolder = "foreign-folder"
  }

  package let code: Code
  /// For people: what was attempted, or what is in the way.
  package let detail: String
  package let cause: FileError?

  /// - Parameters:
  ///   - detail: For people: what was attempted, or what is in the way.
  ///   - cause: The file operation that failed, if one did.
  package init(code: Code, detail: String, cause: FileError? = nil) {
    self.code = code
    self.detail = detail
    self.cause = cause
  }

  init(_ cause: FileError) {
    self.init(
      code: .file, detail: "\(cause.operation) \(cause.path): \(cause.code.rawValue)", cause: cause)
  }
}
