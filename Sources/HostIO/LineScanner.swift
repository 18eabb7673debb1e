/// Splits a file of lines that arrives in pieces, and tells whole lines from what a crash may leave.
///
/// A line is whole if a newline ends it, it holds no NUL and is not longer than the limit. Space that a
/// file system has added to a file, but not filled before a crash, reads as NULs.
struct LineScanner {
  private var contents: AppendLog.Contents
  private let limit: Int
  private var line: [UInt8] = []
  private var lineOffset: Int64
  private var isDamaged = false
  private var position: Int64

  /// - Parameters:
  ///   - offset: Where in the file the first byte lies; a line starts there.
  ///   - limit: The most bytes of a whole line, without its newline.
  init(offset: Int64, limit: Int) {
    self.limit = limit
    lineOffset = offset
    position = offset
    contents = AppendLog.Contents(lines: [], damaged: [], endOffset: offset)
  }

  /// Takes the next bytes.
  mutating func take(_ chunk: UnsafeRawBufferPointer) {
    var rest = chunk[...]
    while let newline = rest.firstIndex(of: 0x0a) {
      extend(with: rest[..<newline])
      endLine()
      rest = rest[(newline + 1)...]
    }
    extend(with: rest)
  }

  /// What was found so far, in order. Damage behind the last whole line is not in it: that is the torn
  /// end of the file.
  var wholeLines: AppendLog.Contents {
    var whole = contents
    whole.damaged.removeAll { $0 >= contents.endOffset }
    return whole
  }

  private mutating func extend(with bytes: Slice<UnsafeRawBufferPointer>) {
    position += Int64(bytes.count)
    if bytes.contains(0) || line.count + bytes.count > limit { isDamaged = true }
    // A damaged line is not kept, so that a file without newlines does not fill the memory.
    if isDamaged { line = [] } else { line.append(contentsOf: bytes) }
  }

  private mutating func endLine() {
    position += 1
    if isDamaged {
      contents.damaged.append(lineOffset)
    } else {
      contents.lines.append(AppendLog.Line(offset: lineOffset, bytes: line))
      contents.endOffset = position
    }
    line = []
    isDamaged = false
    lineOffset = position
  }
}
