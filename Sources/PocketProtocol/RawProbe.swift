/// The read-only frames that a person may send by name.
///
/// What a person types is only ever looked up in a fixed table; none of it becomes part of a frame.
/// Starting the access point is not among them: it changes the recorder's state.
public enum RawProbe {
  private static let table: [String: Command] = [
    "WIFIS": .wifiStatus, "WIFI": .wifiCredentials, "SHUT": .wifiShutdown, "WIFIC": .wifiClose,
    "WPING": .wifiKeepalive, "BAT": .battery, "FW": .firmware, "MAC": .macAddress,
    "WF": .wifiFirmware, "SPACE": .storage, "STE": .recordingState, "REC&SECEN": .sliderQuery,
    "LIST_DIRS": .listDates,
  ]

  /// The names, sorted.
  public static var allowedVerbs: [String] { table.keys.sorted() }

  /// The command of a name, in upper or lower case; nil for any other.
  public static func command(forVerb verb: String) -> Command? { table[verb.uppercased()] }
}
