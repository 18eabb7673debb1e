import FoundationEssentials
import HostIO
import PocketProtocol

/// What an access point asks of its session.
extension PocketSession {
  /// Sends a command once the request under way has ended, and waits for the reply that has a value.
  func inLine<Value: Sendable>(
    _ command: Command, timeout: Duration, _ extract: @Sendable (Response) -> Value?
  ) async throws -> Value {
    try await value(of: command, timeout: timeout, waitsInLine: true, extract)
  }

  /// Sends the selected recording over TCP instead.
  ///
  /// - Returns: The size that the recorder says once more; nil if it says none.
  /// - Throws: `.timeout` without an acknowledgement; else as `request`.
  func rerouted() async throws -> Int? {
    var isAcknowledged = false
    var size: Int?
    do {
      try await converse(.wifiDownload, timeout: Timing.rerouted, waitsInLine: true) { response in
        switch response {
        case .wifiUploadAck:
          isAcknowledged = true
          return size == nil ? .taken : .end
        case .transferSize(let bytes):
          size = bytes
          return isAcknowledged ? .end : .taken
        default: return .foreign
        }
      }
    } catch PocketError.timeout where isAcknowledged {
    }
    return size
  }

  /// Stops what is being sent, and waits until nothing comes over the bulk channel any more, so that it is
  /// not taken for the next recording's.
  func quieten() async {
    try? await send(.wifiShutdown)
    var seen = mailbox.strayBytes
    for _ in 0..<Timing.quietLooks {
      guard phase == .ready, (try? await clock.sleep(for: Timing.quiet)) != nil else { return }
      let now = mailbox.strayBytes
      if now == seen { return }
      seen = now
    }
    brokenOff = "a transfer that does not end"
  }
}
