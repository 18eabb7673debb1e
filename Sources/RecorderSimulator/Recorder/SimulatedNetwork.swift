package import HostIO
import PocketProtocol
import PocketSession

/// A simulated recorder's own network, as a host joins it and connects over it.
package final class SimulatedNetwork: HotspotJoining, TCPConnecting {
  /// What a host gets that comes with the wrong name or password, or when there is no such network.
  package struct NotThere: Error, Hashable, Sendable {
    package init() {}
  }

  static let association = Duration.milliseconds(6_500)

  private let recorder: SimulatedRecorder

  package init(of recorder: SimulatedRecorder) { self.recorder = recorder }

  package func join(ssid: String, passphrase: String) async throws {
    try await recorder.clock.sleep(for: Self.association)
    guard recorder.join(ssid: ssid, passphrase: passphrase) else { throw NotThere() }
  }

  package func leave() async { recorder.leave() }

  package func interface() async -> String? { "wlan-simulated" }

  package func connect(
    to address: String, port: UInt16, interface: String?, timeout: Duration
  ) async throws -> any TCPConnection {
    let endpoint = TCPEndpoint.recorder
    guard address == endpoint.host, port == endpoint.port, interface == "wlan-simulated" else {
      throw TCPError(code: .unreachable)
    }
    switch recorder.connectTCP() {
    case .refused: throw TCPError(code: .refused)
    case .unreachable: throw TCPError(code: .unreachable)
    case .granted: return SimulatedConnection(to: recorder)
    }
  }
}

/// A TCP connection to a simulated recorder.
private final class SimulatedConnection: TCPConnection {
  private static let look = Duration.milliseconds(5)

  private let recorder: SimulatedRecorder

  init(to recorder: SimulatedRecorder) { self.recorder = recorder }

  func read(timeout: Duration) async throws -> [UInt8] {
    let clock = recorder.clock
    let deadline = clock.monotonic + timeout
    while true {
      switch recorder.nextTCP() {
      case .bytes(let bytes, let duration):
        try await clock.sleep(for: duration)
        return bytes
      case .end: return []
      case .reset: throw TCPError(code: .reset)
      case .nothing:
        guard clock.monotonic < deadline else { throw TCPError(code: .timedOut) }
        try await clock.sleep(for: Self.look)
      }
    }
  }

  func close() async { recorder.disconnectTCP() }
}
