/// JSON in the one form that is hashed: UTF-8, keys sorted by their bytes, no spaces, only strings and
/// integers as scalars. Two values that are equal have the same bytes, on every machine and for ever.
///
/// Fractions, booleans and null have no place here: a duration is samples or milliseconds, a missing
/// value is a missing key.
package indirect enum CanonicalJSON: Hashable, Sendable {
  case string(String)
  case integer(Int64)
  case list([CanonicalJSON])
  case object([String: CanonicalJSON])

  /// The canonical bytes.
  package var bytes: [UInt8] {
    var output: [UInt8] = []
    write(to: &output)
    return output
  }

  /// The canonical bytes as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private func write(to output: inout [UInt8]) {
    switch self {
    case .string(let text): Self.write(text, to: &output)
    case .integer(let number): output += String(number).utf8
    case .list(let items):
      output.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        item.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (index, member) in sorted.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// The shortest escape that RFC 8259 allows where it demands one, and none elsewhere.
  private static func write(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): output += "\\\"".utf8
      case UInt8(ascii: "\\"): output += "\\\\".utf8
      case 0x08: output += "\\b".utf8
      case 0x09: output += "\\t".utf8
      case 0x0a: output += "\\n".utf8
      case 0x0c: output += "\\f".utf8
      case 0x0d: output += "\\r".utf8
      case 0..<0x20:
        output += "\\u00".utf8
        output.append(hexadecimal(byte >> 4))
        output.append(hexadecimal(byte & 15))
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }
}

extension CanonicalJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(arrayLiteral elements: CanonicalJSON...) { self = .list(elements) }

  /// Of a key that is written twice the last one counts.
  package init(dictionaryLiteral elements: (String, CanonicalJSON)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
