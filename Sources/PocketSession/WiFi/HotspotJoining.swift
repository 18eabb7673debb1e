import PocketProtocol

/// Joins the recorder's own network, and leaves it again.
///
/// Device: `hardware`. This code: `simulated`.
public protocol HotspotJoining: Sendable {
  /// Joins a network. It is hidden, in the 2.4 GHz band, with WPA2.
  ///
  /// - Parameters:
  ///   - ssid: Its name, which is the recorder's BLE name.
  ///   - passphrase: Its password, the first 8 characters of the session key. A secret.
  /// - Throws: Whatever fails. A `PocketError` is handed on; anything else becomes `.wifiJoinFailed`.
  func join(ssid: String, passphrase: String) async throws

  /// Leaves it and restores what was there before. Also called after a join that failed.
  func leave() async

  /// The interface that joined, so that no other one carries the connection; nil if it is not known.
  func interface() async -> String?
}

extension HotspotJoining {
  /// Not known.
  public func interface() async -> String? { nil }
}

/// Where a device has no joiner: nothing is joined.
struct NoJoiner: HotspotJoining {
  func join(ssid: String, passphrase: String) async throws {
    throw PocketError.wifiJoinFailed("nobody was given who could join the network \(ssid)")
  }

  func leave() async {}
}
