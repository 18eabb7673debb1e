package import JobGraph

/// How a recorder was when it was reached.
package struct RecorderCondition: Hashable, Sendable, Codable {
  /// Percent.
  package var batteryPercent: Int64
  /// Such as `1.7`.
  package var firmware: String
  /// Of the Wi-Fi chip, such as `V9`.
  package var wifiFirmware: String
  /// In MB as the recorder counts them.
  package var freeMB: Int64
  package var totalMB: Int64

  package init(
    batteryPercent: Int64, firmware: String, wifiFirmware: String, freeMB: Int64, totalMB: Int64
  ) {
    self.batteryPercent = batteryPercent
    self.firmware = firmware
    self.wifiFirmware = wifiFirmware
    self.freeMB = freeMB
    self.totalMB = totalMB
  }

  package var json: CanonicalJSON {
    .object([
      "batteryPercent": .integer(batteryPercent), "firmware": .string(firmware),
      "wifiFirmware": .string(wifiFirmware), "freeMB": .integer(freeMB),
      "totalMB": .integer(totalMB),
    ])
  }
}
