/// Frames in a row: what tells a header from bytes that look like one.
enum FrameChain {
  /// The longest free-format frame that is looked for, in bytes.
  private static let freeLimit = 4_800

  /// The length of the frame at the window's start, in bytes; nil where none can be told.
  ///
  /// - Parameters:
  ///   - free: The length of a free-format frame of this stream without padding, where it is known.
  static func length(_ window: Window, _ header: FrameHeader, free: Int?) -> Int? {
    if let length = header.byteCount {
      // A frame that cannot hold its own side information is none.
      let least = header.headerSize + (header.layer == .iii ? header.sideInformationSize : 1)
      return length >= least ? length : nil
    }
    if let free { return free + (header.isPadded ? header.slotSize : 0) }
    return freeLength(window, header).map { $0 + (header.isPadded ? header.slotSize : 0) }
  }

  /// The length of a free-format frame without padding: the distance of two headers, if a third one, or the
  /// end of the file, stands where that says.
  static func freeLength(_ window: Window, _ header: FrameHeader) -> Int? {
    var position = header.headerSize + 8
    while position < freeLimit, position + 4 <= window.count {
      defer { position += 1 }
      guard let next = window.header(position), next.isSameKind(as: header) else { continue }
      let base = position - (header.isPadded ? header.slotSize : 0)
      let third = position + base + (next.isPadded ? next.slotSize : 0)
      if window.isEnd(at: third) { return base }
      if let after = window.header(third), after.isSameKind(as: header) { return base }
    }
    return nil
  }

  /// Whether so many frames of one kind follow each other from the window's start, or fewer up to the end of
  /// the file or a tag.
  static func holds(_ window: Window, _ header: FrameHeader, frames: Int) -> Bool {
    let free = header.byteCount == nil ? freeLength(window, header) : nil
    var position = 0
    var header = header
    for count in 1...frames {
      guard let length = length(window.dropping(position), header, free: free) else { return false }
      position += length
      if window.isEnd(at: position) { return true }
      // What is cut by the end of the file counts if something stood before it.
      if position >= window.count { return window.isEnd && count > 1 }
      if count == frames { return true }
      guard let next = window.header(position), next.isSameKind(as: header) else {
        let isCutHeader =
          window.isEnd && window.count - position < 4 && window[position] == 0xff
        return isCutHeader || Tag.at(position, in: window) != nil
      }
      header = next
    }
    return true
  }
}
