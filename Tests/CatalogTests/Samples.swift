import Catalog
import Fixity

/// Rows for tests.
enum Samples {
  static func recorder(_ identity: String, logOffset: Int64 = 0) -> RecorderRow {
    RecorderRow(
      identity: identity, name: "Name of \(identity)", folder: identity, kind: "usb",
      origin: "box", logOffset: logOffset)
  }

  static func row(
    _ recorder: String, in directory: String = "A", _ rawID: String, version: Int = 1,
    fate: String = "kept", bytes: Int64? = nil
  ) -> RecordingRow {
    RecordingRow(
      key: RecordingKey(
        recorder: recorder, directory: directory, rawID: rawID, version: version),
      fate: fate, bytes: bytes, firstListed: "2026-01-02T03:04:05Z",
      since: "2026-01-02T03:04:06Z", attempts: 0)
  }

  static func digest(_ byte: UInt8) -> SHA256Digest? {
    SHA256Digest(bytes: Array(repeating: byte, count: SHA256Digest.byteCount))
  }

  /// A row in which nothing is nil.
  static func full(
    _ recorder: String, _ rawID: String, in directory: String = "Folder", version: Int = 3
  ) -> RecordingRow {
    var row = row(recorder, in: directory, rawID, version: version, fate: "verified", bytes: .max)
    row.object = digest(0)
    row.samples = .min
    row.sampleRate = 44_100
    row.verdict = "sound"
    row.listedSeconds = 0
    row.listedBytes = -1
    row.listedModified = 1_700_000_000_123_456_789
    row.evidence = digest(255)
    row.sidecar = digest(1)
    row.receipt = digest(2)
    row.path = "2026/a.mp3"
    row.note = "why"
    row.attempts = .max
    return row
  }

  /// Texts that a careless program takes for something else.
  static let strangeTexts = [
    "", " ", "'", "\"", "it's; DROP TABLE recordings; --", "%", "?1", "NULL", "0", "1e3",
    "a\nb\tc\r", "\u{1}\u{7f}", "\u{0}behind NUL", "é", "e\u{301}", "日本語", "\u{202e}abc",
    "👩‍👩‍👧", "\u{fffd}", "\u{10ffff}", "\u{feff}x", String(repeating: "long ", count: 20_000),
  ]
}

/// A generator with a fixed seed (xorshift64*), so that every run tries the same.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_f491_4f6c_dd1d
  }
}
