import MPEGAudio

/// A recording of synthetic speech in the recorder's format, cut where a recorder that is stopped cuts it.
struct SpeechRecording: Sendable {
  let seed: UInt64
  /// Whole frames.
  let frames: Int
  /// Bytes of the frame that was being written, less than a frame.
  let tail: Int

  /// Encodes more than is kept, so that the tail is the beginning of a frame that was really coming.
  ///
  /// - Throws: `.encoding`.
  func bytes() throws(SimulatorError) -> [UInt8] {
    var speech = SpeechSignal(seed: seed)
    let spareFrames = 4
    let samples = speech.samples((frames + spareFrames) * RecorderEncoder.samplesPerFrame)
    do throws(EncodeError) {
      let encoded = try RecorderEncoder.encode(samples)
      return Array(encoded.prefix(frames * RecorderEncoder.bytesPerFrame + tail))
    } catch {
      throw SimulatorError(code: .encoding, detail: error.description)
    }
  }
}
