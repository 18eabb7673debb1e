import RecorderSimulator

/// Samples that many tests look at, made once.
enum Sample {
  private static let first = Result { try SimulatedRecordings(seed: 1) }
  private static let second = Result { try SimulatedRecordings(seed: 2) }
  private static let last = Result { try SimulatedRecordings(seed: .max) }

  static func one() throws -> SimulatedRecordings { try first.get() }
  static func two() throws -> SimulatedRecordings { try second.get() }
  static func all() throws -> [SimulatedRecordings] {
    [try first.get(), try second.get(), try last.get()]
  }
}

/// What each frame of the recorder begins with.
let frameHeader: [UInt8] = [0xff, 0xf3, 0x48, 0xc4]
let frameBytes = 144
