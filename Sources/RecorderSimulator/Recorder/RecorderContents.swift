package import HostIO
import MPEGAudio

/// What is on a simulated recorder.
package struct RecorderContents: Hashable, Sendable {
  /// How long recordings are.
  package enum Length: Hashable, Sendable {
    /// 4 to 40 seconds.
    case ordinary
    /// 1 to 2 seconds, for tests that go through many.
    case brief

    var frames: ClosedRange<Int> {
      switch self {
      case .ordinary: 112...1_110
      case .brief: 28...56
      }
    }
  }

  package var files: [SimulatedFile]

  package init(files: [SimulatedFile]) {
    self.files = files
  }

  /// When recordings start: day, then times of that day, or what stands in the place of an ID.
  private static let starts: [(day: String, ids: [String])] = [
    ("2026-01-04", ["20260104101500", "20260104113042", "20260104183507"]),
    ("2026-01-05", ["20260105080213", "20260105142950"]),
    ("2026-01-07", ["20260107091833", "20260107091921", "PH260107171010"]),
    ("2026-01-11", ["20260111120000", "20260111235941"]),
  ]
  /// Somebody pressed the button twice.
  private static let emptyID = "20260107091833"
  /// Bytes after the last whole frame, as in every published size of a genuine recording.
  private static let tails = 34...46

  /// Ten recordings on four days, one of them empty and one with an ID that is no time. One seed gives one
  /// set of them, byte for byte, whatever the date is.
  package init(seed: UInt64, _ length: Length = .ordinary) {
    // Another sequence than the sample folder's, so that nothing is the same by chance.
    var random = SplitMix64(seed: seed ^ 0x5265_636f_7264_6572)
    files = []
    for (day, ids) in Self.starts {
      for id in ids {
        let frames = random.integer(in: length.frames)
        let tail = random.integer(in: Self.tails)
        let speech = SimulatedFile.Content.speech(
          seed: random.next(), frames: frames, tail: tail)
        let bytes = frames * RecorderEncoder.bytesPerFrame + tail
        files.append(
          id == Self.emptyID
            ? SimulatedFile(directory: day, rawID: id, seconds: 0, content: .empty)
            : SimulatedFile(
              directory: day, rawID: id, seconds: SimulatedFile.seconds(ofBytes: bytes),
              content: speech))
      }
    }
  }

  /// The MP3s of a folder: `<directory>/<ID>.mp3`. Other files, and folders within the directories, are not
  /// looked at.
  ///
  /// - Throws: `.file`.
  package init(folder: Path, fileSystem: any FileSystem) throws(SimulatorError) {
    do throws(FileError) {
      files = []
      for directory in try fileSystem.entries(of: folder).sorted(by: Self.byBytes) {
        let place = folder / directory
        guard try fileSystem.status(of: place, following: true)?.kind == .directory else {
          continue
        }
        for name in try fileSystem.entries(of: place).sorted(by: Self.byBytes) {
          let path = place / name
          guard let text = name.text, text.hasSuffix(".mp3"), let day = directory.text,
            let status = try fileSystem.status(of: path, following: true), status.kind == .regular
          else { continue }
          let bytes = Int(status.size)
          let seconds = try Self.seconds(of: path, bytes: bytes, fileSystem)
          files.append(
            SimulatedFile(
              directory: day, rawID: String(text.dropLast(4)), seconds: seconds,
              content: bytes == 0 ? .empty : .file(path, bytes: bytes)))
        }
      }
    } catch {
      throw SimulatorError(error)
    }
  }

  private static func byBytes(_ a: Path, _ b: Path) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }

  /// Whole seconds, by the frames that are in a file.
  private static func seconds(
    of path: Path, bytes: Int, _ fileSystem: any FileSystem
  ) throws(FileError) -> Int {
    var walk = FrameWalk()
    let content = try fileSystem.readAll(path, limit: Int64(bytes))
    content.withUnsafeBytes { walk.consume($0) }
    let inspection = walk.finish()
    return inspection.frames > 0
      ? Int(inspection.milliseconds / 1_000) : SimulatedFile.seconds(ofBytes: bytes)
  }
}
