import HostIO
import PocketProtocol
import RecorderSimulator
import Testing

/// The firmware as a value, frame by frame.
@Suite struct RecorderMachineTests {
  /// 2026-01-04T10:15:00Z.
  private let now = Timestamp(nanoseconds: 1_767_521_700_000_000_000)
  private static let file = SimulatedFile(
    directory: "2026-01-04", rawID: "20260104101500", seconds: 4, content: .bytes([1, 2, 3]))

  private func machine(
    key: String? = "ABCDEFGHijkl0123", _ faults: RecorderFaults = RecorderFaults()
  ) -> RecorderMachine {
    RecorderMachine(
      name: "PKT01_X", macAddress: "00005e005300", key: key, files: [Self.file], faults: faults)
  }

  private func authenticated() -> RecorderMachine {
    var machine = machine()
    _ = machine.receive("APP&SK&ABCDEFGHijkl0123", now: now)
    return machine
  }

  private func replies(_ machine: inout RecorderMachine, _ frame: String) -> [String] {
    machine.receive(frame, now: now).map { action in
      switch action {
      case .reply(let response): response.wireFormat
      case .replyLater(let response, _): "later " + response.wireFormat
      case .upload: "upload"
      case .uploadOverTCP: "tcp"
      case .stopUpload: "stop"
      case .fallSilent: "silence"
      case .drop: "drop"
      }
    }
  }

  @Test func saysNothingBeforeTheHandshake() {
    var machine = machine()
    for frame in ["APP&BAT", "APP&LIST_DIRS", "APP&D&2026-01-04&20260104101500", "nonsense"] {
      #expect(replies(&machine, frame) == [])
    }
    #expect(machine.files.count == 1)
    #expect(replies(&machine, "APP&SK&wrong") == ["MCU&SK&ERR", "drop"])
    #expect(replies(&machine, "APP&SK&ABCDEFGHijkl0123") == ["MCU&SK&OK"])
    #expect(replies(&machine, "APP&BAT") == ["MCU&BAT&87"])
    machine.linkChanged()
    #expect(replies(&machine, "APP&BAT") == [])
  }

  @Test func trustsTheFirstKeyAndKeepsIt() {
    var machine = machine(key: nil)
    #expect(replies(&machine, "APP&SK&short") == ["MCU&SK&ERR", "drop"])
    #expect(replies(&machine, "APP&SK&0123456789abcdef") == ["MCU&SK&OK"])
    machine.linkChanged()
    #expect(replies(&machine, "APP&SK&ABCDEFGHijkl0123") == ["MCU&SK&ERR", "drop"])
    #expect(replies(&machine, "APP&SK&0123456789abcdef") == ["MCU&SK&OK"])
    #expect(replies(&machine, "APP&WIFI") == ["MCU&WIFI&PKT01_X&01234567"])
  }

  @Test(arguments: [
    ("APP&FW", ["MCU&FW&1.7"]), ("APP&MAC", ["MCU&MAC&00005e005300"]), ("APP&WF", ["MCU&WF&V9"]),
    ("APP&SPACE", ["MCU&SPA&059635&059636"]), ("APP&REC&SECEN", ["MCU&REC&CON"]),
    ("APP&STE", ["MCU&STE&0"]), ("APP&STO", ["MCU&STO"]), ("APP&T&20260104101500", ["MCU&T&OK"]),
    ("APP&T&20261304101500", ["MCU&UNKNOWN"]), ("APP&PAU", ["MCU&UNKNOWN"]),
    ("APP&RESU", ["MCU&UNKNOWN"]), ("APP&OTA", ["MCU&UNKNOWN"]),
    ("APP&LIST_DIRS", ["MCU&DIRS&2026-01-04", "MCU&DIRS_SUM&1"]),
    ("APP&LIST&2026-01-04", ["MCU&F&2026-01-04&20260104101500&4", "MCU&LIST&001"]),
    ("APP&LIST&1999-01-01", ["MCU&LIST&000"]), ("APP&SHUT", []), ("APP&WIFIS", ["MCU&WIFIS&0"]),
    ("APP&U&2026-01-04&20260104101500", ["MCU&U&3", "upload"]),
    ("APP&U&2026-01-04&nothing", ["MCU&UNKNOWN"]), ("APP&U&WIFI", ["MCU&U&WIFI"]),
    ("APP&WPING", ["MCU&WPING"]), ("APP&WIFIC", ["MCU&WIFIC"]),
  ])
  func answers(frame: String, expected: [String]) {
    var machine = authenticated()
    #expect(replies(&machine, frame) == expected)
  }

  @Test func recordsFromStartToStop() {
    var machine = authenticated()
    #expect(replies(&machine, "APP&STA") == ["MCU&REC&CON", "MCU&STA&20260104101500"])
    #expect(replies(&machine, "APP&STE") == ["MCU&STE&1"])
    let later = now.adding(.milliseconds(3_700))
    machine.linkChanged()
    let greeting = machine.receive("APP&SK&ABCDEFGHijkl0123", now: later)
    #expect(
      greeting == [
        .reply(.authOK), .reply(.recordingInProgress(since: "20260104101500", elapsedSeconds: 3)),
      ])
    #expect(machine.receive("APP&STO", now: later) == [.reply(.recordingStopped)])
    #expect(machine.files.count == 2)
    #expect(machine.files.last?.seconds == 3)
    #expect(machine.files.last?.byteCount == 3_700 / 36 * 144 + 34)
  }

  @Test func itsClockIsItsOwn() {
    var machine = authenticated()
    #expect(replies(&machine, "APP&T&20000101000000") == ["MCU&T&OK"])
    #expect(replies(&machine, "APP&STA") == ["MCU&REC&CON", "MCU&STA&20000101000000"])
  }

  @Test func deletesAndSaysSoEitherWay() {
    var machine = authenticated()
    #expect(replies(&machine, "APP&D&2026-01-04&20260104101500") == ["MCU&D"])
    #expect(machine.files.isEmpty)
    #expect(replies(&machine, "APP&D&2026-01-04&20260104101500") == ["MCU&D"])
  }

  @Test func theAccessPointOutlivesTheLink() {
    var machine = authenticated()
    #expect(replies(&machine, "APP&WIFIO") == ["MCU&WIFIO"])
    machine.linkChanged()
    _ = machine.receive("APP&SK&ABCDEFGHijkl0123", now: now)
    #expect(replies(&machine, "APP&WIFIS") == ["MCU&WIFIS&3"])
  }

  @Test func onlyARunningUploadIsAcknowledgedAtItsEnd() {
    var machine = authenticated()
    _ = machine.receive("APP&U&2026-01-04&20260104101500", now: now)
    #expect(replies(&machine, "APP&SHUT") == ["stop", "MCU&SHUT"])
    #expect(replies(&machine, "APP&SHUT") == [])
    _ = machine.receive("APP&U&2026-01-04&20260104101500", now: now)
    #expect(replies(&machine, "APP&U&WIFI") == ["stop", "MCU&U&WIFI", "later MCU&SHUT"])
  }

  @Test func misbehavesAsOftenAsItIsTold() {
    var faults = RecorderFaults()
    faults.listings["2026-01-04"] = .init(.noEnd, times: 1)
    faults.transfers["20260104101500"] = .init(.noBytes, times: 1)
    faults.silentVerbs = ["FW"]
    var machine = machine(faults)
    _ = machine.receive("APP&SK&ABCDEFGHijkl0123", now: now)
    let list = "APP&LIST&2026-01-04"
    #expect(replies(&machine, list) == ["MCU&F&2026-01-04&20260104101500&4", "silence"])
    #expect(replies(&machine, list).last == "MCU&LIST&001")
    let upload = "APP&U&2026-01-04&20260104101500"
    #expect(replies(&machine, upload) == ["MCU&U&3", "silence"])
    #expect(replies(&machine, upload) == ["MCU&U&3", "upload"])
    #expect(replies(&machine, "APP&FW") == ["silence"])
  }
}
