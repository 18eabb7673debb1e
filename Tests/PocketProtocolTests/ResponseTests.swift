import FoundationEssentials
import PocketProtocol
import Testing

@Suite struct ResponseTests {
  private static let id = RecordingID(date: "2026-01-04", timestamp: "20260104101500")

  static let known: [(String, Response)] = [
    ("MCU&SK&OK", .authOK), ("MCU&SK&ERR", .authError), ("MCU&BAT&100", .battery(100)),
    ("MCU&FW&1.7", .firmware("1.7")), ("MCU&MAC&00005e005300", .macAddress("00005e005300")),
    ("MCU&WF&V9", .wifiFirmware("V9")),
    ("MCU&SPA&059632&059636", .storage(StorageInfo(freeMB: 59_632, totalMB: 59_636))),
    ("MCU&T&OK", .clockSet), ("MCU&REC&CON", .sliderPosition(.conversation)),
    ("MCU&REC&CALL", .sliderPosition(.call)), ("MCU&STE&0", .recordingState(false)),
    ("MCU&STE&1", .recordingState(true)),
    ("MCU&STA&20260104101500", .recordingStarted("20260104101500")),
    ("MCU&STO", .recordingStopped),
    ("MCU&RT&20260104101500&7", .recordingInProgress(since: "20260104101500", elapsedSeconds: 7)),
    ("MCU&DIRS&2026-01-04", .dateEntry("2026-01-04")), ("MCU&DIRS_SUM&4", .dateSummary(count: 4)),
    ("MCU&F&2026-01-04&20260104101500&4", .fileEntry(RecordingInfo(id: id, durationSeconds: 4))),
    ("MCU&LIST&020", .listSummary(count: 20)), ("MCU&U&15302", .transferSize(15_302)),
    ("MCU&OFF", .transferComplete), ("MCU&D", .deleted),
    ("MCU&WIFI&PKT01_X&ABCDEFGH", .wifiCredentials(ssid: "PKT01_X", passphrase: "ABCDEFGH")),
    ("MCU&WIFIS&0", .wifiState(.off)), ("MCU&WIFIS&1", .wifiState(.tcpConnected)),
    ("MCU&WIFIS&2", .wifiState(.clientJoined)), ("MCU&WIFIS&3", .wifiState(.accessPointUp)),
    ("MCU&SHUT", .shutdownAck), ("MCU&WIFIO", .wifiAccessPointOn), ("MCU&WIFIC", .wifiClosed),
    ("MCU&U&WIFI", .wifiUploadAck), ("MCU&WPING", .pong), ("MCU&UNKNOWN", .unknown),
  ]

  @Test(arguments: known)
  func isReadAndWrittenAlike(frame: String, response: Response) {
    #expect(Response.parse(frame) == response)
    #expect(Response.parse(Data(frame.utf8)) == response)
    #expect(response.wireFormat == frame)
  }

  @Test(arguments: [
    "", "MCU", "MCU&", "MCU&&", "APP&BAT", "mcu&bat&1", "MCU&BAT", "MCU&BAT&", "MCU&BAT&-1",
    "MCU&BAT&+1", "MCU&BAT& 1", "MCU&BAT&1&2", "MCU&BAT&9999999999999", "MCU&BAT&１", "MCU&STE&2",
    "MCU&WIFIS&7", "MCU&SPA&1", "MCU&SPA&1&x", "MCU&F&2026-01-04&x", "MCU&F&2026-01-04&x&",
    "MCU&F&&x&1", "MCU&F&d&&1", "MCU&DIRS&", "MCU&DIRS_SUM&", "MCU&LIST&x", "MCU&U&", "MCU&RT&&1",
    "MCU&WIFI&only", "MCU&OFF&1", "MCU&SK&MAYBE", "garbage", "MCU&FW&",
  ])
  func whatHasNoShapeIsKeptAsItCame(frame: String) {
    #expect(Response.parse(frame) == .unparsed(frame))
    #expect(Response.parse(frame).wireFormat == frame)
  }

  /// A name with a separator in it stays one entry, which nothing can be asked about.
  @Test func aNameWithASeparatorIsAnEntry() {
    guard case .fileEntry(let info) = Response.parse("MCU&F&2026-01-04&a&b&7") else {
      Issue.record("no entry")
      return
    }
    #expect(info.id == RecordingID(date: "2026-01-04", timestamp: "a&b"))
    #expect(info.durationSeconds == 7 && info.estimatedBytes == 28_000)
    #expect(!info.id.isAddressable)
    #expect(Response.parse("MCU&DIRS&a&b") == .dateEntry("a&b"))
  }

  @Test func bytesThatAreNoTextAreNoFrame() {
    let response = Response.parse(Data([0x4d, 0x43, 0x55, 0x26, 0xff, 0xfe]))
    guard case .unparsed = response else {
      Issue.record("\(response)")
      return
    }
  }

  @Test func noDescriptionHoldsAPassword() {
    let shapes = ["MCU&WIFI&PKT&ABCDEFGH", "MCU&WIFI&PKT&ABCDEFGH&more", "MCU&WIFI&ABCDEFGH"]
    for frame in shapes {
      let response = Response.parse(frame)
      var dumped = ""
      dump(response, to: &dumped)
      for text in ["\(response)", String(reflecting: response), dumped] {
        #expect(!text.contains("ABCDEFGH"), "\(text)")
      }
    }
  }

  @Test func aStartTellsItsDirectoryWhereItIsATime() {
    #expect(RecordingID(startedAs: "20260104101500") == Self.id)
    #expect(RecordingID(startedAs: "PH260105143000").date == "PH260105143000")
    #expect("\(Self.id)" == "2026-01-04/20260104101500")
  }
}
