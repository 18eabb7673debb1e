/// The seam for TCP: connections that are opened to be read.
package protocol TCPConnecting: Sendable {
  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - address: IPv4, in dots.
  ///   - interface: Over which network interface it goes, whatever the routes say; nil for any.
  ///   - timeout: How long it may take.
  /// - Throws: `TCPError`, `CancellationError`.
  func connect(
    to address: String, port: UInt16, interface: String?, timeout: Duration
  ) async throws -> any TCPConnection
}

/// An open connection. One task reads it. It closes when the last reference goes, or at `close()`.
package protocol TCPConnection: Sendable {
  /// The bytes that have come, at least one; empty at the end of the stream.
  ///
  /// - Parameters:
  ///   - timeout: How long none may come.
  /// - Throws: `TCPError`; `CancellationError`, and then the connection is of no more use.
  func read(timeout: Duration) async throws -> [UInt8]

  func close() async
}

/// Why a connection could not be opened or read.
package struct TCPError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    /// Nobody listens there.
    case refused
    /// Nothing came in time.
    case timedOut = "timed-out"
    /// The other end broke it off.
    case reset
    /// There is no way there, or no such interface.
    case unreachable
    case io
  }

  package let code: Code
  /// The error number; 0 where no system call failed.
  package let errno: Int32

  package init(code: Code, errno: Int32 = 0) {
    self.code = code
    self.errno = errno
  }
}
