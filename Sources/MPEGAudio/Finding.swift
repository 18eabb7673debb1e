/// Something about a place in a file that is worth telling.
public struct Finding: Hashable, Sendable {
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// The file or a tag ends, or the next frame starts, inside a frame.
    case cutFrame = "cut-frame"
    /// Bytes that are no frame and no tag.
    case foreignBytes = "foreign-bytes"
    /// Zero bytes where a frame should be.
    case zeroBytes = "zero-bytes"
    /// A header that differs where the recorder's never does.
    case deviatingHeader = "deviating-header"
    /// Version, layer or sample rate change: two streams joined.
    case formatChange = "format-change"
    case wrongCRC = "wrong-crc"
    /// Main data overlap those of the frame before: frames are missing, or stand in the wrong order.
    case reservoirBroken = "reservoir-broken"
    /// Side information with values that cannot be.
    case impossibleSideInformation = "impossible-side-information"
    /// Fewer frames than the Xing, Info or VBRI frame announces.
    case framesMissing = "frames-missing"
    /// More frames than announced: a note.
    case framesUnannounced = "frames-unannounced"
    /// Nothing behind a Xing, Info or VBRI frame.
    case headerFrameOnly = "header-frame-only"
    /// An ID3v2 tag that claims bytes of the audio behind it.
    case tagSizeLies = "tag-size-lies"
    /// A tag that the file's end cuts off.
    case cutTag = "cut-tag"
    /// A tail shorter than a frame, which recordings of the recorder have: a note.
    case subFrameTail = "sub-frame-tail"
    /// The first frame needs data of frames before it, so the stream was cut from a longer one: a note.
    case startsMidReservoir = "starts-mid-reservoir"
    /// The file is something else, or nothing known.
    case notMPEGAudio = "not-mpeg-audio"
  }

  public let code: Code
  /// Where it starts in the file, in bytes.
  public let offset: Int64
  /// In bytes.
  public let length: Int64
  /// One English sentence, without the offset.
  public let text: String

  /// Whether it alone makes a file damaged; else it is a note.
  public var isDamage: Bool {
    switch code {
    case .subFrameTail, .startsMidReservoir, .framesUnannounced: false
    default: true
    }
  }
}

/// Findings up to a number, and how many there were beyond it.
struct FindingList: Sendable {
  static let limit = 256

  private(set) var kept: [Finding] = []
  private(set) var omitted = 0

  /// - Parameters:
  ///   - text: Made only for a finding that is kept, for there may be millions.
  mutating func add(
    _ code: Finding.Code, at offset: Int64, length: Int64, _ text: @autoclosure () -> String
  ) {
    guard kept.count < Self.limit else {
      omitted += 1
      return
    }
    kept.append(Finding(code: code, offset: offset, length: length, text: text()))
  }

  /// In the order of offsets, again at most `limit`.
  func merged(with other: FindingList) -> (kept: [Finding], omitted: Int) {
    let all = (kept + other.kept).enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    return (
      all.prefix(Self.limit).map(\.element),
      omitted + other.omitted + max(0, all.count - Self.limit)
    )
  }
}
