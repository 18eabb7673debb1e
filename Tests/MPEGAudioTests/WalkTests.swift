import MPEGAudio
import Testing

/// Recordings in the recorder's format, and what may happen to them.
private enum Recording {
  /// Four seconds of a tone that changes, in whole frames.
  static let whole: [UInt8] = {
    let samples = (0..<64_000).map { index in
      Int16(truncatingIfNeeded: (index * (3 + index / 8_000) / 16 % 200 - 100) * 90)
    }
    guard let bytes = try? RecorderEncoder.encode(samples) else { return [] }
    return Array(bytes.prefix(bytes.count / 144 * 144))
  }()

  /// As the recorder leaves it: with the beginning of a frame at its end.
  static let genuine = whole + whole.prefix(40)
  static let frames = Int64(whole.count / 144)

  static func tag(claiming size: Int, holding body: [UInt8]) -> [UInt8] {
    let bytes = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7f) }
    return Array("ID3".utf8) + [4, 0, 0] + bytes + body
  }

  static let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
}

private func codes(_ inspection: Inspection) -> [Finding.Code] { inspection.findings.map(\.code) }

@Suite struct WalkTests {
  @Test func aGenuineRecordingIsIntactWithATail() {
    let found = FrameWalk.inspect(Recording.genuine)
    #expect(found.verdict == .intact)
    #expect(found.isRecorderFormat)
    #expect(found.frames == Recording.frames)
    #expect(found.samples == Recording.frames * 576)
    #expect(found.milliseconds == Recording.frames * 36)
    #expect(found.format?.description == "MPEG-2 Layer III, 16 kHz, mono, 32 kbit/s")
    #expect(codes(found) == [.subFrameTail])
    #expect(found.ledger.tailBytes == 40)
    #expect(found.isFullyAccounted)
  }

  /// However the bytes come, the result is the same.
  @Test func theResultDoesNotDependOnThePieces() {
    var damaged = Recording.genuine
    damaged.removeSubrange(5_000..<5_244)
    damaged.insert(contentsOf: Array("<html>".utf8), at: 9_000)
    let tagged =
      Recording.tag(claiming: 300, holding: [UInt8](repeating: 7, count: 300))
      + Recording.whole + Recording.id3v1
    for bytes in [Recording.genuine, damaged, tagged] {
      let whole = FrameWalk.inspect(bytes)
      for size in [1, 7, 143, 144, 4_096] {
        var walk = FrameWalk()
        for start in stride(from: 0, to: bytes.count, by: size) {
          walk.consume(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(walk.finish() == whole, "pieces of \(size)")
      }
    }
  }

  @Test func cutAnywhereItIsIntactAndAccountedFor() {
    for length in stride(from: 145, to: Recording.whole.count, by: 13) {
      let found = FrameWalk.inspect(Array(Recording.whole.prefix(length)))
      #expect(found.verdict == .intact, "\(length)")
      #expect(found.frames == Int64(length / 144), "\(length)")
      #expect(found.isFullyAccounted, "\(length)")
    }
  }

  /// A lost Bluetooth notification of 244 bytes, wherever it was.
  @Test func aLostChunkIsSeenWhereItIs() {
    for start in stride(from: 244, to: Recording.whole.count - 1_000, by: 244) {
      var bytes = Recording.genuine
      bytes.removeSubrange(start..<start + 244)
      let found = FrameWalk.inspect(bytes)
      #expect(found.verdict == .damaged, "\(start)")
      let offset = found.firstDamage?.offset ?? -1
      #expect((Int64(start) - 288...Int64(start)).contains(offset), "\(start): \(offset)")
      #expect(found.ledger.total == found.size)
    }
  }

  @Test func everyHeaderBitThatFlipsIsSeen() {
    for bit in 0..<32 {
      var bytes = Recording.genuine
      bytes[20 * 144 + bit / 8] ^= 0x80 >> UInt8(bit % 8)
      let found = FrameWalk.inspect(bytes)
      #expect(found.verdict == .damaged, "bit \(bit)")
      #expect(found.ledger.total == found.size)
    }
  }

  @Test func anErrorPageInTheMiddleIsForeign() throws {
    let page = Array("<html><body>502 Bad Gateway</body></html>".utf8)
    let middle = 30 * 144
    let bytes = Recording.whole.prefix(middle) + page + Recording.whole.dropFirst(middle)
    let found = FrameWalk.inspect(Array(bytes))
    #expect(found.verdict == .damaged)
    let damage = try #require(found.firstDamage)
    #expect((Int64(middle) - 144...Int64(middle)).contains(damage.offset))
    #expect(found.ledger.junkBytes >= Int64(page.count))
  }

  @Test(arguments: [
    ("<!DOCTYPE html><html>", "HTML"), ("{\"error\":1}", "JSON"), ("OggS\0\u{2}", "Ogg"),
    ("fLaC\0\0\0", "FLAC"), ("RIFF....WAVE", "RIFF"), ("\0\0\0\u{18}ftypM4A ", "MP4"),
    ("PK\u{3}\u{4}....", "ZIP"), ("hello, world\n", "text"), ("\0\0\0\0", "zero bytes"),
    ("\u{1}\u{2}\u{3}", "no chain"),
  ])
  func whatIsNoAudioIsNamed(head: String, word: String) {
    let found = FrameWalk.inspect(Array(head.utf8))
    #expect(found.verdict == .notAudio)
    #expect(codes(found) == [.notMPEGAudio])
    #expect(found.firstDamage?.offset == 0)
    #expect(found.firstDamage?.text.contains(word) == true)
    #expect(found.ledger.total == found.size)
  }

  @Test func nothingIsEmpty() {
    #expect(FrameWalk.inspect([]).verdict == .empty)
    #expect(FrameWalk().finish().findings.isEmpty)
  }

  @Test func oneFrameIsARecording() {
    let found = FrameWalk.inspect(Array(Recording.whole.prefix(144)))
    #expect(found.verdict == .intact)
    #expect(found.frames == 1)
  }

  @Test func tagsAreNoDamage() {
    let tag = Recording.tag(claiming: 300, holding: [UInt8](repeating: 7, count: 300))
    let found = FrameWalk.inspect(tag + Recording.whole + Recording.id3v1)
    #expect(found.verdict == .intact)
    #expect(found.ledger.tagBytes == Int64(310 + 128))
    #expect(found.ledger.frameBytes == Int64(Recording.whole.count))
  }

  /// A whole MP3 inside a tag is part of the tag.
  @Test func anMP3InsideATagIsNotTheRecording() {
    let inner = Array("PRIV".utf8) + Recording.whole + [0, 0, 0]
    let tag = Recording.tag(claiming: inner.count, holding: inner)
    let found = FrameWalk.inspect(tag + Recording.whole)
    #expect(found.verdict == .intact)
    #expect(found.frames == Recording.frames)
    #expect(found.ledger.tagBytes == Int64(tag.count))
  }

  @Test(arguments: [100_000, 5_000])
  func aTagThatLiesHidesNothing(size: Int) {
    let tag = Recording.tag(claiming: size, holding: [UInt8](repeating: 1, count: 50))
    let found = FrameWalk.inspect(tag + Recording.whole)
    #expect(found.verdict == .damaged)
    #expect(codes(found).contains(.tagSizeLies))
    #expect(found.frames == Recording.frames)
    #expect(found.ledger.total == found.size)
  }

  @Test func listedSecondsMayDifferByOne() {
    let found = FrameWalk.inspect(Recording.genuine)
    // 4000 bytes are a second in this format, the tail included.
    let seconds = found.size / 4_000
    let rest = found.size % 4_000
    for listed in seconds - 3...seconds + 3 {
      let agreement = DurationAgreement(of: found, listedSeconds: listed)
      let difference = (seconds - listed) * 4_000 + rest
      #expect(agreement.agrees == (abs(difference) <= 4_000), "\(listed)")
      #expect(agreement.differenceMilliseconds == difference / 4, "\(listed)")
    }
    #expect(!DurationAgreement(of: found, listedSeconds: .max).agrees)
    #expect(!DurationAgreement(of: found, listedSeconds: .min).agrees)
  }

  /// Bytes by chance, and recordings with bytes changed by chance: nothing traps, everything sums up.
  @Test func chanceNeverTraps() {
    var state: UInt64 = 42
    func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
    for round in 0..<300 {
      var bytes = round % 3 == 0 ? (0..<next() % 5_000).map { _ in UInt8(next() & 255) } : []
      if round % 3 != 0 {
        bytes = Array(Recording.genuine.prefix(8_000))
        for _ in 0..<next() % 20 {
          bytes[next() % bytes.count] = round % 2 == 0 ? 0xff : UInt8(next() & 255)
        }
      }
      let found = FrameWalk.inspect(bytes)
      #expect(found.ledger.total == Int64(bytes.count))
      #expect(found.findings.count <= 256)
    }
  }

  @Test func findingsAreBounded() {
    var bytes: [UInt8] = []
    for _ in 0..<400 {
      bytes += Recording.whole.prefix(4 * 144) + [0, 0, 0]
    }
    let found = FrameWalk.inspect(bytes)
    #expect(found.findings.count == 256)
    #expect(found.omittedFindings > 0)
    #expect(found.verdict == .damaged)
    #expect(found.ledger.total == found.size)
  }
}

@Suite struct DecoderTests {
  @Test func whatWasEncodedIsDecoded() throws {
    let sound = try Decoder.decode(Recording.whole)
    #expect(sound.sampleRate == 16_000)
    #expect(sound.channels == 1)
    #expect(sound.right.isEmpty)
    // The decoder keeps the last frame until another comes.
    #expect(abs(sound.left.count - Int(Recording.frames) * 576) <= 2 * 576)
    #expect(sound.left.contains { abs(Int($0)) > 1_000 })
  }

  @Test func whatIsNoMP3GivesNoSound() throws {
    let sound = try? Decoder.decode(Array("<html>no sound</html>".utf8))
    #expect(sound?.left.isEmpty ?? true)
  }
}
