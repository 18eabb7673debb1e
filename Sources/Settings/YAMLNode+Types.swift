import Spelling

// The types of YAML 1.2's core schema that settings use (YAML 1.2.2, section 10.3.2), numbers
// decimal.
extension YAMLNode {
  /// The text of a scalar that is not null.
  ///
  /// - Throws: `.wrongType`, and `.badValue` for text with a NUL, at which the kernel would cut it.
  package func text() throws(SettingsError) -> String {
    guard case .scalar(let text, _) = value, !isNull else { throw mismatch("text") }
    if text.utf8.contains(0) { throw error(.badValue, "\(quotation) holds a NUL") }
    return text
  }

  /// A plain decimal integer: an optional sign and digits.
  ///
  /// - Throws: `.wrongType`, and `.badValue` where it is out of range.
  package func integer(
    in range: ClosedRange<Int64> = .min ... .max
  ) throws(SettingsError) -> Int64 {
    guard case .scalar(let text, isQuoted: false) = value, isInteger(text) else {
      throw mismatch("a whole number")
    }
    guard let number = Int64(text), range.contains(number) else {
      throw error(
        .badValue, "\(quotation) is not between \(range.lowerBound) and \(range.upperBound)")
    }
    return number
  }

  /// Plain `true` or `false`.
  ///
  /// - Throws: `.wrongType`.
  package func boolean() throws(SettingsError) -> Bool {
    switch value {
    case .scalar("true", isQuoted: false): return true
    case .scalar("false", isQuoted: false): return false
    default: throw mismatch("true or false")
    }
  }

  /// The values of a list; of a null, none.
  ///
  /// - Throws: `.wrongType`.
  package func items() throws(SettingsError) -> [YAMLNode] {
    if case .sequence(let items) = value { return items }
    if isNull { return [] }
    throw mismatch("a list")
  }

  /// The keys and values of a mapping in the file's order; of a null, none. For mappings whose keys
  /// are names that people choose; `MappingReader` is for those whose keys are known.
  ///
  /// - Throws: `.wrongType`.
  package func entries() throws(SettingsError) -> [YAMLEntry] {
    if case .mapping(let entries) = value { return entries }
    if isNull { return [] }
    throw mismatch("a mapping")
  }

  /// The value as it can stand in a message.
  package var quotation: String {
    switch value {
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .scalar(_, _) where isNull: "nothing"
    case .scalar(let text, _): "\"\(visible(text, limit: 40))\""
    }
  }

  private func mismatch(_ expected: String) -> SettingsError {
    var found = quotation
    if case .scalar(_, isQuoted: true) = value { found = "the text \(found)" }
    return error(.wrongType, "\(expected) expected, \(found) found")
  }
}

private func isInteger(_ text: String) -> Bool {
  var digits = Array(text.utf8)[...]
  if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") {
    digits.removeFirst()
  }
  return !digits.isEmpty
    && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}
