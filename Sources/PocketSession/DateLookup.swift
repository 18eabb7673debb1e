public import PocketProtocol

/// What became of asking for one day's recordings.
public enum DateLookup: Sendable, Hashable {
  /// It is no day, nor the name of a directory that a recorder could have. Nothing was asked.
  case badDate
  /// The recorder has no such directory.
  case unknownDate
  /// What is in the directory: nothing, perhaps.
  case recordings([RecordingInfo])

  /// Whether a text can name a directory: a day of the calendar as `YYYY-MM-DD`, or a name that is no
  /// attempt at one. Recorders may name directories as they like, so anything with a letter is let through.
  static func isPlausible(_ text: String) -> Bool {
    guard Command.listRecordings(date: text).isEncodable else { return false }
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0 == UInt8(ascii: "-") || isDigit($0) }) else { return true }
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), (1...12).contains(month)
    else { return false }
    return (1...days(in: month, of: year)).contains(day)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy(isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
