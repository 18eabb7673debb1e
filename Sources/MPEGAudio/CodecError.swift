/// Why the MP3 library could not do what was asked of it.
public struct CodecError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// The library gave no memory for its state.
    case outOfMemory = "out-of-memory"
    /// The installed library refuses the format.
    case unsupportedFormat = "unsupported-format"
    /// The encoder reported an error.
    case encoding
    /// The bytes are no MP3 stream the decoder could follow.
    case decoding
    /// Sample rate or number of channels changed within the stream.
    case formatChange = "format-change"
  }

  public let code: Code
  /// The library's function that failed.
  public let operation: String
  /// What it returned; 0 where it returns no number.
  public let status: Int

  /// - Parameters:
  ///   - operation: The library's function that failed.
  ///   - status: What it returned; 0 where it returns no number.
  public init(_ code: Code, operation: String, status: Int = 0) {
    self.code = code
    self.operation = operation
    self.status = status
  }

  public var description: String {
    status == 0 ? "\(operation): \(code.rawValue)" : "\(operation): \(code.rawValue) (\(status))"
  }
}

/// What `RecorderEncoder` throws.
public typealias EncodeError = CodecError
/// What `Decoder` throws.
public typealias DecodeError = CodecError
