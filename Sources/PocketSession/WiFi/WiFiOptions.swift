import HostIO

/// How recordings are fetched over the recorder's network.
struct WiFiOptions: Sendable {
  let joiner: any HotspotJoining
  var endpoint: TCPEndpoint
  var idleTimeout: Duration
  var readiness: WiFiReadiness
}

/// Why a recording did not come over Wi-Fi.
enum WiFiFault: Error {
  /// Not a byte of it came: the access point, the port or the selection refused.
  case refused(any Error)
  /// It broke off.
  case broken(any Error)
  /// No other way and no other try would bring it.
  case final(any Error)

  var cause: any Error {
    switch self {
    case .refused(let error), .broken(let error), .final(let error): error
    }
  }
}
