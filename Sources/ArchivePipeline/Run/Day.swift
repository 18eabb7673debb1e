import HostIO

/// A day of the calendar, as recorders name their directories.
package struct Day: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let year: Int
  package let month: Int
  package let day: Int

  /// A day from `YYYY-MM-DD`; nil for anything else, and for a day that does not exist.
  package init?(text: String) {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.map(\.utf8.count) == [4, 2, 2] else { return nil }
    self.init(digits: fields.joined())
  }

  /// The day a recording is of: by its ID, a time with or without letters before it; else by the last part
  /// of its directory; else by when it changed last. Nil where none of them tells.
  ///
  /// - Parameters:
  ///   - modified: Nanoseconds since 1970 UTC.
  init?(of directory: String, _ rawID: String, modified: Int64?) {
    let stem = rawID.split(separator: ".").first ?? ""
    let name = directory.split(separator: "/").last.map(String.init) ?? ""
    if let day = Self.told(by: stem) ?? Day(text: name) {
      self = day
    } else if let modified,
      let civil = CivilTime(secondsSince1970: modified / 1_000_000_000)
    {
      (year, month, day) = (civil.year, civil.month, civil.day)
    } else {
      return nil
    }
  }

  /// `20260104101500`, or `PH260105143000`, whose year has two digits.
  private static func told(by stem: Substring) -> Day? {
    let digits = stem.drop { $0.isASCII && $0.isLetter }
    switch digits.utf8.count {
    case 14: return Day(digits: String(digits.prefix(8)), rest: digits.dropFirst(8))
    case 12: return Day(digits: "20" + digits.prefix(6), rest: digits.dropFirst(6))
    default: return nil
    }
  }

  private init?(digits: String, rest: Substring = "") {
    let isDigits = (digits + rest).utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isDigits, digits.utf8.count == 8, let year = Int(digits.prefix(4)),
      let month = Int(digits.dropFirst(4).prefix(2)), let day = Int(digits.dropFirst(6)),
      CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0) != nil
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  package static func < (lhs: Day, rhs: Day) -> Bool {
    (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
  }

  package var description: String {
    func digits(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }
}
