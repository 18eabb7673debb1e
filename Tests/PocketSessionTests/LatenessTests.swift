import FoundationEssentials
import PocketProtocol
import SimulatedHost
import Synchronization
import Testing

@testable import PocketSession

/// What comes too late, or never, and whom it must not disturb.
@Suite struct LatenessTests {
  private let clock = ManualClock()

  private func session(_ transport: ScriptedTransport) async throws -> PocketSession {
    let session = PocketSession(transport: transport, sessionKey: key, clock: clock)
    try await session.start()
    return session
  }

  /// Holds up the first write of a frame until it is let go, deaf to cancellation.
  private final class Gate: Sendable {
    private let held = Mutex<(count: Int, waiting: [CheckedContinuation<Void, any Error>])>((0, []))
    private let frame: String

    init(_ frame: String) { self.frame = frame }

    func pass(_ frame: String) async throws {
      guard frame == self.frame else { return }
      let isFirst = held.withLock { held in
        held.count += 1
        return held.count == 1
      }
      guard isFirst else { return }
      try await withCheckedThrowingContinuation { continuation in
        held.withLock { $0.waiting.append(continuation) }
      }
    }

    func open(_ result: Result<Void, any Error>) {
      let waiting = held.withLock { held in
        defer { held.waiting = [] }
        return held.waiting
      }
      for continuation in waiting { continuation.resume(with: result) }
    }
  }

  @Test func aWriteThatHangsIsATimeoutAndItsLateFailureIsNobodys() async throws {
    struct Torn: Error {}
    let gate = Gate("APP&STE")
    let transport = ScriptedTransport(
      { frame, transport in if frame == "APP&BAT" { transport.say("MCU&BAT&7") } },
      gate: { try await gate.pass($0) })
    let session = try await session(transport)
    let hung = Task { try await session.isRecording() }
    await transport.untilSent(2)
    await clock.untilSleeping(2)
    clock.advance(by: .seconds(5))
    await #expect(throws: PocketError.timeout(.recordingState)) { try await hung.value }
    let next = Task { try await session.request(.battery) { $0 == .battery(7) } }
    await clock.untilSleeping(2)
    // It waits behind the write that hangs, and goes out once that has failed.
    #expect(transport.sent.last == "APP&STE")
    gate.open(.failure(Torn()))
    #expect(try await next.value == .battery(7))
    await session.stop()
  }

  @Test func aHungWriteDoesNotOutlastACancelledCaller() async throws {
    let gate = Gate("APP&SHUT")
    let transport = ScriptedTransport(gate: { try await gate.pass($0) })
    let session = try await session(transport)
    let hung = Task { try await session.send(.wifiShutdown) }
    await transport.untilSent(2)
    hung.cancel()
    await #expect(throws: CancellationError.self) { try await hung.value }
    gate.open(.success(()))
    await session.stop()
  }

  @Test func theLateAnswerToAnotherCommandIsNoRefusal() async throws {
    let transport = ScriptedTransport { frame, transport in
      if frame == "APP&STE" {
        transport.say("MCU&UNKNOWN")
        transport.say("MCU&STE&1")
      }
      if frame == "APP&PAU" { transport.say("MCU&UNKNOWN") }
    }
    let session = try await session(transport)
    // Nobody knows whether this one is ever answered.
    try await session.send(.wifiShutdown)
    #expect(try await session.isRecording())
    await #expect(throws: PocketError.unknownCommand(.pauseRecording)) {
      try await session.request(.pauseRecording) { $0 == .recordingStopped }
    }
    await session.stop()
    var events: [DeviceEvent] = []
    for await event in session.events { events.append(event) }
    #expect(events == [.unmatchedResponse("MCU&UNKNOWN")])
  }

  @Test func anUnknownCommandAfterALateOneIsToldAtTheTimeout() async throws {
    let transport = ScriptedTransport { frame, transport in
      if frame == "APP&PAU" { transport.say("MCU&UNKNOWN") }
    }
    let session = try await session(transport)
    try await session.send(.wifiShutdown)
    let request = Task { try await session.request(.pauseRecording) { $0 == .recordingStopped } }
    await transport.untilSent(3)
    await clock.untilSleeping(2)
    clock.advance(by: .seconds(5))
    await #expect(throws: PocketError.unknownCommand(.pauseRecording)) { try await request.value }
    await session.stop()
  }
}
