import HostIO

/// A day of the calendar, as recorders name their directories.
package struct Day: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// `YYYYMMDD`.
  private let digits: String

  private init(_ civil: CivilTime) {
    digits = String(civil.digits.prefix(8))
  }

  /// A day from `YYYY-MM-DD`; nil for anything else, and for a day that does not exist.
  package init?(text: String) {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.map(\.utf8.count) == [4, 2, 2],
      let civil = CivilTime(digits: (fields.joined() + "000000").utf8)
    else { return nil }
    self.init(civil)
  }

  /// The day a recording is of: by its ID, a time with or without letters before it; else by the last part
  /// of its directory; else by when it changed last. Nil where none of them tells.
  ///
  /// - Parameters:
  ///   - modified: Nanoseconds since 1970 UTC.
  init?(of directory: String, _ rawID: String, modified: Int64?) {
    let name = directory.split(separator: "/").last.map(String.init) ?? ""
    if let civil = Self.time(rawID) {
      self.init(civil)
    } else if let day = Day(text: name) {
      self = day
    } else if let modified {
      self.init(Timestamp(nanoseconds: modified).civil)
    } else {
      return nil
    }
  }

  /// `20260104101500`, or `PH260105143000`, whose year has two digits.
  private static func time(_ rawID: String) -> CivilTime? {
    let stem = rawID.split(separator: ".").first ?? ""
    let digits = stem.drop { $0.isASCII && $0.isLetter }
    return CivilTime(digits: (digits.utf8.count == 12 ? "20" + digits : String(digits)).utf8)
  }

  package static func < (lhs: Day, rhs: Day) -> Bool { lhs.digits < rhs.digits }

  package var description: String {
    digits.prefix(4) + "-" + digits.dropFirst(4).prefix(2) + "-" + digits.dropFirst(6)
  }
}
