import RecorderSimulator
import Testing

@Suite struct SimulatedRecordingsTests {
  @Test func oneSeedGivesOneSample() throws {
    #expect(try SimulatedRecordings(seed: 1) == Sample.one())
  }

  @Test func anotherSeedGivesOtherSounds() throws {
    for (one, other) in zip(try Sample.one().recordings, try Sample.two().recordings) {
      #expect(one.rawID == other.rawID)
      if one.condition != .empty { #expect(one.bytes != other.bytes) }
    }
  }

  @Test func areTenOnFourDaysOneDamagedOneEmpty() throws {
    for sample in try Sample.all() {
      #expect(sample.recordings.count == 10)
      #expect(sample.directories.count == 4)
      #expect(sample.recordings.filter { $0.condition == .whole }.count == 8)
      #expect(sample.recordings.filter { $0.condition == .empty }.count == 1)
      #expect(sample.totalBytes == sample.recordings.map(\.bytes.count).reduce(0, +))
    }
  }

  @Test func namesAreDatesThatFitTheirDays() throws {
    let recordings = try Sample.one().recordings
    for recording in recordings {
      #expect(recording.rawID.utf8.count == 14)
      #expect(recording.rawID.utf8.allSatisfy { (0x30...0x39).contains($0) })
      #expect(recording.rawID.hasPrefix(recording.directory.filter { $0 != "-" }))
    }
    let names = recordings.map(\.rawID)
    #expect(names == names.sorted())
    #expect(Set(names).count == names.count)
  }

  /// Frames on the grid, and a part of one more frame behind them.
  @Test func wholeOnesAreFramesAndATail() throws {
    for recording in try Sample.all().flatMap(\.recordings) where recording.condition == .whole {
      let (frames, tail) = recording.bytes.count.quotientAndRemainder(dividingBy: frameBytes)
      #expect((1..<frameBytes).contains(tail))
      #expect((112...1_110).contains(frames))
      for frame in 0..<frames {
        let start = frame * frameBytes
        #expect(Array(recording.bytes[start..<start + 4]) == frameHeader)
      }
      let last = recording.bytes[(frames * frameBytes)...]
      #expect(frameHeader.starts(with: last.prefix(4)))
    }
  }

  @Test func theAnnouncedSecondsAreThoseOfTheBytes() throws {
    for recording in try Sample.all().flatMap(\.recordings) {
      let exact = Double(recording.bytes.count) / 4_000
      #expect(abs(Double(recording.seconds) - exact) <= 0.6, "\(recording.rawID)")
      if recording.condition != .empty { #expect((4...40).contains(recording.seconds)) }
    }
  }

  @Test func theDamagedOneLeavesTheGridBehindTheGap() throws {
    for sample in try Sample.all() {
      let damaged = try #require(
        sample.recordings.first {
          if case .missingChunk = $0.condition { return true }
          return false
        })
      guard case .missingChunk(let offset, let length) = damaged.condition else { continue }
      #expect(length == 244)
      #expect(offset % 244 == 0)
      let total = damaged.bytes.count
      #expect(abs(offset - total / 2) <= 400)
      func header(at place: Int) -> Bool {
        place + 4 <= total && Array(damaged.bytes[place..<place + 4]) == frameHeader
      }
      // Headers that the gap does not touch: on the grid before it, and as much earlier as is
      // missing behind it.
      for place in stride(from: 0, through: offset - 4, by: frameBytes) {
        #expect(header(at: place))
      }
      let firstBehind = (offset + length + frameBytes - 1) / frameBytes * frameBytes - length
      for place in stride(from: firstBehind, through: total - 4, by: frameBytes) {
        #expect(header(at: place))
        #expect(!header(at: (place + frameBytes - 1) / frameBytes * frameBytes))
      }
    }
  }

  @Test func theEmptyOneIsAnnouncedAsNothing() throws {
    let empty = try #require(try Sample.one().recordings.first { $0.condition == .empty })
    #expect(empty.bytes.isEmpty)
    #expect(empty.seconds == 0)
  }
}
