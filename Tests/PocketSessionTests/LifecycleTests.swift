import FoundationEssentials
import HostIO
import PocketProtocol
import SimulatedHost
import Testing

@testable import PocketSession

let key = "ABCDEFGHijkl0123"

@Suite struct LifecycleTests {
  private let clock = ManualClock()

  private func session(_ transport: ScriptedTransport) -> PocketSession {
    PocketSession(transport: transport, sessionKey: key, clock: clock)
  }

  @Test func servesOneConnection() async throws {
    let transport = ScriptedTransport()
    let session = session(transport)
    await #expect(throws: PocketError.notAuthenticated) { try await session.isRecording() }
    await #expect(throws: PocketError.notAuthenticated) { try await session.send(.battery) }
    try await session.start()
    #expect(transport.sent == ["APP&SK&" + key])
    await #expect(throws: PocketError.busy("already connected")) { try await session.start() }
    await session.stop()
    await session.stop()
    #expect(transport.disconnects == 1)
    await #expect(throws: PocketError.disconnected) { try await session.start() }
    await #expect(throws: PocketError.disconnected) { try await session.isRecording() }
    await #expect(throws: PocketError.disconnected) { try await session.send(.battery) }
  }

  @Test func aWrongKeySpendsIt() async throws {
    let transport = ScriptedTransport(accepts: false) { $1.say("MCU&SK&ERR") }
    let session = session(transport)
    await #expect(throws: PocketError.authRejected) { try await session.start() }
    #expect(transport.disconnects == 1)
    await #expect(throws: PocketError.disconnected) { try await session.start() }
  }

  @Test func aKeyThatFitsNoFrameIsNeverSent() async throws {
    let transport = ScriptedTransport()
    let session = PocketSession(transport: transport, sessionKey: "a&b", clock: clock)
    await #expect(throws: PocketError.unencodable(.auth("a&b"))) { try await session.start() }
    #expect(transport.sent.isEmpty && transport.disconnects == 1)
  }

  @Test func silenceAtTheHandshakeEndsAfterFiveSeconds() async throws {
    let transport = ScriptedTransport(accepts: false)
    let session = session(transport)
    let start = Task { try await session.start() }
    await transport.untilSent(1)
    await clock.untilSleeping()
    clock.advance(by: .milliseconds(4_999))
    await #expect(throws: PocketError.busy("connect already in progress")) {
      try await session.start()
    }
    clock.advance(by: .milliseconds(1))
    await #expect(throws: PocketError.timeout(.auth(key))) { try await start.value }
    #expect(transport.disconnects == 1)
  }

  @Test func aLinkThatGoesDuringTheHandshakeIsGone() async throws {
    let session = session(ScriptedTransport(accepts: false) { $1.lose() })
    await #expect(throws: PocketError.disconnected) { try await session.start() }
  }

  @Test func stoppingEndsWhateverWaits() async throws {
    let transport = ScriptedTransport()
    let session = session(transport)
    try await session.start()
    let request = Task { try await session.isRecording() }
    await transport.untilSent(2)
    await session.stop()
    await #expect(throws: PocketError.disconnected) { try await request.value }
  }

  @Test func aSecondCallFailsAtOnce() async throws {
    let transport = ScriptedTransport()
    let session = session(transport)
    try await session.start()
    let request = Task { try await session.isRecording() }
    await transport.untilSent(2)
    await #expect(throws: PocketError.busy("a request is in progress")) {
      try await session.listDates()
    }
    transport.say("MCU&STE&1")
    #expect(try await request.value)
    await session.stop()
  }

  @Test func aCancelledRequestLeavesTheSessionUsable() async throws {
    let transport = ScriptedTransport { frame, transport in
      if frame == "APP&BAT" { transport.say("MCU&BAT&9") }
    }
    let session = session(transport)
    try await session.start()
    let request = Task { try await session.isRecording() }
    await transport.untilSent(2)
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    let reply = try await session.request(.battery) { $0 == .battery(9) }
    #expect(reply == .battery(9))
    await session.stop()
  }

  @Test func aLostLinkIsTheLastEvent() async throws {
    let transport = ScriptedTransport()
    let session = session(transport)
    try await session.start()
    transport.say("MCU&STA&20260104101500")
    transport.say("MCU&STO")
    transport.say("MCU&NEWS&1")
    transport.lose()
    var events: [DeviceEvent] = []
    for await event in session.events { events.append(event) }
    #expect(
      events == [
        .recordingStarted(RecordingID(date: "2026-01-04", timestamp: "20260104101500")),
        .recordingStopped, .unmatchedResponse("MCU&NEWS&1"), .disconnected,
      ])
    await #expect(throws: PocketError.disconnected) { try await session.isRecording() }
  }

  @Test func isKeptAliveEveryThirtySeconds() async throws {
    let transport = ScriptedTransport { frame, transport in
      if frame == "APP&BAT" { transport.say("MCU&BAT&50") }
      if frame == "APP&STE" { transport.say("MCU&STE&0") }
    }
    let session = session(transport)
    try await session.start()
    for count in 1...3 {
      await clock.untilSleeping()
      clock.advance(by: .seconds(30))
      await transport.untilSent(1 + count)
    }
    #expect(transport.sent.dropFirst() == ["APP&BAT", "APP&BAT", "APP&BAT"])
    #expect(try await !session.isRecording())
    await session.stop()
    // Nobody hears of the replies.
    for await event in session.events { Issue.record("\(event)") }
  }

  @Test func whatCannotBeWrittenSaysWhy() async throws {
    struct Torn: Error {}
    let torn = session(ScriptedTransport { _, _ in throw Torn() })
    try await torn.start()
    await #expect(throws: PocketError.transferFailed("APP&STE could not be written")) {
      try await torn.isRecording()
    }
    let gone = session(ScriptedTransport { _, _ in throw PocketError.disconnected })
    try await gone.start()
    await #expect(throws: PocketError.disconnected) { try await gone.isRecording() }
    await torn.stop()
    await gone.stop()
  }
}
