package import Spelling

/// Reads the keys of a mapping by name and type, and remembers which were asked for, so that
/// `finish` can refuse the others.
///
/// Each method returns nil for a key that is not there. Text needs no quotes: a plain `4711` read
/// as text is text. A null is no value of any type but node, list and mapping.
package struct MappingReader: Sendable {
  /// The mapping itself.
  package let node: YAMLNode
  private let entries: [String: YAMLNode]
  private let order: [YAMLEntry]
  private var asked: [String] = []

  /// - Throws: `.wrongType` for what is no mapping. A null is an empty one: what is left of a
  ///   mapping whose lines are all comments.
  package init(_ node: YAMLNode) throws(SettingsError) {
    self.node = node
    order = try node.entries()
    entries = Dictionary(order.map { ($0.key, $0.node) }) { first, _ in first }
  }

  /// The value of a key, of whatever type.
  package mutating func node(_ key: String) -> YAMLNode? {
    if !asked.contains(key) { asked.append(key) }
    return entries[key]
  }

  /// Text.
  ///
  /// - Throws: `.wrongType`.
  package mutating func string(_ key: String) throws(SettingsError) -> String? {
    guard let node = node(key) else { return nil }
    return try node.text()
  }

  /// A list of texts. A single text is not taken for a list.
  ///
  /// - Throws: `.wrongType`.
  package mutating func strings(_ key: String) throws(SettingsError) -> [String]? {
    guard let node = node(key) else { return nil }
    var texts: [String] = []
    for item in try node.items() { texts.append(try item.text()) }
    return texts
  }

  /// A decimal integer.
  ///
  /// - Throws: `.wrongType`, and `.badValue` where it is out of range.
  package mutating func integer(
    _ key: String, in range: ClosedRange<Int64> = .min ... .max
  ) throws(SettingsError) -> Int64? {
    guard let node = node(key) else { return nil }
    return try node.integer(in: range)
  }

  /// Plain `true` or `false`, and nothing else: `on` and `yes` are texts.
  ///
  /// - Throws: `.wrongType`.
  package mutating func boolean(_ key: String) throws(SettingsError) -> Bool? {
    guard let node = node(key) else { return nil }
    return try node.boolean()
  }

  /// A size such as `2 GiB`.
  ///
  /// - Throws: `.wrongType` or `.badValue`.
  package mutating func bytes(_ key: String) throws(SettingsError) -> ByteCount? {
    guard let node = node(key) else { return nil }
    guard let count = ByteCount(text: try node.text()) else {
      throw node.error(
        .badValue, "\(node.quotation) is no size; write one like 500 MB or 2 GiB")
    }
    return count
  }

  /// A length of time such as `30 s`.
  ///
  /// - Throws: `.wrongType` or `.badValue`.
  package mutating func span(_ key: String) throws(SettingsError) -> TimeSpan? {
    guard let node = node(key) else { return nil }
    guard let span = TimeSpan(text: try node.text()) else {
      throw node.error(
        .badValue, "\(node.quotation) is no length of time; write one like 30 s, 10 min or 2 h")
    }
    return span
  }

  /// One of the words allowed.
  ///
  /// - Throws: `.wrongType`, and `.badValue` with a suggestion.
  package mutating func choice(
    _ key: String, among words: [String]
  ) throws(SettingsError) -> String? {
    guard let node = node(key) else { return nil }
    let text = try node.text()
    if words.contains(text) { return text }
    let suggestion = nearest(to: text, among: words).map { "; did you mean \($0)?" } ?? ""
    throw node.error(
      .badValue,
      "\(node.quotation) is not one of \(words.joined(separator: ", "))" + suggestion)
  }

  /// The value, or the error that its key is missing.
  private func present<Value>(_ value: Value?, _ key: String) throws(SettingsError) -> Value {
    if let value { return value }
    var missing = node
    missing.path = .key(key, of: node.path)
    throw missing.error(.missingKey, "required, but missing")
  }

  /// Refuses every key that was not asked for.
  ///
  /// - Throws: `.unknownKey` for the first of them, at the key's place, with the most similar key
  ///   that was asked for and is not there.
  package func finish() throws(SettingsError) {
    for entry in order where !asked.contains(entry.key) {
      let free = asked.filter { entries[$0] == nil }
      let suggestion = nearest(to: entry.key, among: free).map { "; did you mean \($0)?" } ?? ""
      throw entry.error(.unknownKey, "unknown key" + suggestion)
    }
  }
}

// The same for keys that must be there; `.missingKey` is thrown at the mapping's place otherwise.
extension MappingReader {
  /// Like `node`, for a key that must be there.
  package mutating func requiredNode(_ key: String) throws(SettingsError) -> YAMLNode {
    try present(node(key), key)
  }

  /// Like `string`, for a key that must be there.
  package mutating func requiredString(_ key: String) throws(SettingsError) -> String {
    try present(try string(key), key)
  }

  /// Like `strings`, for a key that must be there.
  package mutating func requiredStrings(_ key: String) throws(SettingsError) -> [String] {
    try present(try strings(key), key)
  }

  /// Like `integer`, for a key that must be there.
  package mutating func requiredInteger(
    _ key: String, in range: ClosedRange<Int64> = .min ... .max
  ) throws(SettingsError) -> Int64 {
    try present(try integer(key, in: range), key)
  }

  /// Like `boolean`, for a key that must be there.
  package mutating func requiredBoolean(_ key: String) throws(SettingsError) -> Bool {
    try present(try boolean(key), key)
  }

  /// Like `bytes`, for a key that must be there.
  package mutating func requiredBytes(_ key: String) throws(SettingsError) -> ByteCount {
    try present(try bytes(key), key)
  }

  /// Like `span`, for a key that must be there.
  package mutating func requiredSpan(_ key: String) throws(SettingsError) -> TimeSpan {
    try present(try span(key), key)
  }

  /// Like `choice`, for a key that must be there.
  package mutating func requiredChoice(
    _ key: String, among words: [String]
  ) throws(SettingsError) -> String {
    try present(try choice(key, among: words), key)
  }
}
