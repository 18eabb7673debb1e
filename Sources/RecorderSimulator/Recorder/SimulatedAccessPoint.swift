import HostIO
import PocketProtocol

/// A simulated recorder's access point as a value.
///
/// Without a ping it is gone after 59 s. It grants so many TCP connections per opening, and after each the port
/// refuses for a while. Source: `hardware`.
package struct SimulatedAccessPoint: Hashable, Sendable {
  package enum Answer: Hashable, Sendable {
    case granted
    /// Nobody listens on the port, now or any more.
    case refused
    /// There is no such network, or this host is not in it.
    case unreachable
  }

  static let life = Duration.seconds(59)
  static let refusal = Duration.milliseconds(2_500)

  /// Connections granted per opening.
  package var allowance: Int
  private var isUp = false
  private var hasClient = false
  private var isConnected = false
  private var connections = 0
  private var pinged = Timestamp(nanoseconds: 0)
  private var closed: Timestamp?

  init(allowance: Int) { self.allowance = allowance }

  mutating func start(now: Timestamp) {
    guard !isUp(now) else { return ping(now: now) }
    self = SimulatedAccessPoint(allowance: allowance)
    isUp = true
    pinged = now
  }

  mutating func stop() { self = SimulatedAccessPoint(allowance: allowance) }

  mutating func ping(now: Timestamp) { if isUp(now) { pinged = now } }

  func isUp(_ now: Timestamp) -> Bool { isUp && now < pinged.adding(Self.life) }

  /// What it says of itself.
  func state(now: Timestamp) -> WiFiState {
    guard isUp(now) else { return .off }
    if isConnected { return .tcpConnected }
    return hasClient ? .clientJoined : .accessPointUp
  }

  /// Whether a TCP connection is open.
  func isConnected(_ now: Timestamp) -> Bool { isUp(now) && isConnected }

  /// A host joins.
  ///
  /// - Returns: Whether the network is there.
  mutating func join(now: Timestamp) -> Bool {
    hasClient = isUp(now)
    return hasClient
  }

  mutating func leave() { hasClient = false }

  mutating func connect(now: Timestamp) -> Answer {
    guard isUp(now), hasClient else { return .unreachable }
    guard !isConnected, connections < allowance else { return .refused }
    if let closed, now < closed.adding(Self.refusal) { return .refused }
    connections += 1
    isConnected = true
    return .granted
  }

  mutating func disconnect(now: Timestamp) {
    isConnected = false
    closed = now
  }
}
