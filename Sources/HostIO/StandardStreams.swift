@preconcurrency import Dispatch
import Glibc

/// The standard output and the standard error of this process, unbuffered.
package struct StandardStreams: Sendable {
  private let output: Int32
  private let errors: Int32

  package init() {
    self.init(output: STDOUT_FILENO, errors: STDERR_FILENO)
  }

  /// Streams on other descriptors, which stay their owner's to close.
  init(output: Int32, errors: Int32) {
    self.output = output
    self.errors = errors
  }

  /// Writes all bytes to the standard output.
  ///
  /// - Throws: `.brokenPipe` when the reader has gone, provided `ignoreBrokenPipes` was called; the codes
  ///   of a full disk where the output is a file.
  package func writeOutput(_ bytes: [UInt8]) throws(FileError) {
    try Self.write(bytes, to: output, as: Path("standard output"))
  }

  /// Writes text to the standard output, as UTF-8.
  package func writeOutput(_ text: String) throws(FileError) {
    try writeOutput(Array(text.utf8))
  }

  /// Writes all bytes to the standard error.
  package func writeError(_ bytes: [UInt8]) throws(FileError) {
    try Self.write(bytes, to: errors, as: Path("standard error"))
  }

  /// Writes text to the standard error, as UTF-8.
  package func writeError(_ text: String) throws(FileError) {
    try writeError(Array(text.utf8))
  }

  /// Makes a write to a pipe that nobody reads fail with an error, in this whole process, where the
  /// default is to end it by a signal. Source: pipe(7). Children start with the default all the same.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, as name: Path
  ) throws(FileError) {
    try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
      guard let start = buffer.baseAddress else { return }
      var done = 0
      while done < buffer.count {
        do throws(FileError) {
          done += try systemCall("write", name) {
            Glibc.write(descriptor, start + done, buffer.count - done)
          }
        } catch  where error.errno == EAGAIN {
          try waitUntilWritable(descriptor, name)
        }
      }
    }
  }

  /// A terminal or pipe shared with another program may have been made non-blocking by it.
  private static func waitUntilWritable(_ descriptor: Int32, _ name: Path) throws(FileError) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    try systemCall("poll", name) { Int(poll(&request, 1, -1)) }
  }
}

extension StandardStreams {
  /// Shows text on the standard output and waits for a line of the standard input, away from the concurrency
  /// runtime.
  ///
  /// - Returns: Whether a line came; the input may have ended.
  package static func ask(_ text: String) async -> Bool {
    say(text)
    return await withCheckedContinuation { continuation in
      DispatchQueue(label: "standard input").async {
        continuation.resume(returning: readLine() != nil)
      }
    }
  }

  /// Shows text on the standard output. Nobody is told if that fails.
  package static func say(_ text: String) { try? StandardStreams().writeOutput(text) }
}
