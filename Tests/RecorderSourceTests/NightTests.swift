import ArchivePipeline
import HostIO
import PocketProtocol
import RecorderSimulator
import SimulatedHost
import Synchronization
import Testing

@testable import RecorderSource

@Suite struct NightTests {
  @Test func everythingComesHomeWithReceipts() async throws {
    let night = try Night(RecorderContents(seed: 1, .brief))
    let outcome = try await night.run()
    #expect(outcome.error == nil)
    #expect(outcome.summary.outcome == .complete)
    #expect(outcome.summary.archived == 9 && outcome.summary.receipts == 9)
    #expect(outcome.summary.recorder?.identity == "00005e005300")
    #expect(outcome.summary.recorder?.condition?.batteryPercent == 87)
    #expect(try await night.missing() == [])
    #expect(try await night.problems() == [])
    #expect(night.recorder.connections == 1)
    // Another night finds nothing, and leaves the recorder free.
    let again = try await night.run()
    #expect(again.summary.archived == 0 && again.summary.outcome == .complete)
    #expect(throws: Never.self) { try night.recorder.connect() }
  }

  /// Only these frames were ever sent: nothing on the recorder changes.
  @Test func onlyReads() async throws {
    let night = try Night(RecorderContents(seed: 1, .brief))
    _ = try await night.run()
    let verbs = Set(night.recorder.received.map { $0.split(separator: "&")[1] })
    #expect(
      verbs == ["SK", "BAT", "FW", "MAC", "WF", "SPACE", "REC", "STE", "LIST_DIRS", "LIST", "U"])
  }

  /// The link is cut once in a night, at the tenth chunk, at the twentieth, and so on to the last.
  @Test func aCutAtEveryTenthChunkEndsComplete() async throws {
    let contents = RecorderContents(seed: 2, .brief)
    let whole = try Night(contents)
    _ = try await whole.run()
    let chunks = whole.recorder.chunks
    try #require(chunks > 100)
    for cut in stride(from: 10, through: chunks, by: 10) {
      var faults = RecorderFaults()
      faults.cuts = [cut]
      let night = try Night(contents, faults: faults)
      let outcome = try await night.run()
      #expect(outcome.error == nil && outcome.summary.outcome == .complete, "chunk \(cut)")
      #expect(outcome.summary.archived == 9, "chunk \(cut)")
      #expect(try await night.missing() == [], "chunk \(cut)")
      #expect(night.recorder.connections == 2, "chunk \(cut)")
    }
  }

  /// One link after another is cut, and what is left is brought home by later nights.
  @Test func manyCutsTakeMoreNightsAndLoseNothing() async throws {
    var faults = RecorderFaults()
    faults.cutEvery = 45
    let night = try Night(RecorderContents(seed: 3, .brief), faults: faults)
    var nights = 0
    while try await night.run().summary.outcome != .complete {
      nights += 1
      #expect(try await night.problems() == [])
      try #require(nights < 10)
    }
    #expect(try await night.missing() == [])
  }

  /// A hundred recorders, a hundred archives.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func anySeedComesHome(seed: UInt64) async throws {
    let night = try Night(RecorderContents(seed: seed, .brief))
    let outcome = try await night.run()
    #expect(outcome.summary.outcome == .complete)
    #expect(try await night.missing() == [])
    #expect(night.recorder.files == RecorderContents(seed: seed, .brief).files)
  }

  @Test func whatBrokeTheLinkIsTriedLast() async throws {
    var faults = RecorderFaults()
    faults.cuts = [3]
    let night = try Night(RecorderContents(seed: 4, .brief), faults: faults)
    _ = try await night.run()
    let asked = night.recorder.received.filter { $0.hasPrefix("APP&U&") }
    #expect(asked.count == 11)
    #expect(asked.first == asked.last)
  }

  /// A recorder that is gone is given up, and the night ends.
  @Test func aRecorderThatIsGoneIsGivenUp() async throws {
    var contents = RecorderContents(seed: 5, .brief)
    // An empty recording comes home without a chunk, and would start the count anew.
    contents.files.removeAll { $0.byteCount == 0 }
    let night = try Night(contents)
    let outcome = try await night.run { event in
      guard case .archived = event else { return }
      night.recorder.change { $0.faults.cutEvery = 1 }
    }
    #expect(outcome.error == nil && outcome.summary.outcome == .partial)
    #expect(outcome.summary.archived >= 1 && outcome.summary.failed.count >= 1)
    // Once for the night, once for each pause, and then never again.
    #expect(night.recorder.connections == 1 + Reconnection.limit)
    #expect(Set(night.clock.slept).isSuperset(of: [1, 2, 4, 8, 16].map { Duration.seconds($0) }))
    night.recorder.change { $0.faults.cutEvery = nil }
    #expect(try await night.run().summary.outcome == .complete)
    #expect(try await night.missing() == [])
  }

  @Test func aRecordingInProgressIsLeftForTheNextNight() async throws {
    let night = try Night(RecorderContents(seed: 6, .brief))
    night.recorder.change { machine in
      // The file is listed while it grows, at 2026-01-04T10:15:00Z, which the clock shows.
      machine.files.removeAll { $0.rawID == "20260104101500" }
      machine.files.append(
        SimulatedFile(
          directory: "2026-01-04", rawID: "20260104101500", seconds: 1,
          content: .speech(seed: 9, frames: 28, tail: 40)))
    }
    night.recorder.pressRecord()
    let first = try await night.run()
    #expect(first.summary.beingRecorded == 1 && first.summary.archived == 8)
    #expect(try await night.fates()["20260104101500"] == .recording)
    #expect(!night.recorder.received.contains("APP&U&2026-01-04&20260104101500"))
    night.recorder.change { machine in
      machine.stopRecording(now: night.clock.now)
      machine.files.removeAll { $0.rawID == "20260104101500" }
      machine.files.append(
        SimulatedFile(
          directory: "2026-01-04", rawID: "20260104101500", seconds: 2,
          content: .speech(seed: 9, frames: 60, tail: 40)))
    }
    let second = try await night.run()
    #expect(second.summary.archived == 1)
    #expect(try await night.missing() == [])
  }

  @Test func aSelectionIsKept() async throws {
    let night = try Night(RecorderContents(seed: 7, .brief))
    let outcome = try await night.run(
      selection: RunSelection(since: Day(text: "2026-01-07"), last: 3))
    #expect(outcome.summary.archived == 3)
    let archived = try await night.fates().filter { $0.value == .archived }.keys.sorted()
    #expect(archived == ["20260111120000", "20260111235941", "PH260107171010"])
  }
}
