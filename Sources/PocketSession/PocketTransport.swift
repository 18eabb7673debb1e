public import FoundationEssentials

/// A link to a recorder that is up: the three GATT channels. It serves one connection.
///
/// `BLETransport` is one, a simulated recorder another, and a program may bring its own.
public protocol PocketTransport: Sendable {
  /// Writes one frame to the command characteristic (`001120a2`).
  ///
  /// - Throws: Whatever fails; a `PocketError` is handed on as it is.
  func send(_ data: Data) async throws

  /// The notifications of the response characteristic (`001120a3`). Called once, consumed by one task; it
  /// ends with the link.
  func responseStream() -> AsyncStream<Data>

  /// The bytes of the bulk characteristic (`001120a1`), in order and none left out. Where one notification
  /// ends means nothing, so a link may hand over several as one. Called once, consumed by one task; it ends
  /// with the link.
  func bulkStream() -> AsyncStream<Data>

  /// Ends the link. May be called again.
  func disconnect() async
}
