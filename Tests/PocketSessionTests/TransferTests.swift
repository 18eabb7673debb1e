import FoundationEssentials
import HostIO
import PocketProtocol
import SimulatedHost
import Testing

@testable import PocketSession

@Suite struct TransferTests {
  private let clock = ManualClock()
  private let recording = RecordingInfo(
    id: RecordingID(date: "2026-01-04", timestamp: "20260104101500"), durationSeconds: 4)
  private static let mp3 = Data([0xff, 0xf3, 0x48, 0xc4]) + Data(repeating: 7, count: 996)

  private func connected(
    _ answer: @escaping @Sendable (ScriptedTransport) -> Void
  ) async throws -> (PocketDevice, ScriptedTransport) {
    let transport = ScriptedTransport { frame, transport in
      if frame.hasPrefix("APP&U&") { answer(transport) }
      if frame == "APP&STE" { transport.say("MCU&STE&0") }
    }
    let device = PocketDevice(transport: transport, sessionKey: key, clock: clock)
    try await device.connect()
    return (device, transport)
  }

  @Test func bytesComeInOrderAndAllOfThem() async throws {
    let (device, _) = try await connected { transport in
      transport.say("MCU&U&1000")
      for start in stride(from: 0, to: 1000, by: 244) {
        transport.push(Self.mp3[start..<min(1000, start + 244)])
      }
      transport.say("MCU&OFF")
    }
    #expect(try await device.download(recording) == Self.mp3)
    #expect(try await !device.isRecording())
    await device.disconnect()
  }

  /// Far more than is held at once: whoever takes slowly holds the sender back and loses nothing.
  @Test func aLongTransferLosesNothing() async throws {
    let whole = Self.mp3 + Data((0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    let (device, _) = try await connected { transport in
      transport.say("MCU&U&\(whole.count)")
      for start in stride(from: 0, to: whole.count, by: 244) {
        transport.push(whole[start..<min(whole.count, start + 244)])
      }
      transport.say("MCU&OFF")
    }
    #expect(try await device.download(recording) == whole)
    await device.disconnect()
  }

  @Test func theHintThatNeverComesIsWaitedForBriefly() async throws {
    let (device, transport) = try await connected { transport in
      transport.say("MCU&U&1000")
      transport.push(Self.mp3)
    }
    let (all, sink) = AsyncStream.makeStream(of: Void.self)
    let download = Task {
      try await device.download(recording) { if $0 == 1 { sink.finish() } }
    }
    await transport.untilSent(2)
    for await _ in all {}
    await untilDone(download, step: .milliseconds(250))
    #expect(try await download.value == Self.mp3)
    await device.disconnect()
  }

  @Test func surplusBytesAreSeenAfterTheLast() async throws {
    let (device, _) = try await connected { transport in
      transport.say("MCU&U&1000")
      transport.push(Self.mp3 + [1])
    }
    await #expect(throws: PocketError.sizeMismatch(expected: 1000, received: 1001)) {
      try await device.download(recording)
    }
    await device.disconnect()
  }

  /// What is still on its way could be taken for the next recording.
  @Test func nothingIsFetchedAfterABrokenTransfer() async throws {
    let (device, transport) = try await connected { transport in
      transport.say("MCU&U&1000")
      transport.push(Data("<html>".utf8))
    }
    await #expect(throws: PocketError.notMP3) { try await device.download(recording) }
    await #expect(
      throws: PocketError.transferFailed(
        "a transfer that was broken off came before: reconnect first")
    ) {
      try await device.download(recording)
    }
    #expect(transport.sent.count == 2)
    // Other questions are answered.
    #expect(try await !device.isRecording())
    await device.disconnect()
  }

  @Test func anEmptyRecordingBreaksNothing() async throws {
    let (device, transport) = try await connected { $0.say("MCU&U&0MCU&OFF") }
    for _ in 0..<2 {
      await #expect(throws: PocketError.emptyRecording) { try await device.download(recording) }
    }
    #expect(transport.sent.count == 3)
    await device.disconnect()
  }

  @Test func silenceIsATimeout() async throws {
    let (device, transport) = try await connected { _ in }
    let download = Task { try await device.download(recording) }
    await transport.untilSent(2)
    await untilDone(download, step: .seconds(5))
    await #expect(throws: PocketError.timeout(.download(recording.id))) { try await download.value }
    await device.disconnect()
  }

  @Test func aLinkThatGoesEndsItAndKeepsNothing() async throws {
    let (device, _) = try await connected { transport in
      transport.say("MCU&U&1000")
      transport.push(Self.mp3.prefix(500))
      transport.lose()
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pocket-session-" + RealRandomness().hexName())
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    await #expect(throws: PocketError.disconnected) {
      try await device.download(recording, to: folder.appendingPathComponent("a.mp3"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aFileAppearsWhole() async throws {
    let (device, _) = try await connected { transport in
      transport.say("MCU&U&1000")
      transport.push(Self.mp3)
      transport.say("MCU&OFF")
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pocket-session-" + RealRandomness().hexName())
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.mp3")
    try Data("old".utf8).write(to: file)
    try await device.download(recording, to: file)
    #expect(try Data(contentsOf: file) == Self.mp3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.mp3"])
    await #expect(throws: PocketError.self) {
      try await device.download(recording, to: folder.appendingPathComponent("no/such/a.mp3"))
    }
    await device.disconnect()
  }

  /// One transfer, and one request beside it.
  @Test func aSecondTransferMeanwhileFailsAtOnce() async throws {
    let (device, transport) = try await connected { $0.say("MCU&U&1000") }
    let download = Task { try await device.download(recording) }
    await transport.untilSent(2)
    await #expect(throws: PocketError.busy("a transfer is in progress")) {
      try await device.download(recording)
    }
    #expect(try await !device.isRecording())
    transport.push(Self.mp3)
    transport.say("MCU&OFF")
    #expect(try await download.value == Self.mp3)
    await device.disconnect()
  }

  /// Moves the clock on until a task that waits for nothing else has ended.
  private func untilDone<Value: Sendable>(
    _ task: Task<Value, any Error>, step: Duration
  ) async {
    let mover = Task {
      while !Task.isCancelled {
        await Task.yield()
        clock.advance(by: step)
      }
    }
    _ = await task.result
    mover.cancel()
    await mover.value
  }
}
