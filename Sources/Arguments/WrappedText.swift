/// Lines of help, at most 80 columns each, as far as words can be broken between.
struct WrappedText {
  static let width = 80

  private(set) var lines: [String] = []

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// A paragraph, an empty line before it.
  mutating func paragraph(_ text: String, hanging: Int = 0) {
    separate()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines += line.first == " " ? [String(line)] : wrap(String(line), hanging: hanging)
    }
  }

  /// A heading and under it names with what they mean, the meanings in one column. Nothing where
  /// there are no rows.
  mutating func table(_ heading: String, _ rows: [(name: String, meaning: String)]) {
    guard !rows.isEmpty else { return }
    separate()
    lines.append(heading)
    // A name wider than this has its meaning on the next line, so that it does not push all others.
    let widest = rows.map(\.name.count).filter { $0 <= Self.nameLimit }.max() ?? Self.nameLimit
    let column = 2 + widest + 2
    for row in rows {
      let start = "  " + row.name
      if row.name.count > widest {
        lines.append(start)
        lines += wrap(row.meaning, indent: column)
      } else {
        var meaning = wrap(row.meaning, indent: column)
        let first = meaning.removeFirst().dropFirst(column)
        lines.append(start + String(repeating: " ", count: column - start.count) + first)
        lines += meaning
      }
    }
  }

  /// A heading and under it lines that are not broken.
  mutating func list(_ heading: String, _ items: [String]) {
    guard !items.isEmpty else { return }
    separate()
    lines.append(heading)
    lines += items.map { "  " + $0 }
  }

  private static let nameLimit = 26

  private mutating func separate() {
    if !lines.isEmpty { lines.append("") }
  }

  /// One line of text at least, each after `indent` spaces, those behind the first after `hanging`
  /// more.
  private func wrap(_ text: String, indent: Int = 0, hanging: Int = 0) -> [String] {
    var wrapped: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let margin = indent + (wrapped.isEmpty ? 0 : hanging)
      if !line.isEmpty, margin + line.count + 1 + word.count > Self.width {
        wrapped.append(String(repeating: " ", count: margin) + line)
        line = String(word)
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    let margin = indent + (wrapped.isEmpty ? 0 : hanging)
    wrapped.append(line.isEmpty ? "" : String(repeating: " ", count: margin) + line)
    return wrapped
  }
}
