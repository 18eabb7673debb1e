/// What a file is, in one word.
public enum Verdict: String, Hashable, Sendable {
  case intact
  case damaged
  case notAudio = "not-audio"
  case empty
}

/// What a walk over all bytes of a file found.
public struct Inspection: Hashable, Sendable {
  public let verdict: Verdict
  /// MPEG-2 Layer III, 32 kbit/s CBR, 16 kHz, mono, no CRC: the one format the recorder writes.
  public let isRecorderFormat: Bool
  /// Of the first frame; nil where there is none.
  public let format: AudioFormat?
  /// Whole audio frames; Xing, Info and VBRI frames are not among them.
  public let frames: Int64
  /// Samples of one channel in `frames`.
  public let samples: Int64
  /// How long `frames` play, rounded down.
  public let milliseconds: Int64
  /// Of the file, in bytes.
  public let size: Int64
  public let ledger: Ledger
  /// In the order of offsets, at most 256.
  public let findings: [Finding]
  /// Findings beyond those kept.
  public let omittedFindings: Int

  /// The first finding that is damage.
  public var firstDamage: Finding? { findings.first { $0.isDamage } }

  /// Whether each byte belongs to a frame, a tag or the recorder's tail.
  public var isFullyAccounted: Bool { ledger.total == size && ledger.junkBytes == 0 }
}
