/// What each byte of a file is. The sums are exact; of the spans the first 256 are kept.
public struct Ledger: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case frame
    /// A Xing, Info or VBRI frame: a table in the form of a frame, without sound.
    case headerFrame = "header-frame"
    case tag
    /// The beginning of a frame at the end of a recorder's file.
    case tail
    case junk
  }

  /// Neighbouring bytes of one kind.
  public struct Span: Hashable, Sendable {
    public let kind: Kind
    /// Where it starts in the file, in bytes.
    public let offset: Int64
    /// In bytes.
    public internal(set) var length: Int64
  }

  /// The most spans kept.
  public static let spanLimit = 256

  public private(set) var frameBytes: Int64 = 0
  public private(set) var headerFrameBytes: Int64 = 0
  public private(set) var tagBytes: Int64 = 0
  public private(set) var tailBytes: Int64 = 0
  public private(set) var junkBytes: Int64 = 0
  /// In the order of the file.
  public private(set) var spans: [Span] = []
  /// Spans behind those kept.
  public private(set) var omittedSpans = 0

  /// The last span, also when it is not kept: its kind and where it ends.
  private var lastKind: Kind?

  init() {}

  /// All bytes that were accounted for.
  public var total: Int64 { frameBytes + headerFrameBytes + tagBytes + tailBytes + junkBytes }

  /// Adds the bytes that follow those added before.
  mutating func add(_ kind: Kind, _ length: Int64) {
    guard length > 0 else { return }
    let offset = total
    switch kind {
    case .frame: frameBytes += length
    case .headerFrame: headerFrameBytes += length
    case .tag: tagBytes += length
    case .tail: tailBytes += length
    case .junk: junkBytes += length
    }
    if kind == lastKind {
      if omittedSpans == 0 { spans[spans.count - 1].length += length }
    } else if spans.count < Self.spanLimit {
      spans.append(Span(kind: kind, offset: offset, length: length))
    } else {
      omittedSpans += 1
    }
    lastKind = kind
  }
}
