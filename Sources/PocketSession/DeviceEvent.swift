public import FoundationEssentials
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
  /// Bytes came over TCP behind the announced ones. They are no part of the file; at most 64 are shown.
  case wifiTrailerReceived(byteCount: Int, preview: Data)
  /// A transfer over Wi-Fi goes ahead though the recorder never said that this host has joined. No error.
  case wifiReadinessNotObserved
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
