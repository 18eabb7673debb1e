package import HostIO

/// A source that could not be found, opened, listed or read.
package struct SourceError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    /// It is not there.
    case notFound
    /// It talks to somebody else.
    case busy
    /// It refuses the session key.
    case keyRefused
    /// This machine has no radio that could reach it.
    case noRadio
    /// What is there is not a source (a file where a folder is asked for).
    case notASource
    /// The recording is no longer there.
    case gone
    /// The recording changed while it was read.
    case changed
    /// The link failed; a later attempt may succeed.
    case link
    /// The sink refused the bytes; `sink` says why.
    case sink
  }

  package let code: Code
  /// More for people, in one line.
  package let detail: String
  package let cause: FileError?
  package let sink: SinkError?

  package init(code: Code, detail: String, cause: FileError? = nil, sink: SinkError? = nil) {
    self.code = code
    self.detail = detail
    self.cause = cause
    self.sink = sink
  }

  /// Whether trying the same recording again in this run makes sense. One that has changed since it was
  /// listed has not: the next listing says what it is now.
  package var isWorthRetrying: Bool { code == .link }
}
