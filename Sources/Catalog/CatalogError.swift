package import HostIO

/// What the catalog could not do: what was attempted on which file, and SQLite's answer.
package struct CatalogError: Error, Hashable, Sendable {
  /// What a caller may decide on.
  package enum Code: String, Sendable {
    /// Another connection holds the catalog for longer than anybody waits.
    case busy
    /// The file is damaged, or holds what no catalog holds.
    case corrupt
    /// The file is no SQLite database, or one of another program.
    case notADatabase
    /// A later version of this program has changed the schema; nothing was touched.
    case newerSchema
    case noSpace
    case readOnly
    case cannotOpen
    case io
    /// The caller broke a rule: a call after `close`, or rows that contradict each other.
    case misuse
  }

  package let code: Code
  /// SQLite's extended result code (https://www.sqlite.org/rescode.html); 0 where it was not SQLite
  /// that said no.
  package let extendedCode: Int32
  /// What was attempted.
  package let context: String
  /// The database file.
  package let path: Path
  /// The reason in words, for a log.
  package let message: String

  package init(code: Code, extendedCode: Int32, context: String, path: Path, message: String) {
    self.code = code
    self.extendedCode = extendedCode
    self.context = context
    self.path = path
    self.message = message
  }

  /// Whether putting the file aside and replaying the logs cures it.
  package var isRebuildable: Bool { code == .corrupt || code == .notADatabase }
}

extension CatalogError: CustomStringConvertible {
  package var description: String { "\(context): \(path): \(message) (\(extendedCode))" }
}
