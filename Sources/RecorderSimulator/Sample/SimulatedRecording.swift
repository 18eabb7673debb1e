/// A recording as a recorder would hold it.
package struct SimulatedRecording: Hashable, Sendable {
  /// What became of the recording on its way.
  package enum Condition: Hashable, Sendable {
    /// Every byte is there.
    case whole
    /// Bytes are missing.
    ///
    /// - Parameters:
    ///   - offset: Where in `bytes` the missing ones belong.
    ///   - length: How many are missing.
    case missingChunk(offset: Int, length: Int)
    /// The recorder made a file and wrote nothing.
    case empty
  }

  /// The day, such as `2026-01-04`.
  package let directory: String
  /// The start to the second, such as `20260104101500`.
  package let rawID: String
  /// What the recorder announces: whole seconds of the recording before anything was lost.
  package let seconds: Int
  /// The MP3 stream, without what is missing.
  package let bytes: [UInt8]
  package let condition: Condition

  /// - Parameters:
  ///   - seconds: What the recorder announces.
  ///   - bytes: The MP3 stream, without what is missing.
  package init(
    directory: String, rawID: String, seconds: Int, bytes: [UInt8], condition: Condition
  ) {
    self.directory = directory
    self.rawID = rawID
    self.seconds = seconds
    self.bytes = bytes
    self.condition = condition
  }
}
