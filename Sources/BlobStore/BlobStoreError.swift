package import Fixity
package import HostIO

/// An operation on the store that failed. Nothing that was stored before is touched by any failure.
package struct BlobStoreError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    /// The number of bytes is not the one that was expected; nothing is stored.
    case sizeMismatch
    /// No such object.
    case missing
    /// An object's bytes do not have the digest that names it.
    case corrupt
    /// The disk; `cause` says what.
    case io
  }

  package let code: Code
  package let object: SHA256Digest?
  package let cause: FileError?

  package init(code: Code, object: SHA256Digest? = nil, cause: FileError? = nil) {
    self.code = code
    self.object = object
    self.cause = cause
  }

  /// Runs file operations, whose errors become `.io`.
  static func wrap<Value>(
    _ object: SHA256Digest? = nil, _ body: () throws(FileError) -> Value
  ) throws(BlobStoreError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw BlobStoreError(code: .io, object: object, cause: error)
    }
  }

  /// Whether freeing space can cure it.
  package var isOutOfSpace: Bool { cause?.isOutOfSpace ?? false }
}
