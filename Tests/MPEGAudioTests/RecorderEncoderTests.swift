import MPEGAudio
import Testing

@Suite struct RecorderEncoderTests {
  @Test(arguments: [0, 1, 575, 576, 577, 16_000, 160_000])
  func writesOnlyTheRecordersHeader(samples: Int) throws {
    let bytes = try RecorderEncoder.encode(Signal.speech(samples: samples))
    #expect(bytes.count % RecorderEncoder.bytesPerFrame == 0)
    // Padding adds at most the encoder's delay and a frame's worth on either side.
    let frames = bytes.count / RecorderEncoder.bytesPerFrame
    #expect(frames >= (samples + 575) / 576)
    #expect(frames <= samples / 576 + 4)
    for frame in 0..<frames {
      #expect(Array(bytes[frame * 144..<frame * 144 + 4]) == [0xff, 0xf3, 0x48, 0xc4])
    }
  }

  @Test func givesTheSameBytesHoweverTheSamplesAreCut() throws {
    let samples = Signal.speech(samples: 100_000)
    var encoder = try RecorderEncoder()
    var bytes: [UInt8] = []
    var random = SeededRandom(seed: 1)
    var rest = samples[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int(random.next() % 5_000))
      bytes += try encoder.encode(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    bytes += try encoder.finish()
    #expect(try bytes == RecorderEncoder.encode(samples))
  }

  @Test func usesTheReservoir() throws {
    let bytes = try RecorderEncoder.encode(Signal.speech(samples: 160_000))
    // MPEG-2 side information opens with main_data_begin, 8 bits.
    let begins = stride(from: 4, to: bytes.count, by: 144).map { bytes[$0] }
    #expect(begins.first == 0)
    #expect(begins.contains { $0 > 0 })
  }
}
