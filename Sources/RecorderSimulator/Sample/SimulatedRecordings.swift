import MPEGAudio

/// The recordings of a simulated recorder: four days, ten recordings of 4 to 40 seconds, one of
/// which lost a piece and one of which is empty.
///
/// Everything follows from the seed: the same recordings on each call, whatever the date is. The
/// days and times are the same for every seed.
package struct SimulatedRecordings: Hashable, Sendable {
  package let seed: UInt64
  /// By day and time.
  package let recordings: [SimulatedRecording]

  /// A recorder's stream: 32 kbit/s.
  package static let bytesPerSecond = 4_000
  /// Bytes of audio in one Bluetooth notification of the recorder, and so the least that a lossy
  /// transfer loses.
  package static let notificationBytes = 244

  /// When recordings start: day, then times of that day as HHMMSS.
  private static let starts: [(day: String, times: [String])] = [
    ("2026-01-04", ["101500", "113042", "183507"]),
    ("2026-01-05", ["080213", "142950"]),
    ("2026-01-07", ["091833", "091921", "170405"]),
    ("2026-01-11", ["120000", "235941"]),
  ]
  /// Which of all recordings lost a piece, and which is empty.
  private static let damagedIndex = 4
  private static let emptyIndex = 6

  /// Makes the recordings.
  ///
  /// - Throws: `.encoding`.
  package init(seed: UInt64) throws(SimulatorError) {
    self.seed = seed
    var random = SplitMix64(seed: seed)
    var recordings: [SimulatedRecording] = []
    for (day, times) in Self.starts {
      for time in times {
        let plan = Plan(
          directory: day, rawID: day.filter { $0 != "-" } + time, random: &random)
        switch recordings.count {
        case Self.damagedIndex: recordings.append(try plan.damaged())
        case Self.emptyIndex: recordings.append(plan.empty)
        default: recordings.append(try plan.whole())
        }
      }
    }
    self.recordings = recordings
  }

  /// The days on which there are recordings, in order.
  package var directories: [String] {
    recordings.map(\.directory).reduce(into: []) { days, day in
      if days.last != day { days.append(day) }
    }
  }

  /// The bytes of all recordings.
  package var totalBytes: Int { recordings.reduce(0) { $0 + $1.bytes.count } }
}

/// What a recording will be, drawn before it is made, so that one recording's fate changes no
/// other.
private struct Plan {
  let directory: String
  let rawID: String
  let frames: Int
  /// Bytes of the frame that the recorder was writing when it was stopped.
  let tail: Int
  let speechSeed: UInt64

  init(directory: String, rawID: String, random: inout SplitMix64) {
    self.directory = directory
    self.rawID = rawID
    // A frame lasts 36 ms: 4.0 to 39.96 s.
    frames = random.integer(in: 112...1_110)
    tail = random.integer(in: 1...RecorderEncoder.bytesPerFrame - 1)
    speechSeed = random.next()
  }

  var empty: SimulatedRecording {
    SimulatedRecording(
      directory: directory, rawID: rawID, seconds: 0, bytes: [], condition: .empty)
  }

  func whole() throws(SimulatorError) -> SimulatedRecording {
    let bytes = try stream()
    return SimulatedRecording(
      directory: directory, rawID: rawID, seconds: seconds(of: bytes), bytes: bytes,
      condition: .whole)
  }

  /// One notification's bytes in the middle are missing. That is no multiple of a frame, so the
  /// frames behind the gap begin elsewhere than the ones before it lead to expect.
  func damaged() throws(SimulatorError) -> SimulatedRecording {
    var bytes = try stream()
    let announced = seconds(of: bytes)
    let length = SimulatedRecordings.notificationBytes
    let offset = bytes.count / 2 / length * length
    bytes.removeSubrange(offset..<offset + length)
    return SimulatedRecording(
      directory: directory, rawID: rawID, seconds: announced, bytes: bytes,
      condition: .missingChunk(offset: offset, length: length))
  }

  private func stream() throws(SimulatorError) -> [UInt8] {
    try SpeechRecording(seed: speechSeed, frames: frames, tail: tail).bytes()
  }

  private func seconds(of bytes: [UInt8]) -> Int {
    let rate = SimulatedRecordings.bytesPerSecond
    return (bytes.count + rate / 2) / rate
  }
}
