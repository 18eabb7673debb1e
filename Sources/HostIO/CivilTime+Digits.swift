/// Fourteen digits, as recorders name recordings and set clocks: `20260104101500`.
extension CivilTime {
  /// A date and time from fourteen digits; nil for anything else, and for a second that does not exist.
  package init?(digits text: some Collection<UInt8>) {
    let digits = text.map { Int($0) - 0x30 }
    guard digits.count == 14, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    self.init(
      year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(8..<10),
      minute: number(10..<12), second: number(12..<14))
  }

  /// The date and time as fourteen digits.
  package var digits: String {
    [(year, 4), (month, 2), (day, 2), (hour, 2), (minute, 2), (second, 2)]
      .map { padded($0, to: $1) }.joined()
  }
}
