/// Which recording of one recorder.
///
/// Both parts are what the recorder said, byte for byte; nothing is derived from one for the other. Usually
/// they are a day and a time, but recorders also make IDs such as `PH260105143000`.
public struct RecordingID: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The directory, usually `YYYY-MM-DD`.
  public let date: String
  /// The recording, usually `YYYYMMDDHHMMSS`.
  public let timestamp: String

  /// - Parameters:
  ///   - date: The directory, as it was listed.
  ///   - timestamp: The recording, as it was listed.
  public init(date: String, timestamp: String) {
    self.date = date
    self.timestamp = timestamp
  }

  /// Both parts, for people.
  public var description: String { "\(date)/\(timestamp)" }

  /// Whether both parts can be put into a command. A recording of which they cannot be neither fetched nor
  /// deleted.
  public var isAddressable: Bool { Command.download(self).isEncodable }

  /// The ID of a recording of which only the time is known, as a start tells it: the directory follows for
  /// fourteen digits, and is the ID itself for anything else.
  ///
  /// - Parameters:
  ///   - timestamp: As in `MCU&STA&<timestamp>`.
  public init(startedAs timestamp: String) {
    self.init(date: Self.date(of: timestamp) ?? timestamp, timestamp: timestamp)
  }

  private static func date(of timestamp: String) -> String? {
    let digits = Array(timestamp.utf8)
    guard digits.count == 14, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let text = timestamp
    return text.prefix(4) + "-" + text.dropFirst(4).prefix(2) + "-" + text.dropFirst(6).prefix(2)
  }
}

/// A recording as a recorder lists it.
public struct RecordingInfo: Sendable, Hashable, Codable {
  /// Which one.
  public let id: RecordingID
  /// Whole seconds: mostly the floor of the true duration, once seen rounded up.
  public let durationSeconds: Int

  /// Bytes, by the recorder's 32 kbit/s. The true size is announced with the upload.
  public var estimatedBytes: Int {
    durationSeconds.multipliedReportingOverflow(by: 4_000).partialValue
  }

  /// - Parameters:
  ///   - id: Which one.
  ///   - durationSeconds: Whole seconds, not negative.
  public init(id: RecordingID, durationSeconds: Int) {
    self.id = id
    self.durationSeconds = durationSeconds
  }
}
