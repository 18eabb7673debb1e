public import FoundationEssentials

extension Command {
  /// The frame as text; empty where `isEncodable` is false. Holds the key in the case of `auth`.
  public var wireFormat: String { spelled ?? "" }

  /// The bytes for the command characteristic; empty where `isEncodable` is false.
  public var encoded: Data { Data(wireFormat.utf8) }

  /// Whether every field can be put into a frame. An ID, a date or a key that could be read as another
  /// frame, or that does not fit one, cannot.
  public var isEncodable: Bool { spelled != nil }

  /// The frame, if every field can be in one.
  private var spelled: String? {
    switch self {
    case .auth(let key): Field.key(key).map { "APP&SK&" + $0 }
    case .battery: "APP&BAT"
    case .firmware: "APP&FW"
    case .macAddress: "APP&MAC"
    case .wifiFirmware: "APP&WF"
    case .storage: "APP&SPACE"
    case .setClock(let date): Field.clock(date).map { "APP&T&" + $0 }
    case .sliderQuery: "APP&REC&SECEN"
    case .recordingState: "APP&STE"
    case .startRecording: "APP&STA"
    case .stopRecording: "APP&STO"
    case .pauseRecording: "APP&PAU"
    case .resumeRecording: "APP&RESU"
    case .listDates: "APP&LIST_DIRS"
    case .listRecordings(let date): Field.name(date).map { "APP&LIST&" + $0 }
    case .download(let id): Field.recording(id).map { "APP&U&" + $0 }
    case .delete(let id): Field.recording(id).map { "APP&D&" + $0 }
    case .wifiShutdown: "APP&SHUT"
    case .wifiStatus: "APP&WIFIS"
    case .wifiCredentials: "APP&WIFI"
    case .wifiAccessPointOn: "APP&WIFIO"
    case .wifiKeepalive: "APP&WPING"
    case .wifiDownload: "APP&U&WIFI"
    case .wifiClose: "APP&WIFIC"
    }
  }
}

/// Fields as frames carry them; nil for what a frame must not carry.
///
/// The lengths are chosen so that every frame fits a write of 61 bytes, the least that a link of MTU 64
/// carries.
private enum Field {
  /// A directory or an ID: 1 to 24 of `[A-Za-z0-9_-]`.
  static func name(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isPlain && (1...24).contains(text.utf8.count) ? text : nil
  }

  /// Directory and ID. In the directory's place `WIFI` is the modifier that reroutes an upload.
  static func recording(_ id: RecordingID) -> String? {
    guard let date = name(id.date), let timestamp = name(id.timestamp), date != "WIFI" else {
      return nil
    }
    return date + "&" + timestamp
  }

  /// 1 to 48 printable ASCII characters without `&` and space. The firmware wants 16; what else it would
  /// take is not known, so it is not judged here.
  static func key(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "&") }
    return isPlain && (1...48).contains(text.utf8.count) ? text : nil
  }

  /// Fourteen digits in UTC, for the years 1970 to 9999.
  static func clock(_ date: Date) -> String? {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite, (0..<253_402_300_800).contains(seconds) else { return nil }
    // The style drops fractions of a second.
    let digits = date.formatted(.iso8601).filter(\.isNumber)
    return digits.count == 14 ? digits : nil
  }
}
