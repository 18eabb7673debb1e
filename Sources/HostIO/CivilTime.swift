/// A date and time of day in UTC, in the Gregorian calendar, carried back before its introduction too.
/// It exists: no 30 February, no second 60, no year outside 1 to 9999.
package struct CivilTime: Hashable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// A date and time from its fields; nil unless there is such a second.
  package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// The date and time so many seconds after 1970-01-01T00:00:00Z, without leap seconds; nil outside the
  /// years 1 to 9999.
  package init?(secondsSince1970 seconds: Int64) {
    guard (Self.firstSecond...Self.lastSecond).contains(seconds) else { return nil }
    // Day 0 is 1 January of year 1; what is left of the day is never negative.
    let sinceStart = Int(seconds - Self.firstSecond)
    let (days, ofDay) = sinceStart.quotientAndRemainder(dividingBy: 86_400)
    var (year, dayOfYear) = Self.year(ofDay: days)
    year += 1
    var month = 1
    while dayOfYear >= Self.days(inMonth: month, of: year) {
      dayOfYear -= Self.days(inMonth: month, of: year)
      month += 1
    }
    self.init(
      year: year, month: month, day: dayOfYear + 1, hour: ofDay / 3600, minute: ofDay / 60 % 60,
      second: ofDay % 60)
  }

  /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
  package var secondsSince1970: Int64 {
    let before = year - 1
    var days = before * 365 + before / 4 - before / 100 + before / 400
    for earlier in 1..<month { days += Self.days(inMonth: earlier, of: year) }
    days += day - 1
    return Int64(days * 86_400 + hour * 3600 + minute * 60 + second) + Self.firstSecond
  }

  /// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z, in seconds since 1970.
  private static let firstSecond: Int64 = -62_135_596_800
  private static let lastSecond: Int64 = 253_402_300_799

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Years passed, and days passed in the year, after so many days from 1 January of year 1.
  ///
  /// The calendar repeats after 400 years. Within them a century has a day less than 25 times four years
  /// unless it is the last one, and a fourth year has a day more: so the last day of such a span would be
  /// counted as the first of one that is not there, which the two `min` prevent.
  private static func year(ofDay day: Int) -> (years: Int, dayOfYear: Int) {
    let (spans400, in400) = day.quotientAndRemainder(dividingBy: 146_097)
    let centuries = min(in400 / 36_524, 3)
    let inCentury = in400 - centuries * 36_524
    let (spans4, in4) = inCentury.quotientAndRemainder(dividingBy: 1_461)
    let years = min(in4 / 365, 3)
    return (spans400 * 400 + centuries * 100 + spans4 * 4 + years, in4 - years * 365)
  }
}
