/// A tag at some place of a file: what kind, and how long it says it is.
struct Tag {
  enum Kind { case id3v2, other }

  let kind: Kind
  /// In bytes, header and footer included.
  let length: Int64

  /// The tag that starts at an index; nil if none does.
  ///
  /// - Parameters:
  ///   - searching: Whether an APE tag without a header is looked for by its footer, anywhere in the window.
  ///     It costs a pass over the window.
  static func at(_ index: Int, in window: Window, searching: Bool = false) -> Tag? {
    switch window[index] {
    case UInt8(ascii: "I"): if let length = id3v2(index, window) { return Tag(.id3v2, length) }
    case UInt8(ascii: "T"): if let length = id3v1(index, window) { return Tag(.other, length) }
    case UInt8(ascii: "A"): if let length = ape(index, window) { return Tag(.other, length) }
    case UInt8(ascii: "L"): if let length = lyrics(index, window) { return Tag(.other, length) }
    default: break
    }
    guard searching, let length = apeByFooter(index, window) else { return nil }
    return Tag(.other, length)
  }

  private init(_ kind: Kind, _ length: Int64) {
    self.kind = kind
    self.length = length
  }

  /// Source: ID3v2.4 structure, 3.1: the size has four times seven bits and counts neither the header nor
  /// the footer.
  private static func id3v2(_ index: Int, _ window: Window) -> Int64? {
    guard window.starts(with: "ID3", at: index), index + 10 <= window.count,
      (2...4).contains(window[index + 3]), window[index + 4] < 0xff
    else { return nil }
    var size: Int64 = 0
    for position in 6..<10 {
      guard window[index + position] < 0x80 else { return nil }
      size = size << 7 | Int64(window[index + position])
    }
    let hasFooter = window[index + 3] == 4 && window[index + 5] & 0x10 != 0
    return size + (hasFooter ? 20 : 10)
  }

  /// 128 bytes that end the file or stand before another tag; before them an enhanced one of 227.
  private static func id3v1(_ index: Int, _ window: Window) -> Int64? {
    if window.starts(with: "TAG+", at: index), id3v1(index + 227, window) != nil { return 227 }
    guard window.starts(with: "TAG", at: index), index + 128 <= window.count else { return nil }
    let isLast = window.isEnd(at: index + 128)
    return isLast || at(index + 128, in: window) != nil ? 128 : nil
  }

  /// Source: the APEv2 header: the size counts the items and the footer, bit 29 of the flags tells a header.
  private static func ape(_ index: Int, _ window: Window) -> Int64? {
    guard window.starts(with: "APETAGEX", at: index), index + 32 <= window.count else { return nil }
    let size = Int64(littleEndian(index + 12, window))
    let isHeader = littleEndian(index + 20, window) & 1 << 29 != 0
    // A footer where a tag starts is one without items.
    guard isHeader else { return size == 32 ? 32 : nil }
    // A header is believed only if its footer is where it says, as far as that can be seen from here.
    let footer = index + Int(size)
    if footer + 32 <= window.count {
      guard size >= 32, window.starts(with: "APETAGEX", at: footer) else { return nil }
    }
    return size + 32
  }

  private static func apeByFooter(_ index: Int, _ window: Window) -> Int64? {
    var position = index
    while position + 32 <= min(window.count, index + Window.lookahead) {
      if window[position] == UInt8(ascii: "A"), window.starts(with: "APETAGEX", at: position),
        littleEndian(position + 20, window) & 1 << 29 == 0
      {
        let size = Int(littleEndian(position + 12, window))
        if position + 32 - size == index { return Int64(size) }
      }
      position += 1
    }
    return nil
  }

  /// Lyrics3: from its first word to its last; version 2 has its length before that.
  private static func lyrics(_ index: Int, _ window: Window) -> Int64? {
    guard window.starts(with: "LYRICSBEGIN", at: index) else { return nil }
    var position = index + 11
    while position + 9 <= min(window.count, index + Window.lookahead) {
      if window[position] == UInt8(ascii: "L"),
        window.starts(with: "LYRICS200", at: position)
          || window.starts(with: "LYRICSEND", at: position)
      {
        return Int64(position + 9 - index)
      }
      position += 1
    }
    return nil
  }

  private static func littleEndian(_ index: Int, _ window: Window) -> UInt32 {
    window.word(index).byteSwapped
  }
}
