import HostIO
import PocketProtocol
import PocketSession
import RecorderSimulator
import SimulatedHost
import Testing

/// The simulated recorder behind the client that real ones are talked to with.
@Suite struct SimulatedLinkTests {
  private let clock = ManualClock()
  private let files = SimulatedFileSystem()

  private func recorder(_ faults: RecorderFaults = RecorderFaults()) -> SimulatedRecorder {
    SimulatedRecorder(seed: 5, .brief, faults: faults, clock: clock, fileSystem: files)
  }

  private func connected(_ recorder: SimulatedRecorder) async throws -> PocketDevice {
    let device = PocketDevice(
      transport: try recorder.connect(), sessionKey: SimulatedRecorder.key, clock: clock)
    try await device.connect()
    return device
  }

  @Test func everythingOnItComesHome() async throws {
    let recorder = recorder()
    let device = try await connected(recorder)
    let status = try await device.status()
    #expect(status.macAddress == "00005e000005" && status.firmware == "1.7")
    var fetched = 0
    for day in try await device.listDates() {
      for info in try await device.listRecordings(on: day) {
        let file = try #require(recorder.files.first { $0.rawID == info.id.timestamp })
        if file.byteCount == 0 {
          await #expect(throws: PocketError.emptyRecording) { try await device.download(info) }
        } else {
          let bytes = try await device.download(info)
          #expect(try Array(bytes) == file.bytes(from: files))
        }
        fetched += 1
      }
    }
    #expect(fetched == 10)
    await device.disconnect()
    for await event in device.events { Issue.record("\(event)") }
  }

  @Test func chunksAreOf244Bytes() async throws {
    let recorder = recorder()
    let device = try await connected(recorder)
    let file = recorder.files[0]
    let id = RecordingID(date: file.directory, timestamp: file.rawID)
    _ = try await device.download(RecordingInfo(id: id, durationSeconds: file.seconds))
    #expect(recorder.chunks == (file.byteCount + 243) / 244)
    await device.disconnect()
  }

  @Test func talksToOneCentralAtATime() async throws {
    let recorder = recorder()
    let device = try await connected(recorder)
    #expect(throws: PocketError.busy("the recorder talks to somebody else")) {
      try recorder.connect()
    }
    await device.disconnect()
    let again = try await connected(recorder)
    await again.disconnect()
    #expect(recorder.connections == 2)
  }

  @Test func aWrongKeyIsRefusedAndTheLinkDropped() async throws {
    let recorder = recorder()
    let device = PocketDevice(
      transport: try recorder.connect(), sessionKey: "WrongKey00000000", clock: clock)
    await #expect(throws: PocketError.authRejected) { try await device.connect() }
    // The link is free again.
    await (try connected(recorder)).disconnect()
  }

  @Test func aCutLinkLosesOnlyItself() async throws {
    var faults = RecorderFaults()
    faults.cuts = [3]
    let recorder = recorder(faults)
    let file = recorder.files[0]
    let info = RecordingInfo(
      id: RecordingID(date: file.directory, timestamp: file.rawID), durationSeconds: file.seconds)
    let device = try await connected(recorder)
    await #expect(throws: PocketError.disconnected) { try await device.download(info) }
    let again = try await connected(recorder)
    #expect(try await Array(again.download(info)) == file.bytes(from: files))
    await again.disconnect()
  }

  @Test func copiesAndFusedFramesChangeNothing() async throws {
    var faults = RecorderFaults()
    faults.copies = 4
    faults.fuses = true
    let clock = ManualClock(mode: .passes([.milliseconds(50)]))
    let recorder = SimulatedRecorder(
      seed: 5, .brief, faults: faults, clock: clock, fileSystem: files)
    let device = PocketDevice(
      transport: try recorder.connect(), sessionKey: SimulatedRecorder.key, clock: clock)
    try await device.connect()
    #expect(try await device.listDates().count == 4)
    #expect(try await device.listRecordings(on: "2026-01-07").count == 3)
    #expect(try await device.status().batteryPercent == 87)
    await device.disconnect()
  }

  @Test func theBulkChannelHasARate() async throws {
    let clock = ManualClock(mode: .passes([.seconds(1) * 244 / 24_400]))
    let machine = RecorderMachine(
      name: "PKT01_X", macAddress: "00005e005300", key: SimulatedRecorder.key,
      files: [
        SimulatedFile(
          directory: "d", rawID: "i", seconds: 6,
          content: .bytes([0xff, 0xf3] + [UInt8](repeating: 0, count: 24_398)))
      ])
    let recorder = SimulatedRecorder(
      machine, clock: clock, fileSystem: files, bytesPerSecond: 24_400)
    let device = PocketDevice(
      transport: try recorder.connect(), sessionKey: SimulatedRecorder.key, clock: clock)
    try await device.connect()
    let began = clock.monotonic
    _ = try await device.download(
      RecordingInfo(id: RecordingID(date: "d", timestamp: "i"), durationSeconds: 6))
    #expect(clock.monotonic - began == .seconds(1))
    await device.disconnect()
  }

  @Test func theRecordButtonIsToldToWhoeverListens() async throws {
    let recorder = recorder()
    let device = try await connected(recorder)
    recorder.pressRecord()
    #expect(try await device.isRecording())
    try await device.stopRecording()
    #expect(try await !device.isRecording())
    await device.disconnect()
    var events: [DeviceEvent] = []
    for await event in device.events { events.append(event) }
    #expect(
      events == [
        .unmatchedResponse("MCU&REC&CON"),
        .recordingStarted(RecordingID(date: "2026-01-04", timestamp: "20260104101500")),
      ])
  }
}
