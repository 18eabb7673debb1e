import FoundationEssentials
import HostIO
import PocketProtocol
import RecorderSimulator
import SimulatedHost
import Testing

@testable import PocketSession

/// Transfers over a simulated recorder's own network, in simulated time.
@Suite struct WiFiTests {
  private let simulation = Simulation()
  private let files = SimulatedFileSystem()

  /// A recorder with recordings of these sizes in bytes.
  private func recorder(
    _ sizes: [Int], _ firmware: FirmwareProfile = .v18, allowance: Int? = nil,
    faults: RecorderFaults = RecorderFaults()
  ) -> SimulatedRecorder {
    let contents = sizes.enumerated().map { index, size in
      SimulatedFile(
        directory: "2026-01-04", rawID: "2026010410000\(index)", seconds: size / 4_000,
        content: size == 0 ? .empty : .bytes(Self.mp3(size, index)))
    }
    var machine = RecorderMachine(
      name: "PKT01_SIM_1", macAddress: "00005e000001", key: SimulatedRecorder.key, files: contents,
      firmware: firmware, faults: faults)
    if let allowance { machine.accessPoint.allowance = allowance }
    return SimulatedRecorder(machine, clock: simulation, fileSystem: files)
  }

  private static func mp3(_ size: Int, _ index: Int) -> [UInt8] {
    var random = RecorderSimulator.SplitMix64(seed: UInt64(index))
    let head: [UInt8] = [0xff, 0xf3, 0x48, 0xc4]
    return Array((head + (0..<size).map { _ in UInt8(random.integer(in: 0...255)) }).prefix(size))
  }

  private func infos(_ recorder: SimulatedRecorder) -> [RecordingInfo] {
    recorder.files.map {
      RecordingInfo(
        id: RecordingID(date: $0.directory, timestamp: $0.rawID), durationSeconds: $0.seconds)
    }
  }

  private func device(_ recorder: SimulatedRecorder) throws -> PocketDevice {
    let network = SimulatedNetwork(of: recorder)
    return PocketDevice(
      transport: try recorder.connect(), sessionKey: SimulatedRecorder.key, clock: simulation,
      joiner: network, tcp: network)
  }

  private func bytes(_ recorder: SimulatedRecorder, _ index: Int) throws -> Data {
    Data(try recorder.files[index].bytes(from: files))
  }

  /// Fetches all of a recorder's recordings as a batch.
  private func batch(
    _ recorder: SimulatedRecorder, _ reuse: SessionReuse
  ) throws -> (deliveries: [WiFiDelivery], data: [Data], reuse: SessionReuse, device: PocketDevice)
  {
    let device = try device(recorder)
    let infos = infos(recorder)
    let network = SimulatedNetwork(of: recorder)
    let result = try simulation.run {
      await Result { () async throws in
        try await device.connect()
        let sinks = infos.map { _ in MemorySink(progress: nil) }
        let (deliveries, learned) = try await device.session.downloadOverWiFi(
          infos, reuse: reuse, joiner: network
        ) { info in sinks[infos.firstIndex(of: info) ?? 0] }
        return (deliveries, sinks.map(\.data), learned)
      }
    }.get()
    return (result.0, result.1, result.2, device)
  }

  private func end(_ device: PocketDevice) throws -> [DeviceEvent] {
    try simulation.run {
      await device.disconnect()
      var events: [DeviceEvent] = []
      for await event in device.events { events.append(event) }
      return events
    }
  }

  @Test func oneRecordingComesAndTheNetworkIsClosed() throws {
    let recorder = recorder([50_000])
    let device = try device(recorder)
    let info = infos(recorder)[0]
    let data = try simulation.run {
      await Result { () async throws in
        try await device.connect()
        return try await device.download(info, via: .wifi)
      }
    }.get()
    #expect(try data == bytes(recorder, 0))
    #expect(recorder.received.suffix(2) == ["APP&WIFIC", "APP&WIFIC"])
    let order = recorder.received.filter { $0 != "APP&WIFIS" && $0 != "APP&WPING" }
    #expect(
      order == [
        "APP&SK&" + SimulatedRecorder.key, "APP&SHUT", "APP&WIFI", "APP&WIFIO",
        "APP&U&2026-01-04&20260104100000", "APP&U&WIFI", "APP&WIFIC", "APP&WIFIC",
      ])
    // The trailer is told and is no part of the file; nothing else is news.
    let events = try end(device)
    #expect(events.count == 1)
    guard case .wifiTrailerReceived(10, let preview)? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(preview.starts(with: [0xba, 0x5a, 0x02, 0x8f, 0x04]))
    #expect(simulation.monotonic < .seconds(12))
  }

  /// Without pings the access point would be gone after 59 s.
  @Test func aSlowTransferIsKeptAlive() throws {
    let recorder = recorder([60_000_000], .unknown)
    let (deliveries, data, _, device) = try batch(recorder, SessionReuse(firmware: "2.0"))
    #expect(deliveries[0].error == nil)
    #expect(try data[0] == bytes(recorder, 0))
    #expect(simulation.monotonic > .seconds(85))
    #expect(try end(device).count == 1)
  }

  @Test func asManyOverOneOpeningAsTheRecorderGrants() throws {
    let recorder = recorder([9_000, 8_000, 7_000, 6_000, 5_000])
    let (deliveries, data, reuse, _) = try batch(recorder, SessionReuse(firmware: "1.8"))
    for (index, delivery) in deliveries.enumerated() {
      #expect(delivery.error == nil)
      #expect(try data[index] == bytes(recorder, index))
    }
    #expect(deliveries.map(\.session) == [1, 1, 2, 2, 3])
    #expect(deliveries.map(\.reason) == [.first, .reused, .noneLeft, .reused, .noneLeft])
    #expect(reuse == SessionReuse(connections: 2, isLimit: true))
  }

  /// A refused reuse costs a fresh opening and no recording, and is not tried again.
  @Test func aRefusalIsLearned() throws {
    let recorder = recorder([9_000, 8_000, 7_000], .v17)
    let (deliveries, _, reuse, _) = try batch(recorder, SessionReuse(firmware: "1.7"))
    #expect(deliveries.allSatisfy { $0.error == nil })
    #expect(deliveries.map(\.session) == [1, 2, 3])
    guard case .refused(let text)? = deliveries[1].reason else {
      Issue.record("\(deliveries[1])")
      return
    }
    #expect(text.contains("refused"))
    #expect(deliveries[2].reason == .noneLeft)
    #expect(reuse == SessionReuse(connections: 1, isLimit: true))
  }

  @Test func aGenerousRecorderIsFollowedAsFarAsItGoes() throws {
    let recorder = recorder([9_000, 8_000, 7_000, 6_000], .v17, allowance: 3)
    let (deliveries, _, reuse, _) = try batch(recorder, SessionReuse(firmware: "1.7"))
    #expect(deliveries.allSatisfy { $0.error == nil })
    #expect(deliveries.map(\.session) == [1, 1, 1, 2])
    #expect(reuse == SessionReuse(connections: 3, isLimit: true))
  }

  @Test(arguments: [
    RecorderFaults.Stream.reset(at: 0), .reset(at: 30_000), .end(at: 100), .stall(at: 16_384),
  ])
  func aStreamThatBreaksIsTriedOnAFreshOpening(fault: RecorderFaults.Stream) throws {
    var faults = RecorderFaults()
    faults.streams["20260104100000"] = .init(fault, times: 1)
    let recorder = recorder([50_000, 9_000], faults: faults)
    let (deliveries, data, _, _) = try batch(recorder, SessionReuse(firmware: "1.8"))
    #expect(deliveries.allSatisfy { $0.error == nil })
    #expect(deliveries.map(\.session) == [2, 2])
    #expect(try data == [bytes(recorder, 0), bytes(recorder, 1)])
  }

  @Test func whatNeverComesFailsAloneAndSaysWhy() throws {
    var faults = RecorderFaults()
    faults.streams["20260104100000"] = .init(.end(at: 100))
    let recorder = recorder([50_000, 0, 9_000], faults: faults)
    let (deliveries, data, _, _) = try batch(recorder, SessionReuse(firmware: "1.8"))
    #expect(deliveries[0].error as? PocketError == .sizeMismatch(expected: 50_000, received: 100))
    #expect(deliveries[1].error as? PocketError == .emptyRecording)
    #expect(deliveries[2].error == nil)
    #expect(try data[2] == bytes(recorder, 2))
    #expect(recorder.received.suffix(2) == ["APP&WIFIC", "APP&WIFIC"])
  }

  @Test func anAccessPointThatDoesNotAnswerIsAskedAgain() throws {
    var faults = RecorderFaults()
    faults.deafStarts = 2
    let recorder = recorder([9_000], faults: faults)
    let (deliveries, _, _, _) = try batch(recorder, SessionReuse(firmware: "1.8"))
    #expect(deliveries[0].error == nil && deliveries[0].session == 1)
  }

  @Test func autoFallsBackAndWiFiDoesNot() throws {
    var faults = RecorderFaults()
    faults.failedJoins = .max
    let recorder = recorder([1_200_000], faults: faults)
    let device = try device(recorder)
    let info = infos(recorder)[0]
    let (failure, data) = try simulation.run {
      await Result { () async throws in
        try await device.connect()
        var failure: PocketError?
        do {
          _ = try await device.download(info, via: .wifi)
        } catch let error as PocketError {
          failure = error
        }
        return (failure, try await device.download(info, via: .auto))
      }
    }.get()
    #expect(
      failure == .wifiJoinFailed("joining PKT01_SIM_1 failed: NotThere()"))
    #expect(try data == bytes(recorder, 0))
    #expect(recorder.received.filter { $0 == "APP&WIFIC" }.count == 8)
  }

  @Test func aSmallRecordingDoesNotOpenTheNetwork() throws {
    let recorder = recorder([9_000])
    let device = try device(recorder)
    let info = infos(recorder)[0]
    let data = try simulation.run {
      await Result { () async throws in
        try await device.connect()
        return try await device.download(info)
      }
    }.get()
    #expect(try data == bytes(recorder, 0))
    #expect(!recorder.received.contains("APP&WIFIO"))
  }

  /// Wherever it is cancelled, the network is closed and the caller hears of nothing but that.
  @Test(arguments: [1, 2_000, 5_000, 8_000, 9_500, 12_000])
  func aCancelledTransferClosesTheNetwork(milliseconds: Int) throws {
    let recorder = recorder([20_000_000])
    let device = try device(recorder)
    let info = infos(recorder)[0]
    let simulation = simulation
    let error = try simulation.run { () -> (any Error)? in
      do {
        try await device.connect()
        return try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { _ = try await device.download(info, via: .wifi) }
          try await simulation.sleep(for: .milliseconds(milliseconds))
          group.cancelAll()
          try await group.waitForAll()
          return nil
        }
      } catch {
        return error
      }
    }
    #expect(error is CancellationError)
    let started = recorder.received.filter { $0 == "APP&WIFIO" }.count
    #expect(started == 0 || recorder.received.suffix(2) == ["APP&WIFIC", "APP&WIFIC"])
  }
}

extension Result where Failure == any Error {
  init(_ body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
