/// The CRC-16 behind a header. Source: ISO/IEC 11172-3, 2.4.3.1: polynomial 0x8005, start 0xFFFF, over
/// bits 16 to 31 of the header and the bits named in 2.4.1.
enum FrameChecksum {
  /// Whether the frame at the window's start, which has a CRC, has the right one.
  static func isRight(_ window: Window, _ header: FrameHeader, length: Int) -> Bool {
    let protected = protectedBits(window, header)
    // A frame too short for what it must hold has no CRC that could be right.
    guard header.headerSize * 8 + protected <= length * 8 else { return false }
    var crc: UInt16 = 0xffff
    for bit in 16..<32 { update(&crc, window.bits(bit, 1)) }
    for bit in 48..<48 + protected { update(&crc, window.bits(bit, 1)) }
    return Int(crc) == window.bits(32, 16)
  }

  private static func update(_ crc: inout UInt16, _ bit: Int) {
    let carry = Int(crc >> 15) ^ bit
    crc <<= 1
    if carry == 1 { crc ^= 0x8005 }
  }

  private static func protectedBits(_ window: Window, _ header: FrameHeader) -> Int {
    switch header.layer {
    case .iii:
      return header.sideInformationSize * 8
    case .i:
      let bound = header.channels == 1 ? 32 : header.jointBound
      return 4 * (bound * header.channels + 32 - bound)
    case .ii:
      return layerIIBits(window, header)
    }
  }

  /// Layer II protects allocation and scale factor selection; the latter has two bits for each subband
  /// of each channel that has bits allocated.
  private static func layerIIBits(_ window: Window, _ header: FrameHeader) -> Int {
    let widths = allocationWidths(header)
    let bound = min(header.jointBound, widths.count)
    var position = 48
    var selections = 0
    for (subband, width) in widths.enumerated() {
      let isShared = subband >= bound
      for _ in 0..<(isShared ? 1 : header.channels) {
        if window.bits(position, width) != 0 { selections += isShared ? header.channels : 1 }
        position += width
      }
    }
    return position - 48 + 2 * selections
  }

  /// Bits of allocation for each subband. Source: ISO/IEC 11172-3, tables B.2a to B.2d; 13818-3, B.1.
  private static func allocationWidths(_ header: FrameHeader) -> [Int] {
    func widths(_ four: Int, _ three: Int, _ two: Int) -> [Int] {
      Array(repeating: 4, count: four) + Array(repeating: 3, count: three)
        + Array(repeating: 2, count: two)
    }
    guard header.version == .mpeg1 else { return widths(4, 7, 19) }
    // Free format is as the high rates.
    let rate = header.bitRateKbps.map { $0 / header.channels } ?? 384
    if rate < 56 { return header.sampleRate == 32_000 ? widths(2, 10, 0) : widths(2, 6, 0) }
    if header.sampleRate == 48_000 || rate < 96 { return widths(11, 12, 4) }
    return widths(11, 12, 7)
  }
}
