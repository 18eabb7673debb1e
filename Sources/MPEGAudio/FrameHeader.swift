/// The generations of MPEG audio. 2.5 is the extension for rates below 16 kHz that is in no standard.
public enum MPEGVersion: String, Hashable, Sendable {
  case mpeg1 = "MPEG-1"
  case mpeg2 = "MPEG-2"
  case mpeg25 = "MPEG-2.5"
}

/// Layers I, II and III.
public enum MPEGLayer: Int, Hashable, Sendable {
  case i = 1
  case ii
  case iii

  /// "I", "II" or "III".
  public var numeral: String { String(repeating: "I", count: rawValue) }
}

/// The four bytes that every frame starts with.
/// Source: ISO/IEC 11172-3, 2.4.1.3 and 2.4.2.3; ISO/IEC 13818-3, 2.4.
public struct FrameHeader: Hashable, Sendable {
  public let version: MPEGVersion
  public let layer: MPEGLayer
  /// Whether 16 bits of CRC follow the header.
  public let hasCRC: Bool
  /// In kbit/s; nil for free format, where only the distance of two headers tells.
  public let bitRateKbps: Int?
  /// In Hz.
  public let sampleRate: Int
  /// Whether the frame is one slot longer than the bit rate says.
  public let isPadded: Bool
  /// 1 or 2.
  public let channels: Int

  let bits: UInt32

  /// The recorder's one header: MPEG-2 Layer III, 16 kHz, mono, 32 kbit/s, no CRC, no padding.
  static let recorderBits: UInt32 = 0xfff3_48c4

  /// - Parameters:
  ///   - bits: The four bytes, the first one highest.
  /// - Returns: nil for what no frame starts with: no sync word, or a reserved value.
  public init?(_ bits: UInt32) {
    guard bits >> 21 == 0x7ff else { return nil }
    switch bits >> 19 & 3 {
    case 0: version = .mpeg25
    case 2: version = .mpeg2
    case 3: version = .mpeg1
    default: return nil
    }
    guard let layer = MPEGLayer(rawValue: 4 - Int(bits >> 17 & 3)) else { return nil }
    self.layer = layer
    let rateIndex = Int(bits >> 10 & 3)
    let bitRateIndex = Int(bits >> 12 & 15)
    // The last value of emphasis is reserved too.
    guard rateIndex < 3, bitRateIndex < 15, bits & 3 != 2 else { return nil }
    let base = [44_100, 48_000, 32_000][rateIndex]
    switch version {
    case .mpeg1: sampleRate = base
    case .mpeg2: sampleRate = base / 2
    case .mpeg25: sampleRate = base / 4
    }
    bitRateKbps =
      bitRateIndex == 0 ? nil : Self.bitRates(version, layer)[bitRateIndex - 1]
    hasCRC = bits >> 16 & 1 == 0
    isPadded = bits >> 9 & 1 == 1
    channels = bits >> 6 & 3 == 3 ? 1 : 2
    self.bits = bits
  }

  /// Samples of one channel.
  public var samplesPerFrame: Int {
    switch layer {
    case .i: 384
    case .ii: 1152
    case .iii: version == .mpeg1 ? 1152 : 576
    }
  }

  /// Bytes from this header to the next; nil for free format.
  public var byteCount: Int? {
    guard let bitRateKbps else { return nil }
    let slots = samplesPerFrame / 8 / slotSize * bitRateKbps * 1000 / sampleRate
    return (slots + (isPadded ? 1 : 0)) * slotSize
  }

  /// Bytes that padding adds.
  var slotSize: Int { layer == .i ? 4 : 1 }

  /// Where the frame's own data start behind the header and the CRC.
  var headerSize: Int { hasCRC ? 6 : 4 }

  /// Bytes of Layer III side information.
  var sideInformationSize: Int {
    if version == .mpeg1 { return channels == 1 ? 17 : 32 }
    return channels == 1 ? 9 : 17
  }

  /// From this subband on both channels share what is transmitted (Layers I and II).
  var jointBound: Int {
    bits >> 6 & 3 == 1 ? 4 * (Int(bits >> 4 & 3) + 1) : 32
  }

  /// Whether both can belong to one stream: version, layer and sample rate stay, and free format does.
  func isSameKind(as other: FrameHeader) -> Bool {
    // Sync, version and layer are the top 15 bits; the sample rate is at 10 and 11.
    (bits ^ other.bits) & 0xfffe_0c00 == 0
      && (bitRateKbps == nil) == (other.bitRateKbps == nil)
  }

  private static func bitRates(_ version: MPEGVersion, _ layer: MPEGLayer) -> [Int] {
    switch (version == .mpeg1, layer) {
    case (true, .i): rates1I
    case (true, .ii): rates1II
    case (true, .iii): rates1III
    case (false, .i): rates2I
    case (false, _): rates2
    }
  }

  private static let rates1I = [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
  private static let rates1II = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
  private static let rates1III = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  private static let rates2I = [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
  private static let rates2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}
