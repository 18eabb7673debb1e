extension Timestamp {
  /// A moment from its spelling in RFC 3339, in UTC: `2026-01-04T10:15:00Z`, with one to nine digits of a
  /// fraction where there is one.
  ///
  /// nil for any other spelling (an offset, lower case, a missing zone, a second 60), for a date that does
  /// not exist, and for what lies outside the years 1677 to 2262, the range of `nanoseconds`.
  package init?(rfc3339 text: String) {
    var bytes = Array(text.utf8)[...]
    guard bytes.popLast() == UInt8(ascii: "Z"), bytes.count >= 19 else { return nil }
    let seconds = Array(bytes.prefix(19))
    let separators: [(Int, UInt8)] = [(4, 0x2d), (7, 0x2d), (10, 0x54), (13, 0x3a), (16, 0x3a)]
    for (index, separator) in separators where seconds[index] != separator { return nil }
    guard let year = decimal(seconds[0..<4]), let month = decimal(seconds[5..<7]),
      let day = decimal(seconds[8..<10]), let hour = decimal(seconds[11..<13]),
      let minute = decimal(seconds[14..<16]), let second = decimal(seconds[17..<19]),
      let civil = CivilTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second),
      let nanosecond = Self.nanosecond(fraction: bytes.dropFirst(19))
    else { return nil }
    self.init(civil, nanosecond: nanosecond)
  }

  /// A moment from a date and time; nil outside the range of `nanoseconds`.
  ///
  /// - Parameters:
  ///   - nanosecond: Within the second, 0 to 999,999,999.
  package init?(_ civil: CivilTime, nanosecond: Int = 0) {
    guard (0..<1_000_000_000).contains(nanosecond) else { return nil }
    // In whole seconds towards zero first, because the first second of the range begins outside it.
    var seconds = civil.secondsSince1970
    var rest = Int64(nanosecond)
    if seconds < 0, rest > 0 {
      seconds += 1
      rest -= 1_000_000_000
    }
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflow) = scaled.addingReportingOverflow(rest)
    guard !overflow, !sumOverflow else { return nil }
    self.init(nanoseconds: sum)
  }

  /// `2026-01-04T10:15:00Z`: the second in which the moment lies.
  package var rfc3339: String { secondsText + "Z" }

  /// `2026-01-04T10:15:00.123Z`: the millisecond in which the moment lies.
  package var rfc3339Milliseconds: String {
    secondsText + "." + padded(Int(secondsAndRest.rest / 1_000_000), to: 3) + "Z"
  }

  /// The date and time of the second in which the moment lies.
  package var civil: CivilTime {
    guard let civil = CivilTime(secondsSince1970: secondsAndRest.seconds) else {
      fatalError("64 bits of nanoseconds reach from 1677 to 2262 only")
    }
    return civil
  }

  /// The moment that much later, or the last or first one there is.
  package func adding(_ duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return Timestamp(nanoseconds: seconds < 0 ? .min : .max) }
    let (span, spanOverflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard !spanOverflow else { return Timestamp(nanoseconds: seconds < 0 ? .min : .max) }
    let (sum, sumOverflow) = nanoseconds.addingReportingOverflow(span)
    guard !sumOverflow else { return Timestamp(nanoseconds: span < 0 ? .min : .max) }
    return Timestamp(nanoseconds: sum)
  }

  /// Whole seconds, rounded down, and the nanoseconds left, never negative.
  private var secondsAndRest: (seconds: Int64, rest: Int64) {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return remainder < 0 ? (quotient - 1, remainder + 1_000_000_000) : (quotient, remainder)
  }

  private var secondsText: String {
    let civil = civil
    return padded(civil.year, to: 4) + "-" + padded(civil.month, to: 2) + "-"
      + padded(civil.day, to: 2) + "T" + padded(civil.hour, to: 2) + ":"
      + padded(civil.minute, to: 2) + ":" + padded(civil.second, to: 2)
  }

  /// Nanoseconds from the part between the seconds and the zone: nothing, or a point and digits.
  private static func nanosecond(fraction: ArraySlice<UInt8>) -> Int? {
    guard !fraction.isEmpty else { return 0 }
    let digits = Array(fraction.dropFirst())
    guard fraction.first == UInt8(ascii: "."), (1...9).contains(digits.count) else { return nil }
    return decimal((digits + Array(repeating: 0x30, count: 9 - digits.count))[...])
  }
}

/// A number of at most nine decimal digits and nothing else.
private func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
  var value = 0
  for digit in digits {
    guard (0x30...0x39).contains(digit) else { return nil }
    value = value * 10 + Int(digit - 0x30)
  }
  return value
}

func padded(_ value: Int, to width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
