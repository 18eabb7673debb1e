import HostIO

/// How a recording is fetched.
public enum TransferMode: Sendable, Hashable {
  /// Over Bluetooth: about 35 KB/s, always there.
  case ble
  /// Over the recorder's own network: about 700 KB/s once it is up, which takes some 8 s. Never falls back.
  case wifi
  /// Over Wi-Fi above an estimated 1 MB, else over Bluetooth. Falls back to Bluetooth where Wi-Fi fails, but
  /// for an empty recording and a cancelled task.
  case auto

  /// Above so many estimated bytes `auto` means Wi-Fi.
  static let wifiThreshold = 1_000_000
}

/// How the recorder's network is waited for.
public struct WiFiReadiness: Sendable, Hashable {
  /// For the association, and for the TCP connection. Past it the transfer is tried all the same.
  public var timeout: Duration
  /// Between two questions for the state.
  public var pollInterval: Duration
  /// Between two frames that keep the network up; without any it is gone after about 59 s.
  public var pingInterval: Duration

  /// - Parameters:
  ///   - timeout: For the association, and for the TCP connection.
  ///   - pollInterval: Between two questions for the state.
  ///   - pingInterval: Between two frames that keep the network up.
  public init(
    timeout: Duration = .seconds(30), pollInterval: Duration = .seconds(1),
    pingInterval: Duration = .seconds(10)
  ) {
    self.timeout = timeout
    self.pollInterval = pollInterval
    self.pingInterval = pingInterval
  }
}

/// Where bytes come from over TCP.
public struct TCPEndpoint: Sendable, Hashable {
  /// IPv4, in dots.
  public let host: String
  public let port: UInt16

  /// - Parameters:
  ///   - host: IPv4, in dots.
  ///   - port: Any.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// The recorder's, on its own network. Source: `hardware`.
  public static let recorder = TCPEndpoint(host: "192.168.200.1", port: 8475)
}
