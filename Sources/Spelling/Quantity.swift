/// A whole number and the unit behind it, as people write them: `30 s`, `2GiB`, `4096`.
struct Quantity {
  let number: Int64
  /// Empty where none was written.
  let unit: String

  /// Reads text of the form digits, spaces, letters. Nil for anything else: a sign, a fraction, a
  /// number past `Int64`, a character outside ASCII.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let number = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
    let rest = bytes.dropFirst(digits.count)
    let letters = rest.drop { $0 == UInt8(ascii: " ") }
    guard letters.allSatisfy(isLetter), !(letters.isEmpty && !rest.isEmpty) else { return nil }
    self.number = number
    unit = String(decoding: letters, as: UTF8.self)
  }

  /// The number in terms of a smaller unit; nil where that is past `Int64`.
  func times(_ factor: Int64) -> Int64? {
    let (product, isOverflow) = number.multipliedReportingOverflow(by: factor)
    return isOverflow ? nil : product
  }
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}
