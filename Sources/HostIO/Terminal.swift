import CSystem
import Glibc

/// What is known of the terminal behind a file descriptor.
package enum Terminal {
  /// Whether the descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The width in columns; nil where there is no terminal or it does not say.
  package static func columns(_ descriptor: Int32) -> Int? {
    let columns = pa_terminal_columns(descriptor)
    return columns > 0 ? Int(columns) : nil
  }
}
