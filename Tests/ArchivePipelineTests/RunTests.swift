import HostIO
import SimulatedHost
import Testing

@testable import ArchivePipeline

/// Whole runs on a simulated disk, with sources that misbehave.
@Suite struct RunTests {
  @Test func whatIsWholeIsPublishedAndProven() async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(rawID: "20260104101500", bytes: Sounds.first, seconds: 2),
      .init(rawID: "20260104102000", bytes: Sounds.second),
    ])
    let outcome = try await bench.run(source)
    #expect(outcome.error == nil)
    #expect(outcome.summary.archived == 2)
    #expect(outcome.summary.receipts == 2)
    #expect(outcome.summary.outcome == .complete)
    #expect(!source.isOpen)
    let library = try bench.library()
    #expect(library["desk/2026-01-04/20260104101500.mp3"] == Sounds.first)
    #expect(try await bench.problems().isEmpty)

    let again = try await bench.run(source)
    #expect(again.summary.archived == 0)
    #expect(source.downloads.count == 2)
    #expect(try bench.library() == library)
  }

  @Test func aDurationThatDisagreesCostsTheReceipt() async throws {
    let bench = try Bench()
    let outcome = try await bench.run(
      ScriptedSource([.init(rawID: "a", bytes: Sounds.first, seconds: 60)]))
    #expect(outcome.summary.archived == 1)
    #expect(outcome.summary.receipts == 0)
    #expect(outcome.summary.unproven.first?.note.contains("off the listed one") == true)
    #expect(try bench.files.entries(of: Bench.root / "receipts").isEmpty)
  }

  @Test func anIncompleteListingCostsTheReceiptUntilItIsComplete() async throws {
    let bench = try Bench()
    let source = ScriptedSource([.init(rawID: "a", bytes: Sounds.first)])
    source.setGaps(["a folder"])
    let outcome = try await bench.run(source)
    #expect(outcome.summary.receipts == 0)
    #expect(outcome.summary.outcome == .partial)
    source.setGaps([])
    let again = try await bench.run(source)
    #expect(again.summary.receipts == 1)
    #expect(source.downloads == ["a"])
    #expect(try await bench.problems().isEmpty)
  }

  @Test func whatArrivesDamagedIsReadAgain() async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(
        rawID: "a", bytes: Sounds.first,
        readings: [.bytes(Sounds.damaged), .bytes(Sounds.first)])
    ])
    let outcome = try await bench.run(source)
    #expect(source.downloads == ["a", "a"])
    #expect(outcome.summary.archived == 1)
    #expect(outcome.summary.damaged.isEmpty)
    #expect(try bench.library()["desk/2026-01-04/a.mp3"] == Sounds.first)
  }

  @Test func whatIsDamagedTwiceGoesIntoQuarantineAndIsLeftAlone() async throws {
    let bench = try Bench()
    let source = ScriptedSource([.init(rawID: "a", bytes: Sounds.damaged)])
    let outcome = try await bench.run(source)
    #expect(outcome.summary.damaged.count == 1)
    #expect(outcome.summary.damaged.first?.note.hasSuffix("read twice alike") == true)
    #expect(source.downloads == ["a", "a"])
    let quarantine = try bench.files.tree(below: Bench.root / "quarantine")
    #expect(quarantine["desk/2026-01-04/a.mp3"] == Sounds.damaged)
    #expect(try bench.library().keys.filter { $0.hasSuffix(".mp3") }.isEmpty)

    let again = try await bench.run(source)
    #expect(again.summary.damaged.isEmpty)
    #expect(again.summary.settled == ["damaged": 1])
    #expect(source.downloads.count == 2)
    // Listed otherwise, it is fetched again.
    source.change { $0[0].bytes = Sounds.first }
    #expect(try await bench.run(source).summary.archived == 1)
    #expect(try await bench.problems().isEmpty)
  }

  @Test func aShortTransferIsTriedAgainAndThenFails() async throws {
    let bench = try Bench()
    let short = ScriptedSource.Reading.announced(
      Int64(Sounds.first.count), Array(Sounds.first.dropLast(244)))
    let source = ScriptedSource([
      .init(rawID: "a", bytes: Sounds.first, readings: [short]),
      .init(rawID: "b", bytes: Sounds.second),
    ])
    let outcome = try await bench.run(source)
    #expect(outcome.error == nil)
    #expect(outcome.summary.archived == 1)
    #expect(outcome.summary.failed.count == 1)
    #expect(source.downloads.filter { $0 == "a" }.count == 2)
    #expect(try await bench.rows() == ["a v1": .failed, "b v1": .archived])
    source.change { $0[0].readings = [] }
    #expect(try await bench.run(source).summary.archived == 1)
  }

  @Test func moreBytesThanAnnouncedAreRefused() async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(
        rawID: "a", bytes: Sounds.first,
        readings: [.announced(100, Sounds.first)])
    ])
    let outcome = try await bench.run(source)
    #expect(outcome.summary.failed.count == 1)
    #expect(try bench.files.entries(of: Bench.root / "incoming").isEmpty)
  }

  @Test func anEmptyRecordingIsSettledAndNotPublished() async throws {
    let bench = try Bench()
    let source = ScriptedSource([.init(rawID: "a", bytes: [])])
    let outcome = try await bench.run(source)
    #expect(outcome.summary.empty.count == 1)
    #expect(try await bench.rows() == ["a v1": .empty])
    #expect(try await bench.run(source).summary.empty.isEmpty)
    #expect(source.downloads == ["a"])
  }

  @Test func whatVanishesUnarchivedIsAnAlarmOnce() async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(
        rawID: "a", bytes: Sounds.first,
        readings: [.fails(SourceError(code: .link, detail: "lost"))]),
      .init(rawID: "b", bytes: Sounds.second),
    ])
    #expect(try await bench.run(source).summary.failed.count == 1)
    source.change { $0 = [] }
    let outcome = try await bench.run(source)
    #expect(outcome.summary.vanished.map(\.id.rawID.text) == ["a"])
    #expect(try await bench.rows() == ["a v1": .vanished, "b v1": .archived])
    #expect(try await bench.run(source).summary.vanished.isEmpty)
  }

  @Test func whatIsBeingRecordedWaits() async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(rawID: "a", bytes: Sounds.first, isBeingRecorded: true)
    ])
    let outcome = try await bench.run(source)
    #expect(outcome.summary.beingRecorded == 1)
    #expect(outcome.summary.outcome == .complete)
    #expect(source.downloads.isEmpty)
    source.change { $0[0].isBeingRecorded = false }
    #expect(try await bench.run(source).summary.archived == 1)
  }

  @Test func anIDThatIsUsedAgainIsANewVersion() async throws {
    let bench = try Bench()
    let source = ScriptedSource([.init(rawID: "a", bytes: Sounds.first)])
    _ = try await bench.run(source)
    source.change { $0[0].bytes = Sounds.second }
    #expect(try await bench.run(source).summary.archived == 1)
    let library = try bench.library()
    #expect(library["desk/2026-01-04/a.mp3"] == Sounds.first)
    #expect(library["desk/2026-01-04/a.v2.mp3"] == Sounds.second)
    #expect(try await bench.problems().isEmpty)
  }

  @Test func onlyWhatIsSelectedIsFetched() async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(rawID: "a", bytes: Sounds.first), .init(rawID: "b", bytes: Sounds.second),
    ])
    _ = try await bench.run(source, selection: RunSelection(ids: ["b"]))
    #expect(source.downloads == ["b"])
    #expect(try await bench.rows() == ["a v1": .listed, "b v1": .archived])
  }

  @Test func theOtherKindIsRefusedBeforeAnythingIsTouched() async throws {
    let bench = try Bench()
    _ = try await bench.run(ScriptedSource([.init(rawID: "a", bytes: Sounds.first)]))
    let before = try bench.files.tree(below: Bench.root)
    await #expect(throws: PipelineError.self) {
      try await bench.run(ScriptedSource([], identity: "simulated-1", kind: .simulated))
    }
    let after = try bench.files.tree(below: Bench.root)
    #expect(before.keys.sorted() == after.keys.sorted())
  }

  @Test func aCancelledRunKeepsWhatIsFinished() async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(rawID: "a", bytes: Sounds.first), .init(rawID: "b", bytes: Sounds.second),
    ])
    let task = Task { try await bench.run(source) }
    task.cancel()
    let outcome = try await task.value
    #expect(outcome.error == .cancelled)
    #expect(outcome.summary.outcome == .interrupted)
    #expect(try await bench.run(source).error == nil)
    #expect(try await bench.problems().isEmpty)
  }
}
