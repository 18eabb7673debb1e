/// The walk as a value: a position, and what was found before it.
///
/// Each step looks at the bytes from the position on and decides on at least one of them.
struct Walker: Sendable {
  /// What the position is in.
  enum Place: Sendable {
    /// Behind a whole frame or a tag, or at the beginning.
    case boundary
    /// In bytes that are no frame and no tag, since an offset.
    case lost(Loss)
    /// In a tag that is skipped, with so many bytes to go.
    case tag(remaining: Int64)
    /// In an ID3v2 tag whose size may lie.
    case doubtfulTag(DoubtfulTag)
  }

  /// Bytes that are no frame and no tag, up to the position.
  struct Loss: Sendable {
    let start: Int64
    /// Whether a valid header, or a part of one, stands at its start.
    let beginsLikeFrame: Bool
    /// Whether that header is another than the recorder's, where only that may be.
    let deviates: Bool
    var isZero: Bool
  }

  var offset: Int64 = 0
  var place = Place.boundary
  var ledger = Ledger()
  var findings = FindingList()
  var hasDamage = false
  var frames: Int64 = 0
  var samples: Int64 = 0
  /// The header that the others are held against. Frames at another rate count their own samples: a file of
  /// joined streams is damaged anyway.
  var first: FrameHeader?
  var current: FrameHeader?
  /// The length of a free-format frame without padding, in bytes.
  var freeLength: Int?
  var isRecorderFormat = false
  var variesInRate = false
  var headerFrame: (frame: HeaderFrame, offset: Int64)?
  var reservoir = Reservoir()
  /// The first bytes of the file, by which it is named if it is no MPEG audio.
  var head: [UInt8] = []
  /// Whether this walk looks beneath a tag for frames, and has not met one yet.
  var isBeneathTag = false

  /// Decides on the bytes at the window's start.
  ///
  /// - Returns: How many were decided on, at least 1.
  mutating func step(_ window: Window) -> Int {
    if offset == 0 { head = window.prefix(512) }
    switch place {
    case .boundary: return stepAtBoundary(window)
    case .lost(let loss): return stepLost(window, loss)
    case .tag(let remaining):
      let count = Int(min(remaining, Int64(window.count)))
      place = remaining == Int64(count) ? .boundary : .tag(remaining: remaining - Int64(count))
      return take(.tag, count)
    case .doubtfulTag(let tag): return stepDoubtful(tag, window)
    }
  }

  /// Adds bytes to the ledger and moves on.
  @discardableResult
  mutating func take(_ kind: Ledger.Kind, _ count: Int) -> Int {
    ledger.add(isBeneathTag && kind == .junk ? .tag : kind, Int64(count))
    offset += Int64(count)
    return count
  }

  mutating func note(
    _ code: Finding.Code, at offset: Int64, length: Int64, _ text: @autoclosure () -> String
  ) {
    if isBeneathTag { return }
    findings.add(code, at: offset, length: length, text())
    if Finding(code: code, offset: 0, length: 0, text: "").isDamage { hasDamage = true }
  }

  private mutating func stepAtBoundary(_ window: Window) -> Int {
    if let tag = Tag.at(0, in: window, searching: window.header(0) == nil) {
      return begin(tag, window)
    }
    if let header = window.header(0), let count = stepFrame(window, header) { return count }
    if let count = stepTail(window) { return count }
    let header = window.header(0)
    place = .lost(
      Loss(
        start: offset, beginsLikeFrame: header != nil,
        deviates: isRecorderFormat && header != nil && header?.bits != FrameHeader.recorderBits,
        isZero: window[0] == 0))
    return take(.junk, 1)
  }

  private mutating func stepLost(_ window: Window, _ loss: Loss) -> Int {
    var loss = loss
    var index = 0
    // Every place that is looked at has the whole lookahead, so the result is the same however the file is
    // cut.
    while index < window.count, window.isEnd || window.count - index >= Window.lookahead {
      let rest = window.dropping(index)
      let isFound =
        rest[0] == 0xff
        ? canResume(rest) : !isBeneathTag && Tag.at(0, in: rest) != nil
      if isFound {
        take(.junk, index)
        endLoss(loss)
        return index > 0 ? index : stepAtBoundary(window)
      }
      if rest[0] != 0 { loss.isZero = false }
      index += 1
    }
    place = .lost(loss)
    return take(.junk, max(1, index))
  }

  /// Whether a stream goes on, or begins, at the window's start: three frames in a row say so.
  private func canResume(_ window: Window) -> Bool {
    guard let header = window.header(0) else { return false }
    if isRecorderFormat, header.bits != FrameHeader.recorderBits { return false }
    return FrameChain.length(window, header, free: nil) != nil
      && FrameChain.holds(window, header, frames: 3)
  }

  /// Says what the bytes up to the position were.
  mutating func endLoss(_ loss: Loss) {
    place = .boundary
    reservoir.forget()
    let length = offset - loss.start
    guard length > 0 else { return }
    if loss.deviates {
      note(
        .deviatingHeader, at: loss.start, length: length,
        "A header differs from those of the recorder.")
    } else if loss.beginsLikeFrame, frames > 0 || headerFrame != nil {
      note(
        .cutFrame, at: loss.start, length: length,
        "A frame is not whole, or not followed by another; the stream goes on \(length) bytes later."
      )
    } else if loss.isZero {
      note(
        .zeroBytes, at: loss.start, length: length,
        "There are \(length) zero bytes where a frame should be.")
    } else {
      note(
        .foreignBytes, at: loss.start, length: length,
        "There are \(length) bytes that belong to no frame and no tag.")
    }
  }

  /// The end of the file.
  mutating func end() {
    switch place {
    case .boundary: break
    case .lost(let loss): endLoss(loss)
    case .tag(let remaining):
      note(.cutTag, at: offset, length: remaining, "The file ends inside a tag.")
    case .doubtfulTag(let tag): endDoubtful(tag)
    }
    place = .boundary
  }
}
