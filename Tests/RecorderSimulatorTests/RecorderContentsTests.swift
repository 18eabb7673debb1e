import HostIO
import MPEGAudio
import RecorderSimulator
import SimulatedHost
import Testing

@Suite struct RecorderContentsTests {
  private let files = SimulatedFileSystem()

  @Test func oneSeedGivesTheSameBytesForEver() throws {
    let contents = RecorderContents(seed: 1, .brief)
    #expect(contents == RecorderContents(seed: 1, .brief))
    #expect(contents != RecorderContents(seed: 2, .brief))
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for file in contents.files {
      let bytes = try file.bytes(from: files)
      #expect(bytes.count == file.byteCount)
      for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    // FNV-1a of all of them, as they were when this was written.
    #expect(digest == 6_613_798_307_492_718_519)
  }

  @Test func isAsARecorderIs() throws {
    for seed in 0..<20 as Range<UInt64> {
      let contents = RecorderContents(seed: seed)
      #expect(contents.files.count == 10)
      #expect(Set(contents.files.map(\.directory)).count == 4)
      #expect(contents.files.count { $0.seconds == 0 && $0.byteCount == 0 } == 1)
      #expect(contents.files.count { $0.rawID.hasPrefix("PH") } == 1)
      for file in contents.files where file.byteCount > 0 {
        #expect((34...46).contains(file.byteCount % 144), "\(file.rawID)")
        #expect(file.seconds == file.byteCount / 4_000)
        #expect((4...40).contains(file.seconds))
      }
    }
  }

  /// The reservoir is in use, every frame can be decoded, and what is behind the last is a frame's beginning.
  @Test func theBytesAreGenuine() throws {
    for file in RecorderContents(seed: 3, .brief).files where file.byteCount > 0 {
      let bytes = try file.bytes(from: files)
      var walk = FrameWalk()
      bytes.withUnsafeBytes { walk.consume($0) }
      let inspection = walk.finish()
      #expect(inspection.verdict == .intact, "\(file.rawID)")
      #expect(inspection.isRecorderFormat)
      #expect(inspection.frames == Int64(bytes.count / 144))
      #expect(Array(bytes.suffix(bytes.count % 144).prefix(4)) == [0xff, 0xf3, 0x48, 0xc4])
      // main_data_begin, the nine bits behind the header, leads back into earlier frames somewhere.
      let begins = stride(from: 0, to: bytes.count - 144, by: 144).map {
        Int(bytes[$0 + 4])
      }
      #expect(begins.contains { $0 > 0 }, "\(file.rawID)")
    }
  }

  @Test func aFolderOfMP3sCanBeWhatIsOnIt() throws {
    let speech = try RecorderContents(seed: 4, .brief).files[0].bytes(from: files)
    try files.createDirectories(Path("/mp3/2026-02-01"), permissions: 0o700)
    for (name, bytes) in [
      ("20260201080000.mp3", speech), ("PH1.mp3", []), ("notes.txt", [1]), ("odd.mp3", [1, 2, 3]),
    ] {
      let file = try files.open(
        Path("/mp3/2026-02-01") / Path(name), .createNew, permissions: 0o600)
      try file.write(bytes, at: 0)
      try file.close()
    }
    let contents = try RecorderContents(folder: Path("/mp3"), fileSystem: files)
    #expect(contents.files.map(\.rawID) == ["20260201080000", "PH1", "odd"])
    #expect(contents.files.map(\.seconds) == [speech.count / 4_000, 0, 0])
    #expect(try contents.files[0].bytes(from: files) == speech)
    #expect(throws: SimulatorError.self) {
      try RecorderContents(folder: Path("/nowhere"), fileSystem: files)
    }
  }
}
