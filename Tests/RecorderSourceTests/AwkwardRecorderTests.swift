import ArchivePipeline
import Fixity
import HostIO
import PocketProtocol
import PocketSession
import RecorderSimulator
import SimulatedHost
import Testing

@testable import RecorderSource

/// Recorders that lie, fall silent, or hold what no command can name: each costs what it touches, and the
/// rest of the night goes on.
@Suite struct AwkwardRecorderTests {
  private static let victim = "20260104113042"

  private func night(_ fill: (inout RecorderFaults) -> Void) throws -> Night {
    var faults = RecorderFaults()
    fill(&faults)
    return try Night(RecorderContents(seed: 11, .brief), faults: faults)
  }

  @Test func aWrongKeyEndsTheNightAtOnce() async throws {
    let night = try night { _ in }
    let outcome = try await night.run(key: "CANARYkey9876543")
    guard case .source(let error)? = outcome.error else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
    #expect(error.code == .keyRefused)
    #expect(night.recorder.connections == 1)
    // The key is in nothing that was written.
    for (path, bytes) in try night.files.tree(below: Night.root) {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("CANARY") && !path.contains("CANARY"), "\(path)")
    }
    #expect(!"\(error)".contains("CANARY"))
    #expect(try await night.run().summary.outcome == .complete)
  }

  @Test func aKeyOfNoFormIsRefusedHere() async throws {
    let night = try night { _ in }
    let outcome = try await night.run(key: "a&b")
    guard case .source(let error)? = outcome.error else {
      Issue.record("no error")
      return
    }
    #expect(error.code == .keyRefused && night.recorder.received.isEmpty)
  }

  @Test func silenceIsGivenUp() async throws {
    let night = try night { $0.isSilent = true }
    let outcome = try await night.run()
    guard case .source(let error)? = outcome.error else {
      Issue.record("no error")
      return
    }
    #expect(error.code == .link)
    #expect(error.detail == "the recorder did not answer APP&SK&(key not shown)")
    #expect(night.recorder.connections == 1 + Reconnection.limit)
  }

  @Test func aRecorderThatTalksToSomebodyElseIsBusy() async throws {
    let night = try night { _ in }
    let other = try night.recorder.connect()
    let outcome = try await night.run()
    guard case .source(let error)? = outcome.error else {
      Issue.record("no error")
      return
    }
    #expect(error.code == .busy)
    await other.disconnect()
    #expect(try await night.run().summary.outcome == .complete)
  }

  /// A listing without its end, once: it is asked for again.
  @Test func aListingThatBreaksOffOnceCostsNothing() async throws {
    for fault in [RecorderFaults.Listing.noEnd, .wrongCount, .malformed] {
      for directory in ["", "2026-01-04"] {
        let night = try night { $0.listings[directory] = .init(fault, times: 1) }
        let outcome = try await night.run()
        #expect(outcome.summary.outcome == .complete, "\(fault) \(directory)")
        #expect(try await night.missing() == [], "\(fault) \(directory)")
      }
    }
  }

  /// For ever: what it shows is archived without a receipt, and nothing is taken for gone.
  @Test func aListingThatNeverEndsProvesNothing() async throws {
    for fault in [RecorderFaults.Listing.noEnd, .wrongCount] {
      let night = try night { $0.listings["2026-01-04"] = .init(fault) }
      let outcome = try await night.run()
      #expect(outcome.error == nil && outcome.summary.outcome == .partial)
      #expect(outcome.summary.archived == 9 && outcome.summary.receipts == 0)
      #expect(outcome.summary.gaps.count == 1)
      #expect(outcome.summary.gaps[0].hasPrefix("directory 2026-01-04: 3 entries came"))
      #expect(outcome.summary.vanished.isEmpty)
      night.recorder.change { $0.faults.listings = [:] }
      #expect(try await night.run().summary.outcome == .complete)
      #expect(try await night.missing() == [])
    }
  }

  /// One recording cannot be had, and all the others come home.
  @Test(arguments: [
    RecorderFaults.Transfer.noSize, .noBytes, .short(1_000), .short(0), .surplus(10),
    .surplus(1_000),
  ])
  func oneBrokenTransferCostsOneRecording(fault: RecorderFaults.Transfer) async throws {
    let night = try night { $0.transfers[Self.victim] = .init(fault) }
    let outcome = try await night.run()
    #expect(outcome.error == nil && outcome.summary.outcome == .partial)
    #expect(outcome.summary.archived == 8)
    #expect(outcome.summary.failed.map(\.id.rawID.text) == [Self.victim])
    #expect(try await night.missing() == [Self.victim])
    #expect(try await night.problems() == [])
    night.recorder.change { $0.faults.transfers = [:] }
    #expect(try await night.run().summary.outcome == .complete)
    #expect(try await night.missing() == [])
  }

  @Test(arguments: [RecorderFaults.Transfer.earlyEnd, .bytesFirst])
  func oddOrdersAreNoFaults(fault: RecorderFaults.Transfer) async throws {
    let night = try night { faults in
      for file in RecorderContents(seed: 11, .brief).files {
        faults.transfers[file.rawID] = .init(fault)
      }
    }
    #expect(try await night.run().summary.outcome == .complete)
    #expect(try await night.missing() == [])
    #expect(night.recorder.connections == 1)
  }

  @Test func aPayloadThatIsNoMP3IsKeptInQuarantine() async throws {
    let night = try night { $0.transfers[Self.victim] = .init(.noMP3) }
    let outcome = try await night.run()
    #expect(outcome.summary.damaged.map(\.id.rawID.text) == [Self.victim])
    #expect(outcome.summary.archived == 8)
    let quarantine = try night.files.tree(below: Night.root / "quarantine")
    #expect(quarantine.keys.contains { $0.hasSuffix("\(Self.victim).mp3") }, "\(quarantine.keys)")
    #expect(
      try night.files.tree(below: Night.root / "library").keys.allSatisfy {
        !$0.contains(Self.victim)
      })
  }

  @Test func aNameThatFitsNoCommandIsUnaddressable() async throws {
    let contents = RecorderContents(seed: 12, .brief)
    var odd = contents
    for id in ["../../etc/passwd", "a&b", "x y"] {
      odd.files.append(
        SimulatedFile(directory: "2026-01-04", rawID: id, seconds: 1, content: .bytes([1])))
    }
    let night = try Night(odd)
    let outcome = try await night.run()
    #expect(outcome.error == nil && outcome.summary.outcome == .partial)
    #expect(outcome.summary.archived == 9)
    #expect(outcome.summary.unaddressable.count == 3)
    let fates = try await night.fates()
    for id in ["../../etc/passwd", "a&b", "x y"] { #expect(fates[id] == .unaddressable) }
    #expect(night.recorder.received.allSatisfy { !$0.contains("..") && !$0.contains("a&b") })
    #expect(try await night.problems() == [])
    // It stays so, and is told each night.
    #expect(try await night.run().summary.unaddressable.count == 3)
  }

  @Test func aDirectoryThatFitsNoCommandIsAGap() async throws {
    var odd = RecorderContents(seed: 13, .brief)
    odd.files.append(
      SimulatedFile(directory: "../x", rawID: "20260104101501", seconds: 1, content: .bytes([1])))
    let night = try Night(odd)
    let outcome = try await night.run()
    #expect(outcome.summary.outcome == .partial && outcome.summary.archived == 9)
    #expect(outcome.summary.gaps == ["directory ../x: its name cannot be asked about"])
  }

  @Test func whatIsGoneWhenItsTurnComesIsOneFailure() async throws {
    let night = try night { $0.transfers[Self.victim] = .init(.noSize) }
    night.recorder.change { $0.faults.transfers = [:] }
    let outcome = try await night.run { event in
      guard case .listed = event else { return }
      night.recorder.change { $0.files.removeAll { $0.rawID == Self.victim } }
    }
    #expect(outcome.summary.archived == 8)
    #expect(outcome.summary.failed.first?.note == "the recorder no longer has it")
    // Gone before it was archived is an alarm.
    #expect(try await night.run().summary.vanished.map(\.id.rawID.text) == [Self.victim])
  }

  @Test func fourfoldAndFusedNotificationsChangeNothing() async throws {
    let night = try night { faults in
      faults.copies = 4
      faults.fuses = true
    }
    #expect(try await night.run().summary.outcome == .complete)
    #expect(try await night.missing() == [])
  }
}
