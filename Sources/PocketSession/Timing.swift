/// How long is waited. Values that have worked on hardware.
package enum Timing {
  package static let request = Duration.seconds(5)
  package static let listing = Duration.seconds(10)
  /// For one write to the command characteristic.
  package static let write = Duration.seconds(5)
  /// For the hint at a transfer's end, once all bytes are here: surplus bytes would come by then.
  package static let transferEnd = Duration.milliseconds(250)
  /// Between two frames that keep the link alive.
  package static let keepalive = Duration.seconds(30)
}
