public import FoundationEssentials

/// A frame that can be sent to a recorder.
///
/// This enumeration is the safety boundary: what has no case here cannot be sent by any code of this
/// package. There is none for firmware updates, for the provisioning of the Wi-Fi chip, for the recorder's
/// own use of a home network, or for a reset, and `encoded` lets no field grow into one of them.
///
/// Evidence: every case was seen on hardware (firmware 1.7) unless it says otherwise.
public enum Command: Sendable, Hashable {
  /// `APP&SK&<key>`: the handshake. Whatever is sent before it is silently ignored.
  case auth(String)
  /// `APP&BAT`: the battery. Also what keeps a link alive.
  case battery
  /// `APP&FW`: the firmware's version.
  case firmware
  /// `APP&MAC`: the Bluetooth address.
  case macAddress
  /// `APP&WF`: the version of the Wi-Fi chip's firmware.
  case wifiFirmware
  /// `APP&SPACE`: free and total space.
  case storage
  /// `APP&T&YYYYMMDDHHMMSS`: sets the clock, in UTC.
  case setClock(Date)
  /// `APP&REC&SECEN`: asks where the slider stands.
  case sliderQuery
  /// `APP&STE`: **asks** whether a recording runs.
  case recordingState
  /// `APP&STA`: **starts** a recording. One letter from the question.
  case startRecording
  /// `APP&STO`: stops the recording.
  case stopRecording
  /// `APP&PAU`: answered with `MCU&UNKNOWN` by firmware 1.7; kept so that later firmware can be asked.
  case pauseRecording
  /// `APP&RESU`: as `pauseRecording`.
  case resumeRecording
  /// `APP&LIST_DIRS`: lists the directories.
  case listDates
  /// `APP&LIST&<date>`: lists one directory.
  case listRecordings(date: String)
  /// `APP&U&<date>&<ID>`: selects a recording and has it sent, from its first byte: no offset exists.
  case download(RecordingID)
  /// `APP&D&<date>&<ID>`: deletes a recording. The reply alone proves nothing.
  case delete(RecordingID)
  /// `APP&SHUT`: ends an upload. An idle recorder gives **no reply**.
  case wifiShutdown
  /// `APP&WIFIS`: asks for the access point's state.
  case wifiStatus
  /// `APP&WIFI`: asks for the access point's name and password. Without arguments by construction: with
  /// some, the same verb would provision the chip.
  case wifiCredentials
  /// `APP&WIFIO`: starts the access point.
  case wifiAccessPointOn
  /// `APP&WPING`: keeps the access point up.
  case wifiKeepalive
  /// `APP&U&WIFI`: sends the selected recording over TCP instead. Alone it has nothing to send.
  case wifiDownload
  /// `APP&WIFIC`: stops the access point.
  case wifiClose
}

extension Command: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The frame for people. A key is never part of it.
  public var description: String {
    switch self {
    case .auth: "APP&SK&(key not shown)"
    default: isEncodable ? wireFormat : "a command with a field that no frame can carry"
    }
  }

  /// As `description`.
  public var debugDescription: String { description }

  /// What reflection shows: the description, and no key.
  public var customMirror: Mirror { Mirror(self, children: ["frame": description]) }
}
