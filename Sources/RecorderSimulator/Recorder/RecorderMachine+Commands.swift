package import HostIO
import PocketProtocol

extension RecorderMachine {
  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - frame: Whatever was written to the command characteristic.
  ///   - now: The real time.
  package mutating func receive(_ frame: String, now: Timestamp) -> [Action] {
    let fields = frame.split(separator: "&", omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 2, fields[0] == "APP" else { return [] }
    let verb = fields[1]
    if faults.isSilent || faults.silentVerbs.contains(verb) { return [.fallSilent] }
    if verb == "SK", fields.count == 3 { return authenticate(fields[2], now: now) }
    // What comes before the handshake is not answered at all.
    guard isAuthenticated else { return [] }
    let arguments = Array(fields.dropFirst(2))
    return state(verb, arguments, now) ?? inventory(verb, arguments)
      ?? wifi(verb, arguments, now)
      ?? [.reply(.unknown)]
  }

  private mutating func authenticate(_ offered: String, now: Timestamp) -> [Action] {
    let isRight = key.map { $0 == offered } ?? (offered.utf8.count == PocketKey.length)
    guard isRight else { return [.reply(.authError), .drop] }
    key = offered
    isAuthenticated = true
    guard let recording else { return [.reply(.authOK)] }
    let elapsed = max(0, now.nanoseconds - recording.started.nanoseconds) / 1_000_000_000
    return [
      .reply(.authOK),
      .reply(.recordingInProgress(since: recording.rawID, elapsedSeconds: Int(elapsed))),
    ]
  }

  private mutating func state(
    _ verb: String, _ arguments: [String], _ now: Timestamp
  ) -> [Action]? {
    switch (verb, arguments) {
    case ("BAT", []): return [.reply(.battery(battery))]
    case ("FW", []): return [.reply(.firmware(firmware.version))]
    case ("MAC", []): return [.reply(.macAddress(macAddress))]
    case ("WF", []): return [.reply(.wifiFirmware("V9"))]
    case ("SPACE", []):
      return [.reply(.storage(StorageInfo(freeMB: freeMB, totalMB: Self.totalMB)))]
    case ("REC", ["SECEN"]): return [.reply(.sliderPosition(slider))]
    case ("STE", []): return [.reply(.recordingState(recording != nil))]
    case ("STA", []): return startRecording(now: now)
    case ("STO", []):
      stopRecording(now: now)
      return [.reply(.recordingStopped)]
    case ("T", let arguments) where arguments.count == 1:
      guard let time = CivilTime(digits: arguments[0].utf8).flatMap({ Timestamp($0) }) else {
        return nil
      }
      clockOffset = .nanoseconds(time.nanoseconds - now.nanoseconds)
      return [.reply(.clockSet)]
    default: return nil
    }
  }

  private mutating func inventory(_ verb: String, _ arguments: [String]) -> [Action]? {
    switch (verb, arguments.count) {
    case ("LIST_DIRS", 0):
      let days = files.reduce(into: [String]()) { days, file in
        if !days.contains(file.directory) { days.append(file.directory) }
      }
      return list("", days.map { .dateEntry($0) }) { .dateSummary(count: $0) }
    case ("LIST", 1):
      let entries = files.filter { $0.directory == arguments[0] }.map { file in
        RecordingInfo(
          id: RecordingID(date: file.directory, timestamp: file.rawID),
          durationSeconds: file.seconds)
      }
      return list(arguments[0], entries.map { .fileEntry($0) }) { .listSummary(count: $0) }
    case ("U", 2): return upload(arguments[0], arguments[1])
    case ("D", 2):
      files.removeAll { $0.directory == arguments[0] && $0.rawID == arguments[1] }
      return [.reply(.deleted)]
    default: return nil
    }
  }

  private mutating func list(
    _ directory: String, _ entries: [Response], _ end: (Int) -> Response
  ) -> [Action] {
    var entries = entries
    var summary: Response? = end(entries.count)
    switch faults.take(listingOf: directory) {
    case .noEnd: summary = nil
    case .wrongCount: summary = end(entries.count + 1)
    case .malformed:
      if let last = entries.popLast() {
        let fields = last.wireFormat.split(separator: "&").dropLast()
        entries.append(.unparsed(fields.joined(separator: "&") + "&"))
      }
    case nil: break
    }
    let replies = (entries + [summary].compactMap { $0 }).map { Action.reply($0) }
    return summary == nil ? replies + [.fallSilent] : replies
  }

  private mutating func upload(_ directory: String, _ rawID: String) -> [Action]? {
    guard let file = files.first(where: { $0.directory == directory && $0.rawID == rawID }) else {
      return nil
    }
    selected = file
    return Upload.actions(for: file, faults.take(transferOf: rawID))
  }

  private mutating func wifi(
    _ verb: String, _ arguments: [String], _ now: Timestamp
  ) -> [Action]? {
    switch (verb, arguments) {
    case ("SHUT", []):
      defer { selected = nil }
      // An idle recorder says nothing.
      return selected == nil ? [] : [.stopUpload, .reply(.shutdownAck)]
    case ("WIFIS", []): return [.reply(.wifiState(accessPoint.state(now: now)))]
    case ("WIFI", []):
      let passphrase = String((key ?? "").prefix(8))
      return [.reply(.wifiCredentials(ssid: name, passphrase: passphrase))]
    case ("WIFIO", []):
      if faults.take(\.deafStarts) { return [] }
      accessPoint.start(now: now)
      return [.reply(.wifiAccessPointOn)]
    case ("WIFIC", []):
      accessPoint.stop()
      return [.reply(.wifiClosed)]
    case ("WPING", []):
      accessPoint.ping(now: now)
      return [.reply(.pong)]
    case ("U", ["WIFI"]):
      guard let selected else { return [.reply(.wifiUploadAck)] }
      guard accessPoint.isConnected(now) else {
        // Nobody is connected over TCP: it is acknowledged, hangs, and is given up.
        return [
          .stopUpload, .reply(.wifiUploadAck), .replyLater(.shutdownAck, after: .seconds(14)),
        ]
      }
      return [
        .stopUpload, .reply(.wifiUploadAck), .reply(.transferSize(selected.byteCount)),
        .uploadOverTCP(selected),
      ]
    default: return nil
    }
  }
}
