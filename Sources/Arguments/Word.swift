/// What one argument looks like, before it is known which options there are.
///
/// Told apart by bytes: to `Character`, a dash with a combining accent behind it is another letter.
enum Word: Equatable {
  /// `-` alone is one, as the custom for standard input wants it.
  case operand
  /// `--`: the rest are operands, whatever they look like.
  case terminator
  /// With its dashes, and the value behind the first `=`.
  case long(String, value: String?)
  case short(String)

  init(_ text: String) {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "-"), bytes.count > 1 else {
      self = .operand
      return
    }
    guard bytes.dropFirst().first == UInt8(ascii: "-") else {
      self = .short(text)
      return
    }
    if bytes.count == 2 {
      self = .terminator
    } else if let equals = bytes.firstIndex(of: UInt8(ascii: "=")) {
      let name = String(decoding: bytes[..<equals], as: UTF8.self)
      let value = String(decoding: bytes[bytes.index(after: equals)...], as: UTF8.self)
      self = .long(name, value: value)
    } else {
      self = .long(text, value: nil)
    }
  }
}
