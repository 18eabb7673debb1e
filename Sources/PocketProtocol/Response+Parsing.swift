public import FoundationEssentials

extension Response {
  /// Reads one frame.
  ///
  /// - Parameters:
  ///   - frame: ASCII fields, split by `&`. Nothing is required of it: what has no known shape becomes
  ///     `.unparsed`.
  public static func parse(_ frame: String) -> Response {
    let fields = frame.split(separator: "&", omittingEmptySubsequences: false)
    guard fields.count >= 2, fields[0] == "MCU" else { return .unparsed(frame) }
    let arguments = Array(fields.dropFirst(2))
    let known =
      arguments.isEmpty
      ? bare(fields[1])
      : state(fields[1], arguments)
        ?? content(fields[1], arguments)
    return known ?? .unparsed(frame)
  }

  /// Reads the bytes of one frame. Bytes that are no UTF-8 are shown as replacement characters.
  public static func parse(_ frame: Data) -> Response {
    parse(String(decoding: frame, as: UTF8.self))
  }

  /// Frames without arguments.
  private static func bare(_ verb: Substring) -> Response? {
    switch verb {
    case "STO": .recordingStopped
    case "OFF": .transferComplete
    case "D": .deleted
    case "SHUT": .shutdownAck
    case "WIFIO": .wifiAccessPointOn
    case "WIFIC": .wifiClosed
    case "WPING": .pong
    case "UNKNOWN": .unknown
    default: nil
    }
  }

  /// What a recorder says of itself.
  private static func state(_ verb: Substring, _ arguments: [Substring]) -> Response? {
    if verb == "SPA", arguments.count == 2 {
      guard let free = number(arguments[0]), let total = number(arguments[1]) else { return nil }
      return .storage(StorageInfo(freeMB: free, totalMB: total))
    }
    if verb == "RT", arguments.count == 2, !arguments[0].isEmpty {
      return number(arguments[1]).map {
        .recordingInProgress(since: String(arguments[0]), elapsedSeconds: $0)
      }
    }
    guard arguments.count == 1, let argument = arguments.first, !argument.isEmpty else {
      return nil
    }
    switch (verb, argument) {
    case ("SK", "OK"): return .authOK
    case ("SK", "ERR"): return .authError
    case ("T", "OK"): return .clockSet
    case ("REC", "CON"): return .sliderPosition(.conversation)
    case ("REC", "CALL"): return .sliderPosition(.call)
    case ("STE", "0"): return .recordingState(false)
    case ("STE", "1"): return .recordingState(true)
    case ("STA", _): return .recordingStarted(String(argument))
    case ("BAT", _): return number(argument).map { .battery($0) }
    case ("FW", _): return .firmware(String(argument))
    case ("MAC", _): return .macAddress(String(argument))
    case ("WF", _): return .wifiFirmware(String(argument))
    case ("WIFIS", _): return number(argument).flatMap(WiFiState.init).map { .wifiState($0) }
    default: return nil
    }
  }

  /// Listings and transfers.
  private static func content(_ verb: Substring, _ arguments: [Substring]) -> Response? {
    switch (verb, arguments.count) {
    case ("DIRS", _):
      // A name with the separator in it is a name all the same, and one that nothing can be asked about.
      let name = arguments.joined(separator: "&")
      return name.isEmpty ? nil : .dateEntry(name)
    case ("DIRS_SUM", 1): return number(arguments[0]).map { .dateSummary(count: $0) }
    case ("F", 3...):
      guard let seconds = arguments.last.flatMap(number) else { return nil }
      let id = arguments[1..<arguments.count - 1].joined(separator: "&")
      guard !id.isEmpty, !arguments[0].isEmpty else { return nil }
      return .fileEntry(
        RecordingInfo(
          id: RecordingID(date: String(arguments[0]), timestamp: id), durationSeconds: seconds))
    case ("LIST", 1): return number(arguments[0]).map { .listSummary(count: $0) }
    case ("U", 1):
      return arguments[0] == "WIFI"
        ? .wifiUploadAck : number(arguments[0]).map { .transferSize($0) }
    case ("WIFI", 2):
      return .wifiCredentials(ssid: String(arguments[0]), passphrase: String(arguments[1]))
    default: return nil
    }
  }

  /// A number of 1 to 12 decimal digits and nothing else: no sign, no space.
  private static func number(_ text: Substring) -> Int? {
    guard (1...12).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}
