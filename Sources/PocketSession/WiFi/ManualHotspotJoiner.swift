import HostIO
import PocketProtocol

/// Asks whoever sits at the terminal to join the network, and waits for the return key.
///
/// It shows the password, and is the only place that does.
///
/// Device: `hardware`. This code: `compile-only`.
public struct ManualHotspotJoiner: HotspotJoining {
  public init() {}

  /// Shows name and password and waits.
  ///
  /// - Throws: `.wifiJoinFailed` if nobody is there: the input has ended.
  public func join(ssid: String, passphrase: String) async throws {
    let isAnswered = await StandardStreams.ask(
      "Join this network, then press return.\n  name      \(ssid)\n  password  \(passphrase)\n")
    guard isAnswered else { throw PocketError.wifiJoinFailed("nobody answered") }
  }

  /// Says that the network is no longer needed.
  public func leave() async {
    StandardStreams.say("The recorder's network is no longer needed; join your own again.\n")
  }
}
