/// What differs between firmwares. Source: `hardware`, by several owners; where reports differ, the harder case.
package enum FirmwareProfile: String, Hashable, Sendable, CaseIterable {
  case v133 = "1.3.3"
  case v17 = "1.7"
  case v18 = "1.8"
  /// One that nobody has reported on.
  case unknown = "2.0"

  /// What the recorder says of itself.
  package var version: String { rawValue }

  /// TCP connections that one opening of the access point grants.
  package var connections: Int { self == .v18 ? 2 : 1 }

  /// Of the bulk channel.
  package var bleBytesPerSecond: Int {
    switch self {
    case .v133: 3_500
    case .v17: 40_000
    case .v18: 26_000
    case .unknown: 35_000
    }
  }

  /// Over TCP.
  package var wifiBytesPerSecond: Int { self == .v18 ? 900_000 : 700_000 }
}
