/// The seam for other programs: started with an argument list, never with a shell string.
package protocol ChildProcesses: Sendable {
  /// Runs a program to its end and takes what it writes.
  ///
  /// When the task is cancelled the program is asked to end (`SIGTERM`) and, should it not, ended
  /// (`SIGKILL`) after the command's grace.
  ///
  /// - Throws: `ChildError` if it could not be started. However it ends is a result, not an error.
  func run(_ command: ChildCommand) async throws(ChildError) -> ChildResult
}

/// A program to run, and what it is given.
package struct ChildCommand: Hashable, Sendable {
  /// The program's file. No search path is used.
  package var executable: Path
  /// Without the program's own name.
  package var arguments: [String]
  /// All variables that it sees.
  package var environment: [String: String]
  /// Where it starts; nil for where this process is.
  package var workingDirectory: Path?
  /// What it reads from its standard input.
  package var input: [UInt8]
  /// The most bytes that are kept of each of its outputs; the rest is read and dropped.
  package var outputLimit: Int
  /// How long it may take to end after it was asked to.
  package var grace: Duration

  package init(
    _ executable: Path, _ arguments: [String] = [], environment: [String: String] = [:],
    workingDirectory: Path? = nil, input: [UInt8] = [], outputLimit: Int = 1 << 20,
    grace: Duration = .seconds(5)
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.input = input
    self.outputLimit = outputLimit
    self.grace = grace
  }
}

/// How a program ended, and what it wrote.
package struct ChildResult: Hashable, Sendable {
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
  }

  package var ending: Ending
  package var output: [UInt8]
  package var errors: [UInt8]
  /// Bytes that were dropped for the limit, of both outputs.
  package var droppedBytes: Int

  package init(ending: Ending, output: [UInt8], errors: [UInt8], droppedBytes: Int = 0) {
    self.ending = ending
    self.output = output
    self.errors = errors
    self.droppedBytes = droppedBytes
  }
}

/// A program that could not be started.
package struct ChildError: Error, Hashable, Sendable {
  package let executable: Path
  /// The system call, as in its manual page, and its error number.
  package let operation: String
  package let errno: Int32

  package init(executable: Path, operation: String, errno: Int32) {
    self.executable = executable
    self.operation = operation
    self.errno = errno
  }
}
