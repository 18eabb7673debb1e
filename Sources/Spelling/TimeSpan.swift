/// A length of time in whole milliseconds, as settings and options spell it: `30 s`, `10 min`.
package struct TimeSpan: Hashable, Sendable {
  /// How long. Negative only where a caller computed it so.
  package let milliseconds: Int64

  /// A span from a number of milliseconds.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Reads a whole number and one of `ms`, `s`, `min`, `h`, `d` (24 hours), with or without spaces
  /// between them.
  ///
  /// Nil for a number without a unit, which could mean any of them, other units, signs, fractions,
  /// and what is past `Int64` milliseconds.
  package init?(text: String) {
    guard let quantity = Quantity(text),
      let unit = units.first(where: { $0.name == quantity.unit }),
      let milliseconds = quantity.times(unit.milliseconds)
    else { return nil }
    self.milliseconds = milliseconds
  }

  /// Whole seconds, the rest dropped.
  package var seconds: Int64 { milliseconds / 1000 }

  /// The span for Swift's clocks.
  package var duration: Duration { .milliseconds(milliseconds) }
}

extension TimeSpan: Comparable {
  package static func < (lhs: TimeSpan, rhs: TimeSpan) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The span in the largest unit that leaves nothing over, so that it reads back as the same span.
  package var description: String {
    let unit = units.first { milliseconds % $0.milliseconds == 0 && milliseconds != 0 }
    guard let unit else { return "0 s" }
    return "\(milliseconds / unit.milliseconds) \(unit.name)"
  }
}

private let units: [(name: String, milliseconds: Int64)] = [
  ("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1),
]
