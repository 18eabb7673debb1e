package import HostIO
package import PocketProtocol

/// A recorder's firmware as a value: frames go in, what it does comes out.
///
/// It keeps what a recorder keeps over connections: its recordings, its key, its clock, whether it records.
/// Source: the protocol as it was seen on firmware 1.7.
package struct RecorderMachine: Sendable {
  package enum Action: Hashable, Sendable {
    case reply(Response)
    case replyLater(Response, after: Duration)
    /// Sends a recording over the bulk channel.
    case upload(Upload)
    /// Sends a recording over TCP.
    case uploadOverTCP(SimulatedFile)
    /// Stops what is being sent.
    case stopUpload
    /// Says no more, though somebody waits for it.
    case fallSilent
    /// Drops the link.
    case drop
  }

  /// How it is known to people, and how its access point is called.
  package let name: String
  /// Twelve hexadecimal digits.
  package let macAddress: String
  package let firmware: FirmwareProfile
  package var files: [SimulatedFile]
  package var faults: RecorderFaults
  /// The key it is bound to; nil for one that trusts the first it is offered.
  package internal(set) var key: String?
  package var battery = 87
  package var slider = SliderPosition.conversation
  /// The recording that runs.
  package internal(set) var recording: RunningRecording?

  var isAuthenticated = false
  package var accessPoint: SimulatedAccessPoint
  /// What is selected for upload, in this connection.
  var selected: SimulatedFile?
  /// How far its clock is ahead of the real one.
  var clockOffset = Duration.zero

  package static let totalMB = 59_636

  package struct RunningRecording: Hashable, Sendable {
    package var directory: String
    package var rawID: String
    package var started: Timestamp
  }

  package init(
    name: String, macAddress: String, key: String?, files: [SimulatedFile],
    firmware: FirmwareProfile = .v17, faults: RecorderFaults = RecorderFaults()
  ) {
    self.firmware = firmware
    accessPoint = SimulatedAccessPoint(allowance: firmware.connections)
    self.name = name
    self.macAddress = macAddress
    self.key = key
    self.files = files
    self.faults = faults
  }

  /// A link comes up or goes: nothing of a connection outlives it, and the access point does.
  package mutating func linkChanged() {
    isAuthenticated = false
    selected = nil
  }

  /// A recording begins, by button or command.
  package mutating func startRecording(now: Timestamp) -> [Action] {
    guard recording == nil, let civil = deviceTime(now) else { return [] }
    let digits = civil.digits
    let day =
      "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.dropFirst(6).prefix(2))"
    recording = RunningRecording(directory: day, rawID: digits, started: now)
    guard isAuthenticated else { return [] }
    return [.reply(.sliderPosition(slider)), .reply(.recordingStarted(digits))]
  }

  /// The recording ends, by button or command; its file is there from now on.
  package mutating func stopRecording(now: Timestamp) {
    guard let running = recording else { return }
    recording = nil
    let elapsed = max(0, now.nanoseconds - running.started.nanoseconds) / 1_000_000
    // A frame lasts 36 ms. The tail is the shortest that was seen.
    let frames = Int(elapsed / 36)
    let content = SimulatedFile.Content.speech(
      seed: UInt64(running.rawID) ?? 0, frames: frames, tail: 34)
    files.append(
      SimulatedFile(
        directory: running.directory, rawID: running.rawID, seconds: Int(elapsed / 1_000),
        content: frames == 0 ? .empty : content))
  }

  /// What the recorder's own clock shows.
  func deviceTime(_ now: Timestamp) -> CivilTime? {
    let seconds = now.nanoseconds / 1_000_000_000 + clockOffset.components.seconds
    return CivilTime(secondsSince1970: seconds)
  }

  /// Free space, MB.
  var freeMB: Int {
    let bytes = files.reduce(0) { $0 + $1.byteCount }
    return Self.totalMB - (bytes + 999_999) / 1_000_000
  }
}
