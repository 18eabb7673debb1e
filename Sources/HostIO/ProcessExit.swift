import Glibc

/// The end of this process, for programs to tell how they fared.
package enum ProcessExit {
  /// Ends the process with an exit code; what others registered with atexit(3) still runs.
  ///
  /// - Parameters:
  ///   - code: 0 to 255; 0 is success.
  package static func exit(_ code: Int32) -> Never {
    Glibc.exit(code)
  }
}
