/// A frame from a recorder.
///
/// Nothing is dropped: what has no known shape is `.unparsed`, with its text.
public enum Response: Sendable, Hashable {
  /// `MCU&SK&OK`
  case authOK
  /// `MCU&SK&ERR`; the recorder then drops the link.
  case authError
  /// `MCU&BAT&100`: percent.
  case battery(Int)
  /// `MCU&FW&1.7`
  case firmware(String)
  /// `MCU&MAC&00005e005300`
  case macAddress(String)
  /// `MCU&WF&V9`
  case wifiFirmware(String)
  /// `MCU&SPA&059632&059636`
  case storage(StorageInfo)
  /// `MCU&T&OK`
  case clockSet
  /// `MCU&REC&CON`, `MCU&REC&CALL`. A start sends it too.
  case sliderPosition(SliderPosition)
  /// `MCU&STE&1`
  case recordingState(Bool)
  /// `MCU&STA&<ID>`, as a reply or unasked.
  case recordingStarted(String)
  /// `MCU&STO`, only ever as a reply.
  case recordingStopped
  /// `MCU&RT&<ID>&<seconds>`, once after a connect, when a recording runs.
  case recordingInProgress(since: String, elapsedSeconds: Int)
  /// `MCU&DIRS&2026-01-04`
  case dateEntry(String)
  /// `MCU&DIRS_SUM&4`
  case dateSummary(count: Int)
  /// `MCU&F&2026-01-04&20260104101500&4`
  case fileEntry(RecordingInfo)
  /// `MCU&LIST&020`
  case listSummary(count: Int)
  /// `MCU&U&15302`: bytes that will come.
  case transferSize(Int)
  /// `MCU&OFF`: a hint that all was sent; it may come early.
  case transferComplete
  /// `MCU&D`
  case deleted
  /// `MCU&WIFI&<name>&<password>`
  case wifiCredentials(ssid: String, passphrase: String)
  /// `MCU&WIFIS&3`
  case wifiState(WiFiState)
  /// `MCU&SHUT`
  case shutdownAck
  /// `MCU&WIFIO`
  case wifiAccessPointOn
  /// `MCU&WIFIC`
  case wifiClosed
  /// `MCU&U&WIFI`
  case wifiUploadAck
  /// `MCU&WPING`
  case pong
  /// `MCU&UNKNOWN`
  case unknown
  /// Anything else.
  case unparsed(String)
}

extension Response: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The frame for people. A password is never part of it.
  public var description: String { Redaction.none.redacted(wireFormat) }

  /// As `description`.
  public var debugDescription: String { description }

  /// What reflection shows: the description, and no password.
  public var customMirror: Mirror { Mirror(self, children: ["frame": description]) }
}

extension Response {
  /// The frame as a recorder writes it, numbers padded as it pads them.
  package var wireFormat: String {
    switch self {
    case .authOK: "MCU&SK&OK"
    case .authError: "MCU&SK&ERR"
    case .battery(let percent): "MCU&BAT&\(percent)"
    case .firmware(let version): "MCU&FW&\(version)"
    case .macAddress(let address): "MCU&MAC&\(address)"
    case .wifiFirmware(let version): "MCU&WF&\(version)"
    case .storage(let space): "MCU&SPA&\(padded(space.freeMB, 6))&\(padded(space.totalMB, 6))"
    case .clockSet: "MCU&T&OK"
    case .sliderPosition(.conversation): "MCU&REC&CON"
    case .sliderPosition(.call): "MCU&REC&CALL"
    case .recordingState(let runs): "MCU&STE&\(runs ? 1 : 0)"
    case .recordingStarted(let id): "MCU&STA&\(id)"
    case .recordingStopped: "MCU&STO"
    case .recordingInProgress(let id, let seconds): "MCU&RT&\(id)&\(seconds)"
    case .dateEntry(let date): "MCU&DIRS&\(date)"
    case .dateSummary(let count): "MCU&DIRS_SUM&\(count)"
    case .fileEntry(let info):
      "MCU&F&\(info.id.date)&\(info.id.timestamp)&\(info.durationSeconds)"
    case .listSummary(let count): "MCU&LIST&\(padded(count, 3))"
    case .transferSize(let bytes): "MCU&U&\(bytes)"
    case .transferComplete: "MCU&OFF"
    case .deleted: "MCU&D"
    case .wifiCredentials(let ssid, let passphrase): "MCU&WIFI&\(ssid)&\(passphrase)"
    case .wifiState(let state): "MCU&WIFIS&\(state.rawValue)"
    case .shutdownAck: "MCU&SHUT"
    case .wifiAccessPointOn: "MCU&WIFIO"
    case .wifiClosed: "MCU&WIFIC"
    case .wifiUploadAck: "MCU&U&WIFI"
    case .pong: "MCU&WPING"
    case .unknown: "MCU&UNKNOWN"
    case .unparsed(let text): text
    }
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
