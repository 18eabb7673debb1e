/// What the side information of a Layer III frame says of its main data.
struct SideInformation {
  /// Bytes back from this frame's own main data to where its main data begin.
  let mainDataBegin: Int
  /// Bytes of main data, over all granules and channels.
  let mainDataBytes: Int
  /// Whether each granule's big_values fit the 576 lines.
  let hasPossibleValues: Bool

  /// Source: ISO/IEC 11172-3, 2.4.1.7; ISO/IEC 13818-3, 2.4.1.7.
  init(_ window: Window, _ header: FrameHeader) {
    let isFirst = header.version == .mpeg1
    let start = header.headerSize * 8
    mainDataBegin = window.bits(start, isFirst ? 9 : 8)
    // Private bits and, in MPEG-1, scfsi lie before the granules.
    var position = start
    if isFirst {
      position += header.channels == 1 ? 18 : 20
    } else {
      position += header.channels == 1 ? 9 : 10
    }
    var bits = 0
    var isPossible = true
    for _ in 0..<header.channels * (isFirst ? 2 : 1) {
      bits += window.bits(position, 12)
      if window.bits(position + 12, 9) > 288 { isPossible = false }
      position += isFirst ? 59 : 63
    }
    mainDataBytes = (bits + 7) / 8
    hasPossibleValues = isPossible
  }

  init(mainDataBegin: Int, mainDataBits: Int, bigValues: Int) {
    self.mainDataBegin = mainDataBegin
    mainDataBytes = (mainDataBits + 7) / 8
    hasPossibleValues = bigValues <= 288
  }
}

/// Follows the bit reservoir from frame to frame.
///
/// The main data of all frames form one string of bytes. Those of a frame begin `main_data_begin` bytes
/// before its own part of it, never before the end of what the frame before used, and end within its part.
struct Reservoir: Sendable {
  enum Result {
    case fits
    /// The first frame of the stream needs data from before it.
    case startsEarlier
    case overlaps(bytes: Int64)
    case exceeds(bytes: Int64)
    case impossibleValues
  }

  /// Where the next frame's own part starts.
  private var partStart: Int64 = 0
  /// Where the last frame's main data end; nil after a gap in the stream.
  private var usedEnd: Int64?
  private var isFirst = true

  /// Frames were lost before the next one.
  mutating func forget() {
    usedEnd = nil
  }

  /// A frame whose main data are not known.
  mutating func skip(bytes: Int) {
    partStart += Int64(bytes)
    isFirst = false
    usedEnd = nil
  }

  /// - Parameters:
  ///   - size: Bytes that the frame has for main data.
  mutating func take(_ side: SideInformation, size: Int) -> Result {
    let begin = partStart - Int64(side.mainDataBegin)
    let end = begin + Int64(side.mainDataBytes)
    partStart += Int64(size)
    let before = usedEnd
    let wasFirst = isFirst
    isFirst = false
    guard side.hasPossibleValues else {
      usedEnd = nil
      return .impossibleValues
    }
    guard end <= partStart else {
      usedEnd = nil
      return .exceeds(bytes: end - partStart)
    }
    usedEnd = end
    if let before, begin < before { return .overlaps(bytes: before - begin) }
    return wasFirst && begin < 0 ? .startsEarlier : .fits
  }
}
