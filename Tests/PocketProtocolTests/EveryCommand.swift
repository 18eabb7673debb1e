import FoundationEssentials
import PocketProtocol

/// A walk over every case of `Command`. There is no `default` in it: a new case does not compile before it
/// is part of the walk, and with it of every test below.
enum EveryCommand {
  static let key = "ABCDEFGHijkl0123"
  static let id = RecordingID(date: "2026-01-04", timestamp: "20260104101500")
  /// 2026-01-04T10:15:00Z.
  static let date = Date(timeIntervalSince1970: 1_767_521_700)

  static let all: [Command] = {
    var commands: [Command] = []
    var next: Command? = .auth(key)
    while let command = next {
      commands.append(command)
      next = successor(of: command)
    }
    return commands
  }()

  private static func successor(of command: Command) -> Command? {
    switch command {
    case .auth: .battery
    case .battery: .firmware
    case .firmware: .macAddress
    case .macAddress: .wifiFirmware
    case .wifiFirmware: .storage
    case .storage: .setClock(date)
    case .setClock: .sliderQuery
    case .sliderQuery: .recordingState
    case .recordingState: .startRecording
    case .startRecording: .stopRecording
    case .stopRecording: .pauseRecording
    case .pauseRecording: .resumeRecording
    case .resumeRecording: .listDates
    case .listDates: .listRecordings(date: id.date)
    case .listRecordings: .download(id)
    case .download: .delete(id)
    case .delete: .wifiShutdown
    case .wifiShutdown: .wifiStatus
    case .wifiStatus: .wifiCredentials
    case .wifiCredentials: .wifiAccessPointOn
    case .wifiAccessPointOn: .wifiKeepalive
    case .wifiKeepalive: .wifiDownload
    case .wifiDownload: .wifiClose
    case .wifiClose: nil
    }
  }

  /// The cases that carry text of somebody else, with this text in every such field.
  static func carrying(_ text: String) -> [Command] {
    [
      .auth(text), .listRecordings(date: text),
      .download(RecordingID(date: text, timestamp: "20260104101500")),
      .download(RecordingID(date: "2026-01-04", timestamp: text)),
      .delete(RecordingID(date: text, timestamp: "20260104101500")),
      .delete(RecordingID(date: "2026-01-04", timestamp: text)),
    ]
  }
}
