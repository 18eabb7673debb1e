import CLAME

/// Decodes MP3 by LAME's `hip` (mpglib), for listening and for tests: no verdict depends on it.
///
/// It follows what it can and says nothing of what it skips; `FrameWalk` is what tells damage.
public struct Decoder: ~Copyable {
  /// Samples of both channels, of equal length; `right` is empty for mono.
  public struct Sound: Hashable, Sendable {
    public var left: [Int16] = []
    public var right: [Int16] = []
    /// In Hz; 0 before the first frame.
    public var sampleRate = 0
    /// 1 or 2; 0 before the first frame.
    public var channels = 0
  }

  /// The most samples of one channel that a frame holds.
  private static let frameSamples = 1_152
  /// Bytes handed over at a time.
  private static let pieceBytes = 4_096

  private let state: hip_t
  private var format: (sampleRate: Int, channels: Int)?

  /// - Throws: `.outOfMemory`.
  public init() throws(DecodeError) {
    guard let state = hip_decode_init() else {
      throw DecodeError(.outOfMemory, operation: "hip_decode_init")
    }
    // Without a function the library prints nothing.
    hip_set_errorf(state, nil)
    hip_set_debugf(state, nil)
    hip_set_msgf(state, nil)
    self.init(state: state)
  }

  private init(state: hip_t) { self.state = state }

  deinit { hip_decode_exit(state) }

  /// Decodes the next bytes of a stream.
  ///
  /// - Returns: The samples of the frames that are complete with them.
  /// - Throws: `.decoding` where the library gives up; `.formatChange` where sample rate or channels change.
  public mutating func decode(_ bytes: [UInt8]) throws(DecodeError) -> Sound {
    var sound = Sound()
    var start = 0
    while start < bytes.count {
      let piece = Array(bytes[start..<min(start + Self.pieceBytes, bytes.count)])
      start += piece.count
      try feed(piece, to: &sound)
    }
    return sound
  }

  /// Decodes bytes that are all here.
  public static func decode(_ bytes: [UInt8]) throws(DecodeError) -> Sound {
    var decoder = try Decoder()
    return try decoder.decode(bytes)
  }

  private mutating func feed(_ piece: [UInt8], to sound: inout Sound) throws(DecodeError) {
    var input = piece
    var count = piece.count
    var left = [Int16](repeating: 0, count: Self.frameSamples)
    var right = left
    while true {
      var header = mp3data_struct()
      let decoded = Int(hip_decode1_headers(state, &input, count, &left, &right, &header))
      // Later calls only take out what the first one put in.
      count = 0
      guard decoded >= 0 else {
        throw DecodeError(.decoding, operation: "hip_decode1_headers", status: decoded)
      }
      guard decoded > 0 else { return }
      let now = (sampleRate: Int(header.samplerate), channels: Int(header.stereo))
      if let format, format != now {
        throw DecodeError(.formatChange, operation: "hip_decode1_headers")
      }
      format = now
      (sound.sampleRate, sound.channels) = now
      sound.left += left[..<decoded]
      if now.channels == 2 { sound.right += right[..<decoded] }
    }
  }
}
