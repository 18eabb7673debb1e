/// A value of a settings file, and where it was read.
package struct YAMLNode: Hashable, Sendable {
  /// What the value holds.
  package enum Value: Hashable, Sendable {
    /// Text as it stands in the file. Quoted is whatever was not written plainly, block text
    /// included: it is text even where it looks like a number.
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLNode])
    /// In the file's order, no key twice.
    case mapping([YAMLEntry])
  }

  /// What it holds.
  package var value: Value
  /// From 1.
  package var line: Int
  /// In Unicode scalars, from 1.
  package var column: Int
  /// The keys and places that lead to it.
  package var path: SettingsPath
  /// The name of the file in messages.
  package var file: String

  /// An error about this value, at its place.
  package func error(_ code: SettingsError.Code, _ detail: String) -> SettingsError {
    SettingsError(
      code: code, file: file, line: line, column: column,
      key: path == .root ? nil : path.description, detail: detail)
  }

  /// Whether the value is null in the sense of YAML 1.2.2, section 10.3.2, as in `key:` with
  /// nothing behind it.
  package var isNull: Bool {
    guard case .scalar(let text, isQuoted: false) = value else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }
}

/// A key of a mapping with its value.
package struct YAMLEntry: Hashable, Sendable {
  /// The key as text; it is never empty.
  package var key: String
  /// Of the key, from 1.
  package var line: Int
  /// Of the key, in Unicode scalars, from 1.
  package var column: Int
  /// The value.
  package var node: YAMLNode

  /// An error about the key, at the key's place.
  package func error(_ code: SettingsError.Code, _ detail: String) -> SettingsError {
    SettingsError(
      code: code, file: node.file, line: line, column: column, key: node.path.description,
      detail: detail)
  }
}
