import FoundationEssentials
import PocketProtocol
import SimulatedHost
import Testing

@testable import PocketSession

@Suite struct ListeningTests {
  private let clock = ManualClock()
  private let recording = RecordingInfo(
    id: RecordingID(date: "2026-01-04", timestamp: "20260104101500"), durationSeconds: 1)

  private func connected() async throws -> (PocketDevice, ScriptedTransport) {
    let transport = ScriptedTransport { frame, transport in
      if frame == "APP&STE" { transport.say("MCU&STE&1") }
    }
    let device = PocketDevice(transport: transport, sessionKey: key, clock: clock)
    try await device.connect()
    return (device, transport)
  }

  @Test func livesBesideRequestsAndWithoutTransfers() async throws {
    let (device, transport) = try await connected()
    var audio: AsyncStream<Data>? = try await device.liveAudio()
    await #expect(throws: PocketError.busy("live audio is in progress")) {
      try await device.liveAudio()
    }
    await #expect(throws: PocketError.busy("live audio is in progress")) {
      try await device.download(recording)
    }
    #expect(try await device.isRecording())
    for byte in UInt8(0)..<3 { transport.push(Data([byte])) }
    var heard: [UInt8] = []
    if let audio {
      for await chunk in audio {
        heard += chunk
        if heard.count == 3 { break }
      }
    }
    #expect(heard == [0, 1, 2])
    // Whoever drops the stream gives the bulk channel back.
    audio = nil
    _ = try await device.liveAudio()
    await device.disconnect()
  }

  @Test func keepsTheNewest32AndEndsWithTheLink() async throws {
    let mailbox = Mailbox(clock: clock, redaction: .none)
    let audio = try mailbox.listen()
    for byte in UInt8(0)..<40 { #expect(mailbox.take(bulk: Data([byte]))) }
    mailbox.end(saying: .disconnected)
    var heard: [UInt8] = []
    for await chunk in audio { heard += chunk }
    #expect(heard == Array(8..<40))
  }

  @Test func needsAConnection() async throws {
    let device = PocketDevice(transport: ScriptedTransport(), sessionKey: key, clock: clock)
    await #expect(throws: PocketError.notAuthenticated) { try await device.liveAudio() }
  }
}

@Suite struct LookupTests {
  private let clock = ManualClock()

  @Test func tellsABadDateFromAnUnknownAndAnEmptyOne() async throws {
    let transport = ScriptedTransport { frame, transport in
      switch frame {
      case "APP&LIST_DIRS": transport.say("MCU&DIRS&2026-01-04MCU&DIRS&CALLSMCU&DIRS_SUM&2")
      case "APP&LIST&2026-01-04": transport.say("MCU&LIST&000")
      case "APP&LIST&CALLS": transport.say("MCU&F&CALLS&PH1&9MCU&LIST&001")
      default: break
      }
    }
    let device = PocketDevice(transport: transport, sessionKey: key, clock: clock)
    try await device.connect()
    for bad in ["", "2026-02-30", "2026-13-01", "20260104", "2026-1-4", "../x", "a&b", "-"] {
      #expect(try await device.lookUpRecordings(forDate: bad) == .badDate, "\(bad)")
    }
    #expect(transport.sent.count == 1)
    #expect(try await device.lookUpRecordings(forDate: "2024-02-29") == .unknownDate)
    #expect(try await device.lookUpRecordings(forDate: "2026-01-04") == .recordings([]))
    let call = RecordingInfo(id: RecordingID(date: "CALLS", timestamp: "PH1"), durationSeconds: 9)
    #expect(try await device.lookUpRecordings(forDate: "CALLS") == .recordings([call]))
    await device.disconnect()
  }
}
