/// Bounds on a settings file.
package enum SettingsLimits {
  /// In bytes.
  package static let size = 1 << 20
  /// Lists and mappings inside one another.
  package static let depth = 32
  /// In bytes of UTF-8.
  package static let keyLength = 256
}

/// Reads one YAML document into a tree.
///
/// What is understood is YAML as libyaml reads it, less what settings do without: anchors, aliases,
/// tags, merge keys and further documents are refused, so no file can grow when it is read. A file
/// with no document is an empty mapping.
///
/// - Parameters:
///   - bytes: UTF-8, with or without a byte order mark.
///   - file: The file's name, for messages.
/// - Throws: `.syntax`, `.duplicateKey`, `.unsupported`, `.tooDeep`, `.tooLarge` or `.notUTF8`, and
///   `.badValue` for an empty key.
package func parseYAML(_ bytes: [UInt8], file: String) throws(SettingsError) -> YAMLNode {
  if bytes.count > SettingsLimits.size {
    throw SettingsError(
      code: .tooLarge, file: file, line: 1, column: 1,
      detail: "larger than \(SettingsLimits.size) bytes")
  }
  let mark: [UInt8] = [0xef, 0xbb, 0xbf]
  let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  if let offset = firstInvalidByte(text) {
    let place = TextPlace(ofByte: offset, in: text)
    throw SettingsError(
      code: .notUTF8, file: file, line: place.line, column: place.column, detail: "not UTF-8")
  }
  let empty = YAMLNode(value: .mapping([]), line: 1, column: 1, path: .root, file: file)
  // libyaml wants an address, and an empty array need not have one.
  if text.isEmpty { return empty }
  return try text.withUnsafeBufferPointer { (input) throws(SettingsError) in
    let builder = YAMLTreeBuilder(
      events: try YAMLEventStream(input, file: file), file: file)
    return try builder.document() ?? empty
  }
}

/// Where text stops being UTF-8; nil where all of it is.
private func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
  var decoder = UTF8()
  var source = bytes.makeIterator()
  var offset = 0
  while true {
    switch decoder.decode(&source) {
    case .scalarValue(let scalar): offset += UTF8.width(scalar)
    case .emptyInput: return nil
    case .error: return offset
    }
  }
}
