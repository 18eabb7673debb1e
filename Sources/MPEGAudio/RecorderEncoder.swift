import CLAME

/// Writes MP3 in the recorder's own format: MPEG-2 Layer III, mono, 16 kHz, 32 kbit/s CBR, without CRC,
/// Info frame or tags. Every frame has 144 bytes, 576 samples and the header `FF F3 48 C4`.
///
/// The bit reservoir is left on, as in the recorder: a frame's main data may begin in frames before it.
/// The encoder delays the sound by about 69 ms and pads the end to whole frames.
public struct RecorderEncoder: ~Copyable {
  /// Samples a second.
  public static let sampleRate = 16_000
  /// Samples in a frame.
  public static let samplesPerFrame = 576
  /// Bytes in a frame.
  public static let bytesPerFrame = 144

  /// One call of the library gets no more, so that its output buffer stays small.
  private static let samplesPerCall = 100 * samplesPerFrame
  /// What the library asks for: 1.25 × samples + 7200. Source: lame.h, `lame_encode_buffer`.
  private static let outputCapacity = samplesPerCall * 5 / 4 + 7_200

  private let state: OpaquePointer

  /// - Throws: `.outOfMemory`, or `.unsupportedFormat` where the library does not take the settings.
  public init() throws(EncodeError) {
    guard let state = lame_init() else {
      throw EncodeError(.outOfMemory, operation: "lame_init")
    }
    let status = Self.configure(state)
    guard status >= 0 else {
      lame_close(state)
      throw EncodeError(.unsupportedFormat, operation: "lame_init_params", status: Int(status))
    }
    self.init(state: state)
  }

  private init(state: OpaquePointer) { self.state = state }

  /// - Returns: Negative where the library refuses.
  private static func configure(_ state: OpaquePointer) -> Int32 {
    // Without a function the library prints nothing.
    lame_set_errorf(state, nil)
    lame_set_debugf(state, nil)
    lame_set_msgf(state, nil)
    lame_set_write_id3tag_automatic(state, 0)
    let settings = [
      lame_set_num_channels(state, 1),
      lame_set_mode(state, MONO),
      lame_set_in_samplerate(state, Int32(sampleRate)),
      lame_set_out_samplerate(state, Int32(sampleRate)),
      lame_set_VBR(state, vbr_off),
      lame_set_brate(state, 32),
      lame_set_bWriteVbrTag(state, 0),
      lame_set_findReplayGain(state, 0),
      lame_set_error_protection(state, 0),
      lame_set_disable_reservoir(state, 0),
    ]
    return settings.first { $0 < 0 } ?? lame_init_params(state)
  }

  deinit { lame_close(state) }

  /// Takes samples in and gives the frames that are complete by now, which may be none.
  ///
  /// - Parameters:
  ///   - samples: 16-bit PCM, mono, 16 kHz.
  /// - Throws: `.encoding`; the encoder is of no use after it.
  public mutating func encode(_ samples: [Int16]) throws(EncodeError) -> [UInt8] {
    var frames: [UInt8] = []
    var start = 0
    while start < samples.count {
      let count = min(Self.samplesPerCall, samples.count - start)
      let state = state
      try Self.append(to: &frames, operation: "lame_encode_buffer") { output in
        samples.withUnsafeBufferPointer { input in
          // For mono the right channel is not read.
          lame_encode_buffer(
            state, input.baseAddress.map { $0 + start }, nil, Int32(count),
            output.baseAddress, Int32(output.count))
        }
      }
      start += count
    }
    return frames
  }

  /// Gives the last frames, padded with silence.
  ///
  /// - Throws: `.encoding`.
  public consuming func finish() throws(EncodeError) -> [UInt8] {
    var frames: [UInt8] = []
    let state = state
    try Self.append(to: &frames, operation: "lame_encode_flush") { output in
      lame_encode_flush(state, output.baseAddress, Int32(output.count))
    }
    return frames
  }

  /// Encodes a whole recording.
  ///
  /// - Parameters:
  ///   - samples: 16-bit PCM, mono, 16 kHz.
  public static func encode(_ samples: [Int16]) throws(EncodeError) -> [UInt8] {
    var encoder = try RecorderEncoder()
    var frames = try encoder.encode(samples)
    frames += try encoder.finish()
    return frames
  }

  private static func append(
    to frames: inout [UInt8], operation: String,
    _ call: (UnsafeMutableBufferPointer<UInt8>) -> Int32
  ) throws(EncodeError) {
    var status: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: outputCapacity) { output, count in
      // The slice is as long as asked for, whatever more the allocator gave.
      status = call(UnsafeMutableBufferPointer(rebasing: output[..<outputCapacity]))
      count = max(0, Int(status))
    }
    guard status >= 0 else {
      throw EncodeError(.encoding, operation: operation, status: Int(status))
    }
    frames += bytes
  }
}
