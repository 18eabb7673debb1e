import FoundationEssentials
import HostIO
import PocketProtocol
import SimulatedHost
import Testing

@testable import PocketSession

@Suite struct RequestTests {
  private let day = "2026-01-04"
  private let id = RecordingID(date: "2026-01-04", timestamp: "20260104101500")

  private func connected(
    _ clock: ManualClock = ManualClock(), repeats: Bool = false,
    _ answer: @escaping @Sendable (String, ScriptedTransport) throws -> Void
  ) async throws -> (PocketSession, ScriptedTransport) {
    let transport = ScriptedTransport(answer)
    let link: any PocketTransport =
      repeats ? EchoFilteredTransport(transport, clock: clock) : transport
    let session = PocketSession(transport: link, sessionKey: key, clock: clock)
    try await session.start()
    return (session, transport)
  }

  @Test func aReplyThatNeverComesIsATimeout() async throws {
    let clock = ManualClock()
    let (session, transport) = try await connected(clock) { _, _ in }
    let request = Task { try await session.isRecording() }
    await transport.untilSent(2)
    await clock.untilSleeping(2)
    clock.advance(by: .seconds(5))
    await #expect(throws: PocketError.timeout(.recordingState)) { try await request.value }
    await session.stop()
  }

  @Test func anUnknownCommandIsNotWaitedFor() async throws {
    let (session, _) = try await connected { $1.say("MCU&UNKNOWN") }
    await #expect(throws: PocketError.unknownCommand(.pauseRecording)) {
      try await session.request(.pauseRecording) { $0 == .recordingStopped }
    }
    await session.stop()
  }

  /// Whatever comes beside a reply is an event, before and after it, also from one notification.
  @Test func nothingIsDropped() async throws {
    let (session, _) = try await connected { _, transport in
      transport.say("MCU&BAT&1MCU&STA&PH1MCU&STE&1MCU&XYZ&1\u{0}")
    }
    #expect(try await session.isRecording())
    await session.stop()
    var events: [DeviceEvent] = []
    for await event in session.events { events.append(event) }
    #expect(
      events == [
        .unmatchedResponse("MCU&BAT&1"),
        .recordingStarted(RecordingID(date: "PH1", timestamp: "PH1")),
        .unmatchedResponse("MCU&XYZ&1"),
      ])
  }

  @Test func fourfoldNotificationsAreOne() async throws {
    let clock = ManualClock(mode: .passes([EchoFilter.window]))
    let (session, _) = try await connected(clock, repeats: true) { frame, transport in
      switch frame {
      case "APP&LIST_DIRS":
        for text in ["MCU&DIRS&a", "MCU&DIRS&b", "MCU&DIRS_SUM&2"] { transport.say(text, times: 4) }
      case "APP&STE": transport.say("MCU&STE&0", times: 4)
      default: break
      }
    }
    #expect(try await session.listDates() == ["a", "b"])
    #expect(try await !session.isRecording())
    #expect(try await !session.isRecording())
    await session.stop()
    for await event in session.events { Issue.record("\(event)") }
  }

  @Test func aListingIsCompleteOrAnError() async throws {
    let clock = ManualClock()
    let (session, transport) = try await connected(clock) { frame, transport in
      switch frame {
      case "APP&LIST_DIRS": transport.say("MCU&DIRS&aMCU&DIRS_SUM&3")
      case "APP&LIST&one": transport.say("MCU&F&one&x&1MCU&LIST&001")
      case "APP&LIST&none": transport.say("MCU&LIST&000")
      case "APP&LIST&open": transport.say("MCU&F&open&x&1")
      default: break
      }
    }
    await #expect(throws: PocketError.incompleteListing(date: nil, expected: 3, received: 1)) {
      try await session.listDates()
    }
    #expect(try await session.listRecordings(on: "one").map(\.id.timestamp) == ["x"])
    #expect(try await session.listRecordings(on: "none").isEmpty)
    await #expect(throws: PocketError.unencodable(.listRecordings(date: "a/b"))) {
      try await session.listRecordings(on: "a/b")
    }
    let before = transport.sent.count
    let open = Task { try await session.listRecordings(on: "open") }
    await transport.untilSent(before + 1)
    await clock.untilSleeping(2)
    clock.advance(by: .seconds(10))
    await #expect(throws: PocketError.incompleteListing(date: "open", expected: nil, received: 1)) {
      try await open.value
    }
    // Its end may still come, and would end another listing.
    await #expect(
      throws: PocketError.transferFailed("a listing without its end came before: reconnect first")
    ) {
      try await session.listRecordings(on: "one")
    }
    await session.stop()
  }

  @Test func aDeletionIsProvenByACompleteListing() async throws {
    for (listing, isProven) in [
      ("MCU&LIST&000", true), ("MCU&F&2026-01-04&other&1MCU&LIST&001", true),
      ("MCU&F&2026-01-04&20260104101500&4MCU&LIST&001", false), ("MCU&LIST&001", false),
      ("MCU&F&2026-01-04&&4MCU&LIST&001", false),
    ] {
      let (session, transport) = try await connected { frame, transport in
        if frame.hasPrefix("APP&D&") { transport.say("MCU&D") }
        if frame == "APP&LIST&2026-01-04" { transport.say(listing) }
      }
      if isProven {
        try await session.delete(id)
      } else {
        await #expect(throws: PocketError.deleteNotConfirmed(id)) { try await session.delete(id) }
      }
      #expect(
        transport.sent.dropFirst() == ["APP&D&2026-01-04&20260104101500", "APP&LIST&2026-01-04"])
      await session.stop()
    }
  }

  @Test func onlyWhatFitsAFrameIsDeleted() async throws {
    let (session, transport) = try await connected { _, _ in }
    let odd = RecordingID(date: day, timestamp: "../x")
    await #expect(throws: PocketError.unencodable(.delete(odd))) { try await session.delete(odd) }
    #expect(transport.sent.count == 1)
    await session.stop()
  }

  @Test func collectsUntilTheEnd() async throws {
    let (session, _) = try await connected { _, transport in
      transport.say("MCU&DIRS&aMCU&BAT&1MCU&DIRS&bMCU&DIRS_SUM&9")
    }
    let found = try await session.requestCollecting(
      .listDates, element: { if case .dateEntry = $0 { true } else { false } },
      terminator: { if case .dateSummary = $0 { true } else { false } })
    #expect(found == [.dateEntry("a"), .dateEntry("b")])
    await session.stop()
  }

  /// A key, its first half, and a password appear nowhere.
  @Test func noSecretIsTold() async throws {
    let canary = "CANARYkey9876543"
    let transport = ScriptedTransport { frame, transport in
      transport.say("APP&SK&\(canary)")
      transport.say("MCU&NOTE&CANARYke")
      transport.say("MCU&WIFI&PKT&CANARYkeMCU&STE&0")
    }
    let session = PocketSession(transport: transport, sessionKey: canary, clock: ManualClock())
    try await session.start()
    _ = try await session.isRecording()
    await session.stop()
    var texts: [String] = []
    for await event in session.events { texts.append("\(event) \(String(reflecting: event))") }
    #expect(texts.count == 3)
    for error in [PocketError.timeout(.auth(canary)), .unencodable(.auth(canary))] {
      var dumped = ""
      dump(error, to: &dumped)
      texts += ["\(error)", String(reflecting: error), dumped]
    }
    var dumped = ""
    dump(DeviceEvent.unmatchedResponse("x"), to: &dumped)
    #expect(texts.allSatisfy { !$0.contains("CANARY") }, "\(texts)")
  }
}
