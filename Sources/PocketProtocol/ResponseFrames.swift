public import FoundationEssentials

/// Takes the frames out of one notification.
///
/// A recorder may put several replies into one (`MCU&WIFIOMCU&OFF`), with or without NUL bytes at their
/// ends. A reply never spans two notifications.
public enum ResponseFrames {
  /// The frames, in order. What stands before the first `MCU&` is a frame of its own, so that nothing is
  /// lost.
  ///
  /// - Parameters:
  ///   - notification: The bytes of one notification.
  public static func split(_ notification: Data) -> [String] {
    let start = Array("MCU&".utf8)
    let bytes = Array(notification)
    var cuts: [Int] = [0]
    var index = 1
    while index + start.count <= bytes.count {
      if bytes[index..<index + start.count].elementsEqual(start) { cuts.append(index) }
      index += 1
    }
    return zip(cuts, cuts.dropFirst() + [bytes.count]).compactMap { from, to in
      let frame = trimmed(bytes[from..<to])
      return frame.isEmpty ? nil : String(decoding: frame, as: UTF8.self)
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isPadding(_ byte: UInt8) -> Bool { byte == 0 || byte == 0x0a || byte == 0x0d }
    var bytes = bytes.drop(while: isPadding)
    while let last = bytes.last, isPadding(last) { bytes.removeLast() }
    return bytes
  }
}
