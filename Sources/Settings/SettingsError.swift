import Spelling

/// Why a settings file was refused, and where in it.
package struct SettingsError: Error, Hashable, Sendable {
  /// The sorts of errors.
  package enum Code: String, Hashable, Sendable {
    /// Not YAML.
    case syntax
    /// A key that nobody reads.
    case unknownKey
    /// A key given twice in one mapping.
    case duplicateKey
    /// A key that must be there is not.
    case missingKey
    /// A list where text belongs, and the like.
    case wrongType
    /// Of the right type, but out of range or not one of the values allowed.
    case badValue
    /// YAML that settings do without: anchors, aliases, tags, merge keys, several documents.
    case unsupported
    /// Past `SettingsLimits.depth`.
    case tooDeep
    /// Past `SettingsLimits.size` or `.keyLength`, or past memory.
    case tooLarge
    /// Not text at all.
    case notUTF8
  }

  /// What sort of error.
  package var code: Code
  /// The name the file goes by in messages.
  package var file: String
  /// From 1.
  package var line: Int
  /// In Unicode scalars, from 1.
  package var column: Int
  /// Where in the tree, such as `recorders.desk.source` or `stages[2].kind`; nil at its root and
  /// where the tree could not be built. Places in a list count from 0.
  package var key: String?
  /// What is wrong, as the end of a sentence.
  package var detail: String

  /// An error at a place.
  package init(
    code: Code, file: String, line: Int, column: Int, key: String? = nil, detail: String
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.column = column
    self.key = key
    self.detail = detail
  }
}

extension SettingsError: CustomStringConvertible {
  /// One line in the form that editors and compilers share: `config.yaml:3:5: desk.sorce: unknown
  /// key`.
  package var description: String {
    let place = "\(visible(file, limit: 400)):\(line):\(column): "
    return place + (key.map { "\($0): " } ?? "") + detail
  }
}
