import CSystem
import Glibc

/// What this process was given by the one that started it.
package enum ProcessEnvironment {
  /// The environment variables. Of a name that is there twice the first one counts, as for getenv(3);
  /// bytes that are not UTF-8 are replaced by U+FFFD.
  package static func variables() -> [String: String] {
    var variables: [String: String] = [:]
    guard let list = pa_environment() else { return variables }
    var index = 0
    while let entry = list[index] {
      let text = String(cString: entry)
      if let separator = text.firstIndex(of: "=") {
        let name = String(text[..<separator])
        if variables[name] == nil {
          variables[name] = String(text[text.index(after: separator)...])
        }
      }
      index += 1
    }
    return variables
  }

  /// The process ID.
  package static var processIdentifier: Int32 { getpid() }

  /// The effective user ID; 0 is root.
  package static var userIdentifier: UInt32 { geteuid() }
}
