public import FoundationEssentials

/// What goes wrong between a host and a recorder. Besides it only `CancellationError` is thrown.
///
/// No text in it holds a key or a password.
public enum PocketError: Error, Hashable, Sendable {
  /// `MCU&SK&ERR`: the key is wrong. The recorder then drops the link.
  case authRejected
  /// A command was asked for before the handshake, or after the session ended.
  case notAuthenticated
  /// No reply came in time that fits the command.
  case timeout(Command)
  /// `MCU&UNKNOWN`: this firmware does not know the command.
  case unknownCommand(Command)
  /// A reply that does not fit what came before it.
  case unexpectedResponse(String)
  /// More or fewer bytes came than were announced.
  case sizeMismatch(expected: Int, received: Int)
  /// What came does not begin as an MP3 of the recorder does.
  case notMP3
  /// The recorder announced 0 bytes. Nothing is wrong with the link.
  case emptyRecording
  /// No device of this identifier is known.
  case deviceNotFound(UUID)
  /// Something else is under way; the text says what.
  case busy(String)
  /// The recorder's network could not be joined.
  case wifiJoinFailed(String)
  /// A transfer failed; the text says how.
  case transferFailed(String)
  /// The link is gone, was never there, or the instance was used before.
  case disconnected
  /// A listing without its end (`expected` is nil), or with another count than entries. It proves nothing
  /// about what is missing from it.
  case incompleteListing(date: String?, expected: Int?, received: Int)
  /// A field of the command cannot be put into a frame.
  case unencodable(Command)
  /// The recorder acknowledged a deletion, and a listing afterwards does not prove it.
  case deleteNotConfirmed(RecordingID)
}
