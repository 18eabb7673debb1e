import FoundationEssentials
import PocketProtocol
import Testing

@Suite struct CommandTests {
  @Test func everyFrameIsAsTheRecorderKnowsIt() {
    let frames = EveryCommand.all.map(\.wireFormat)
    #expect(
      frames == [
        "APP&SK&ABCDEFGHijkl0123", "APP&BAT", "APP&FW", "APP&MAC", "APP&WF", "APP&SPACE",
        "APP&T&20260104101500", "APP&REC&SECEN", "APP&STE", "APP&STA", "APP&STO", "APP&PAU",
        "APP&RESU", "APP&LIST_DIRS", "APP&LIST&2026-01-04", "APP&U&2026-01-04&20260104101500",
        "APP&D&2026-01-04&20260104101500", "APP&SHUT", "APP&WIFIS", "APP&WIFI", "APP&WIFIO",
        "APP&WPING", "APP&U&WIFI", "APP&WIFIC",
      ])
    #expect(EveryCommand.all.allSatisfy { $0.encoded == Data($0.wireFormat.utf8) })
  }

  @Test func noFrameIsAForbiddenOne() {
    for command in EveryCommand.all {
      #expect(Forbidden.reason(command.wireFormat) == nil, "\(command)")
    }
  }

  /// Whatever text stands in a field, what comes out is one frame of the case's own verb, or none.
  @Test(arguments: [
    "", "&", "OTA", "a&b", "CH&1", "2026-01-04&x", "../x", "..", "x y", "x\u{0}", "x\n",
    "x\r\nAPP&OTA",
    "é", "e\u{301}", "APP&OTA", "APP&WOTA", "%26", "１", String(repeating: "a", count: 25),
    String(repeating: "a", count: 49), "WIFI", "WIFI&CH&1&2", "\u{202e}x", "x\u{7f}",
  ])
  func noTextBecomesAnotherFrame(text: String) {
    for command in EveryCommand.carrying(text) {
      let frame = command.wireFormat
      #expect(command.isEncodable == !frame.isEmpty)
      guard command.isEncodable else {
        #expect(command.encoded.isEmpty)
        continue
      }
      #expect(Forbidden.reason(frame) == nil, "\(frame)")
      #expect(frame.utf8.allSatisfy { (0x21...0x7e).contains($0) })
      #expect(frame.utf8.count <= 61)
      let fields = frame.split(separator: "&", omittingEmptySubsequences: false)
      switch command {
      case .auth: #expect(fields.count == 3 && fields[1] == "SK")
      case .listRecordings: #expect(fields.count == 3 && fields[1] == "LIST")
      case .download: #expect(fields.count == 4 && fields[1] == "U" && fields[2] != "WIFI")
      case .delete: #expect(fields.count == 4 && fields[1] == "D")
      default: Issue.record("no such command was made")
      }
    }
  }

  @Test func idsThatRecordersMakeArePossible() {
    for id in ["20260104101500", "PH260105143000", "a", "A-b_9", String(repeating: "x", count: 24)]
    {
      #expect(RecordingID(date: "2026-01-04", timestamp: id).isAddressable, "\(id)")
    }
    for id in ["../x", "", "a b", "a&b", "x.mp3"] {
      #expect(!RecordingID(date: "2026-01-04", timestamp: id).isAddressable, "\(id)")
    }
    #expect(!RecordingID(date: "WIFI", timestamp: "x").isAddressable)
  }

  @Test func clocksBeforeAndAfterTheirYearsAreNotSet() {
    let outside: [Double] = [
      -1, -0.001, -62_135_596_800, 253_402_300_800, .infinity, -.infinity, .nan, 1e300,
    ]
    for seconds in outside {
      #expect(!Command.setClock(Date(timeIntervalSince1970: seconds)).isEncodable)
    }
    func frame(_ seconds: Double) -> String {
      Command.setClock(Date(timeIntervalSince1970: seconds)).wireFormat
    }
    #expect(frame(0) == "APP&T&19700101000000")
    #expect(frame(0.999) == "APP&T&19700101000000")
    #expect(frame(253_402_300_799) == "APP&T&99991231235959")
  }

  @Test func noDescriptionHoldsTheKey() {
    let command = Command.auth(EveryCommand.key)
    var dumped = ""
    dump(command, to: &dumped)
    dump([PocketError.timeout(command)], to: &dumped)
    for text in [
      "\(command)", String(reflecting: command), "\(PocketError.timeout(command))", dumped,
    ] {
      #expect(!text.contains("ABCDEFGH"), "\(text)")
    }
    #expect("\(Command.battery)" == "APP&BAT")
    #expect(!"\(Command.auth("bad key &"))".contains("bad"))
  }

  @Test func probesOnlyRead() {
    #expect(RawProbe.allowedVerbs.count == 13)
    #expect(RawProbe.allowedVerbs == RawProbe.allowedVerbs.sorted())
    let changing: Set<Command> = [
      .startRecording, .stopRecording, .pauseRecording, .resumeRecording, .wifiAccessPointOn,
      .wifiDownload,
    ]
    for verb in RawProbe.allowedVerbs {
      let command = RawProbe.command(forVerb: verb.lowercased())
      #expect(command?.wireFormat == "APP&" + verb)
      #expect(command.map { !changing.contains($0) } == true)
    }
    for verb in [
      "WIFIO", "STA", "STO", "U", "D", "T", "SK", "OTA", "WIFI&CH", "", "APP&BAT", "BAT ",
    ] {
      #expect(RawProbe.command(forVerb: verb) == nil, "\(verb)")
    }
  }

  @Test func keysAreMadeAsTheyAreJudged() {
    let keys = (0..<200).map { _ in PocketKey.generate() }
    #expect(keys.allSatisfy(PocketKey.isValid))
    #expect(Set(keys).count == keys.count)
    #expect(keys.allSatisfy { Command.auth($0).isEncodable })
    for key in ["", "short", "ABCDEFGHijkl012&", "ABCDEFGHijkl01234", "ABCDEFGHijkl012é"] {
      #expect(!PocketKey.isValid(key))
    }
  }
}

/// What must never be sent, told from the text alone.
private enum Forbidden {
  static func reason(_ frame: String) -> String? {
    let fields = frame.split(separator: "&", omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 2, fields[0] == "APP" else { return "no frame of an app" }
    let verb = fields[1]
    if ["OTA", "OT", "WOTA", "BLE", "USB"].contains(where: { verb.hasPrefix($0) }) { return verb }
    if verb.hasPrefix("WIFI"), !["WIFI", "WIFIS", "WIFIO", "WIFIC"].contains(verb) { return verb }
    if verb == "WIFI", fields.count > 2 { return "provisioning" }
    if frame.dropFirst().contains("APP&") { return "a frame within a frame" }
    return nil
  }
}
