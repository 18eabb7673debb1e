import ArchivePipeline
import HostIO
import Spelling

/// Numbers and names as sentences need them.
enum Sentence {
  /// `1 recording`, `2 recordings`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `1:02:03`, `2:03`.
  static func length(milliseconds: Int64) -> String {
    let seconds = (milliseconds + 500) / 1000
    let (hours, rest) = seconds.quotientAndRemainder(dividingBy: 3600)
    let tail = two(rest % 60)
    return hours > 0 ? "\(hours):\(two(rest / 60)):\(tail)" : "\(rest / 60):\(tail)"
  }

  static func size(_ bytes: Int64) -> String { ByteCount(bytes: bytes).description }

  private static func two(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}

/// Columns of text, each as wide as its widest cell; the last is not padded.
func columns(_ rows: [[String]]) -> String {
  let count = rows.map(\.count).max() ?? 0
  let widths = (0..<count).map { column in
    rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
  }
  return rows.map { row in
    row.enumerated().map { column, cell in
      column == row.count - 1
        ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
    }.joined(separator: "  ")
  }.joined(separator: "\n")
}
