public import FoundationEssentials

/// A link to one recorder: the three channels of its service, and nothing else of it.
///
/// A transport serves one connection. Both streams end when the link does, whoever ended it, and bytes
/// that came before that are delivered first.
public protocol PocketTransport: Sendable {
  /// Writes one frame to the command characteristic (`001120a2…`), with response. Returns, or throws,
  /// within a few seconds.
  func send(_ data: Data) async throws

  /// Notifications of the response characteristic (`001120a3…`), each one element. Called once; one
  /// consumer.
  func responseStream() -> AsyncStream<Data>

  /// Notifications of the bulk characteristic (`001120a1…`), each one element. Called once; one consumer.
  func bulkStream() -> AsyncStream<Data>

  /// Ends the link. May be called more than once.
  func disconnect() async

  /// Whether a notification may be delivered more than once, as BlueZ was seen to do about four times
  /// within milliseconds. Commands are then paced, so that two replies of one text are told from an echo.
  /// True unless the transport says otherwise.
  var repeatsNotifications: Bool { get }
}

extension PocketTransport {
  /// The safe assumption.
  public var repeatsNotifications: Bool { true }
}
