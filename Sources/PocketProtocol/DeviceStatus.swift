/// What a recorder says of itself, asked one field at a time: there is no combined frame.
public struct DeviceStatus: Sendable, Hashable {
  /// Percent.
  public let batteryPercent: Int
  /// Such as `1.7`.
  public let firmware: String
  /// Twelve hexadecimal digits, as the recorder writes them.
  public let macAddress: String
  /// Such as `V9`; a build's hash was seen too.
  public let wifiFirmware: String
  /// Free and total space.
  public let storage: StorageInfo
  /// Where the slider stands.
  public let slider: SliderPosition
  /// Whether a recording runs.
  public let isRecording: Bool

  /// - Parameters:
  ///   - batteryPercent: 0 to 100.
  public init(
    batteryPercent: Int, firmware: String, macAddress: String, wifiFirmware: String,
    storage: StorageInfo, slider: SliderPosition, isRecording: Bool
  ) {
    self.batteryPercent = batteryPercent
    self.firmware = firmware
    self.macAddress = macAddress
    self.wifiFirmware = wifiFirmware
    self.storage = storage
    self.slider = slider
    self.isRecording = isRecording
  }
}

/// A recorder's space, in MB as it counts them.
public struct StorageInfo: Sendable, Hashable {
  public let freeMB: Int
  public let totalMB: Int

  /// - Parameters:
  ///   - freeMB: Not negative.
  ///   - totalMB: Not negative.
  public init(freeMB: Int, totalMB: Int) {
    self.freeMB = freeMB
    self.totalMB = totalMB
  }
}

/// Where the slider stands. Moving it sends nothing: it must be asked for.
public enum SliderPosition: Sendable, Hashable {
  /// Down.
  case conversation
  /// Up.
  case call
}

/// The access point's state. The numbers are no sequence: it goes 0, 3, 2, 1.
public enum WiFiState: Int, Sendable, Hashable {
  case off = 0
  /// A client is connected on the transfer port.
  case tcpConnected = 1
  /// A host has joined.
  case clientJoined = 2
  /// The access point is up.
  case accessPointUp = 3
}
