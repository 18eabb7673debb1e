/// An ID3v2 tag whose end has not been seen, and a walk beneath it.
///
/// A tag that claims more bytes than it has hides the recording from whoever believes it. So the bytes it
/// claims are walked over as well, and count if no stream goes on where the tag says it ends. A tag that
/// holds a whole MP3 (a PRIV frame may) is believed, because behind it the stream goes on.
final class DoubtfulTag: Sendable {
  let start: Int64
  /// As the tag claims.
  let length: Int64
  /// At the same position as the walk above it.
  let beneath: Walker

  init(start: Int64, length: Int64, beneath: Walker) {
    self.start = start
    self.length = length
    self.beneath = beneath
  }
}

extension Walker {
  /// Begins to skip a tag.
  mutating func begin(_ tag: Tag, _ window: Window) -> Int {
    guard tag.kind == .id3v2, !isBeneathTag else {
      place = .tag(remaining: tag.length)
      return step(window)
    }
    var beneath = self
    beneath.isBeneathTag = true
    beneath.take(.tag, min(10, window.count))
    beneath.place = .boundary
    place = .doubtfulTag(DoubtfulTag(start: offset, length: tag.length, beneath: beneath))
    offset = beneath.offset
    return min(10, window.count)
  }

  /// Goes on beneath a tag, and decides at its end whether to believe it.
  mutating func stepDoubtful(_ tag: DoubtfulTag, _ window: Window) -> Int {
    let end = tag.start + tag.length
    if offset == end { return decide(tag, tag.beneath, window, endIndex: 0) }
    var beneath = tag.beneath
    let count = beneath.step(window)
    if beneath.frames > tag.beneath.frames { beneath.isBeneathTag = beneath.frames < 3 }
    if beneath.offset >= end {
      return decide(tag, beneath, window, endIndex: Int(end - offset))
    }
    offset = beneath.offset
    place = .doubtfulTag(DoubtfulTag(start: tag.start, length: tag.length, beneath: beneath))
    return count
  }

  /// - Parameters:
  ///   - endIndex: Where in the window the tag says it ends.
  private mutating func decide(
    _ tag: DoubtfulTag, _ beneath: Walker, _ window: Window, endIndex: Int
  ) -> Int {
    let rest = window.dropping(endIndex)
    let goesOn =
      rest.header(0).map { FrameChain.holds(rest, $0, frames: 3) } ?? false
      || Tag.at(0, in: rest) != nil
    let isPlaying: Bool
    if case .boundary = beneath.place { isPlaying = beneath.frames >= 3 } else { isPlaying = false }
    let start = offset
    if goesOn || !isPlaying {
      ledger.add(.tag, tag.length)
      offset = tag.start + tag.length
      place = .boundary
      return max(endIndex, 0) > 0 ? endIndex : stepBehindTag(window)
    }
    adopt(beneath, insteadOf: tag)
    return Int(offset - start)
  }

  private mutating func stepBehindTag(_ window: Window) -> Int {
    step(window)
  }

  /// The walk beneath a tag becomes the walk.
  private mutating func adopt(_ beneath: Walker, insteadOf tag: DoubtfulTag) {
    self = beneath
    isBeneathTag = false
    note(
      .tagSizeLies, at: tag.start, length: tag.length,
      "A tag claims \(tag.length) bytes and hides the stream behind it.")
  }

  /// The file ends before the tag does.
  mutating func endDoubtful(_ tag: DoubtfulTag) {
    let end = tag.start + tag.length
    var beneath = tag.beneath
    beneath.end()
    if tag.beneath.frames > 0 {
      adopt(beneath, insteadOf: tag)
      return
    }
    ledger.add(.tag, min(offset, end) - tag.start)
    if offset < end {
      note(.cutTag, at: tag.start, length: end - offset, "The file ends inside a tag.")
    }
  }
}
