import HostIO

/// A name as a source gave it: the ID of a recording, or the directory that holds it. Data, never a path.
///
/// Names are bytes. Where they are UTF-8 their text is what people see and what JSON holds; where they are
/// not, the text is `bytes:` and the percent-encoded bytes. A name that is text beginning with `bytes:` is
/// spelled that way too, so that two names never share one text.
package struct RawName: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// A name from the text that `text` gave; nil for a text that no name has.
  package init?(text: String) {
    guard text.hasPrefix(Self.marker) else {
      self.init(bytes: text.utf8)
      return
    }
    guard let bytes = Self.percentDecoded(Array(text.utf8.dropFirst(Self.marker.utf8.count))) else {
      return nil
    }
    self.init(bytes: bytes)
    guard self.text == text else { return nil }
  }

  /// The name as text, one spelling a name.
  package var text: String {
    if let text = String(validating: bytes, as: UTF8.self), !text.hasPrefix(Self.marker) {
      return text
    }
    return Self.marker + String(decoding: percentEncoded(bytes), as: UTF8.self)
  }

  private static let marker = "bytes:"

  private static func percentDecoded(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(validating: rest.prefix(2), as: UTF8.self), rest.count >= 2,
        let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

extension RawName: Comparable {
  package static func < (lhs: RawName, rhs: RawName) -> Bool {
    lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
  }
}

extension RawName: CustomStringConvertible {
  /// The name for people, on one line and without control characters.
  package var description: String { printable(bytes) }
}

/// Bytes with everything outside `[A-Za-z0-9._-]`, and a leading dot, as `%` and two upper-case digits.
func percentEncoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
  var encoded: [UInt8] = []
  for (index, byte) in bytes.enumerated() {
    let isPlain =
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      case UInt8(ascii: "."): index > 0
      default: false
      }
    if isPlain { encoded.append(byte) } else { encoded += percentEscape(byte) }
  }
  return encoded
}

/// One byte as `%` and two upper-case hexadecimal digits.
func percentEscape(_ byte: UInt8) -> [UInt8] {
  let digits = Array("0123456789ABCDEF".utf8)
  return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
}
