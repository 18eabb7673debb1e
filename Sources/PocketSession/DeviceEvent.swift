public import PocketProtocol

/// What a recorder says unasked, and what the session has to say of the link.
public enum DeviceEvent: Sendable, Hashable {
  /// A recording started, by the button or by command.
  case recordingStarted(RecordingID)
  /// A recording was running when the link came up. Said once; its elapsed time is never said again.
  case recordingInProgress(since: String, elapsedSeconds: Int)
  /// `MCU&STO` came unasked. No sign that a recording stopped: the button sends nothing.
  case recordingStopped
  /// The link is lost. The last event there is.
  case disconnected
  /// A frame that no request expected, as it came but for keys and passwords.
  case unmatchedResponse(String)

  init(_ response: Response, text: String, _ redaction: Redaction) {
    switch response {
    case .recordingStarted(let id): self = .recordingStarted(RecordingID(startedAs: id))
    case .recordingInProgress(let since, let elapsed):
      self = .recordingInProgress(since: since, elapsedSeconds: elapsed)
    case .recordingStopped: self = .recordingStopped
    default: self = .unmatchedResponse(redaction.redacted(text))
    }
  }
}
