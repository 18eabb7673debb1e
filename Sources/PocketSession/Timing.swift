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
  /// For one frame of the access point's.
  static let accessPoint = Duration.seconds(2)
  /// Before the access point is started again, where a start was not answered.
  static let accessPointPauses: [Duration] = [.seconds(2), .seconds(5), .seconds(10)]
  /// Between the selection of a recording and its way over TCP, as the vendor's app has it.
  static let reroute = Duration.milliseconds(230)
  /// For the acknowledgement of that way, and the size once more.
  static let rerouted = Duration.seconds(2)
  /// Between two tries to connect: after a connection the port refuses for 1.5 to 3.5 s.
  static let reconnect = Duration.milliseconds(500)
  /// How long a port that refuses is tried for a further recording.
  static let portRefuses = Duration.seconds(6)
  /// How long an access point may take to be off.
  static let accessPointOff = Duration.seconds(10)
  /// How long nothing may come before bytes are held to have ended, and how often that is looked at.
  static let quiet = Duration.milliseconds(250)
  static let quietLooks = 12
}
