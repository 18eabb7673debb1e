import BlobStore
import Fixity
import HostIO
import SimulatedHost
import Testing

@testable import ArchivePipeline

/// What was damaged, lost or cut off in the archive or on the way is made good by later runs, and no bytes
/// take the place of other bytes.
@Suite struct HealingTests {
  private let lost = SourceError(code: .link, detail: "lost")

  /// Overwrites a file of the archive, as a failing disk would.
  private func rot(_ path: Path, in bench: Bench) throws {
    var bytes = try bench.files.readAll(path, limit: 1 << 24)
    bytes[bytes.count / 2] ^= 0x40
    try put(bytes, path, in: bench)
  }

  private func put(_ bytes: [UInt8], _ path: Path, in bench: Bench) throws {
    try bench.files.writeDurably(
      bytes, to: path, staging: Bench.root / "incoming", permissions: 0o600, replacing: true,
      randomness: SeededRandomness(seed: 99))
  }

  private func object(_ bytes: [UInt8], in bench: Bench) throws -> Path {
    try bench.archive().blobs.path(of: SHA256Digest(of: bytes))
  }

  @Test func bytesThatRottedBeforeTheyWerePublishedAreFetchedAgain() async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(
        rawID: "a", bytes: Sounds.first, readings: [.bytes(Sounds.damaged), .fails(lost)])
    ])
    #expect(try await bench.run(source).summary.failed.count == 1)
    let kept = try object(Sounds.damaged, in: bench)
    #expect(try bench.files.readAll(kept, limit: 1 << 20) == Sounds.damaged)
    try rot(kept, in: bench)
    source.change { $0[0].readings = [] }
    #expect(try await bench.run(source).summary.archived == 1)
    #expect(try bench.library()["desk/2026-01-04/a.mp3"] == Sounds.first)
  }

  /// The first reading may be the only one there will ever be.
  @Test func aDamagedReadingIsKeptIfTheSecondFails() async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(
        rawID: "a", bytes: Sounds.first, readings: [.bytes(Sounds.damaged), .fails(lost)])
    ])
    #expect(try await bench.run(source).summary.failed.count == 1)
    source.change { $0 = [] }
    let outcome = try await bench.run(source)
    #expect(outcome.summary.vanished.isEmpty)
    #expect(outcome.summary.damaged.count == 1)
    let quarantine = try bench.files.tree(below: Bench.root / "quarantine")
    #expect(quarantine["desk/2026-01-04/a.mp3"] == Sounds.damaged)
    #expect(try await bench.problems().isEmpty)
  }

  @Test func whatIsInQuarantineIsNeitherOverwrittenNorForgotten() async throws {
    let bench = try Bench()
    let source = ScriptedSource([.init(rawID: "a", bytes: Sounds.damaged)])
    _ = try await bench.run(source)
    source.change {
      $0[0].bytes = Sounds.first
      $0[0].readings = [.fails(lost)]
    }
    #expect(try await bench.run(source).summary.failed.count == 1)
    #expect(try await bench.rows() == ["a v1": .damaged, "a v2": .failed])
    source.change { $0[0].readings = [] }
    #expect(try await bench.run(source).summary.archived == 1)
    #expect(try await bench.rows() == ["a v1": .damaged, "a v2": .archived])
    let quarantine = try bench.files.tree(below: Bench.root / "quarantine")
    #expect(quarantine["desk/2026-01-04/a.mp3"] == Sounds.damaged)
  }

  /// The number that was set aside for other bytes is closed, so that nothing is asked for for ever.
  @Test func aChangeThatWasNoneIsClosed() async throws {
    let bench = try Bench()
    let source = ScriptedSource([.init(rawID: "a", bytes: Sounds.first, seconds: 2)])
    _ = try await bench.run(source)
    source.change {
      $0[0].seconds = 3
      $0[0].readings = [.fails(lost)]
    }
    _ = try await bench.run(source)
    #expect(try await bench.rows() == ["a v1": .archived, "a v2": .failed])
    source.change { $0[0].readings = [] }
    _ = try await bench.run(source)
    #expect(try await bench.rows() == ["a v1": .archived, "a v2": .changed])
    let count = source.downloads.count
    #expect(try await bench.run(source).summary.outcome == .complete)
    #expect(source.downloads.count == count)
    source.change { $0 = [] }
    #expect(try await bench.run(source).summary.vanished.isEmpty)
    #expect(try await bench.problems().isEmpty)
  }

  @Test(arguments: ["library", "receipts", "objects"])
  func whatIsLostOfAnArchivedOneComesBack(folder: String) async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(rawID: "a", bytes: Sounds.first), .init(rawID: "b", bytes: Sounds.second),
    ])
    _ = try await bench.run(source)
    let before = try bench.files.tree(below: Bench.root / "library")
    if folder == "objects" {
      try bench.files.remove(object(Sounds.first, in: bench))
    } else {
      // Not even the source is needed for these.
      source.change { $0 = [] }
      let path = Bench.root / folder
      for name in try bench.files.entries(of: path) { try bench.files.removeTree(path / name) }
    }
    #expect(try await bench.run(source).error == nil)
    #expect(try bench.files.tree(below: Bench.root / "library") == before)
    #expect(try await bench.problems().isEmpty)
  }

  @Test func whatIsLostOfTheQuarantineComesBack() async throws {
    let bench = try Bench()
    let source = ScriptedSource([.init(rawID: "a", bytes: Sounds.damaged)])
    _ = try await bench.run(source)
    let before = try bench.files.tree(below: Bench.root / "quarantine")
    try bench.files.removeTree(Bench.root / "quarantine" / "desk")
    #expect(try await !bench.problems().isEmpty)
    #expect(try await bench.run(source).summary.damaged.count == 1)
    #expect(try bench.files.tree(below: Bench.root / "quarantine") == before)
    #expect(source.downloads.count == 2)
    #expect(try await bench.run(source).summary.damaged.isEmpty)
  }

  @Test func aReceiptThatRottedIsWrittenAgain() async throws {
    let bench = try Bench()
    let source = ScriptedSource([.init(rawID: "a", bytes: Sounds.first)])
    _ = try await bench.run(source)
    let receipts = Bench.root / "receipts"
    for name in try bench.files.entries(of: receipts) { try rot(receipts / name, in: bench) }
    #expect(try await !bench.problems().isEmpty)
    _ = try await bench.run(source)
    #expect(try await bench.problems().isEmpty)
  }

  /// Results of earlier jobs are believed for what they are, not for being there.
  @Test func aVerdictThatRottedIsFoundAgain() async throws {
    let bench = try Bench()
    let source = ScriptedSource([.init(rawID: "a", bytes: Sounds.first)])
    _ = try await bench.run(source)
    let objects = try bench.archive().blobs.contents().objects
    for object in objects where object != SHA256Digest(of: Sounds.first) {
      try rot(bench.archive().blobs.path(of: object), in: bench)
    }
    for name in ["library", "receipts"] {
      for entry in try bench.files.entries(of: Bench.root / name) {
        try bench.files.removeTree(Bench.root / name / entry)
      }
    }
    let outcome = try await bench.run(source)
    #expect(outcome.error == nil, "\(String(describing: outcome.error))")
    #expect(try bench.library()["desk/2026-01-04/a.mp3"] == Sounds.first)
  }

  @Test func anOlderLogThatIsPutBackCounts() async throws {
    let bench = try Bench()
    let source = ScriptedSource([.init(rawID: "a", bytes: Sounds.first)])
    _ = try await bench.run(source)
    let log = try bench.archive().layout.fateLog(of: source.identity)
    let older = try bench.files.readAll(log, limit: 1 << 20)
    source.change { $0.append(.init(rawID: "b", bytes: Sounds.second)) }
    _ = try await bench.run(source)
    try put(older, log, in: bench)
    source.change { $0.removeLast() }
    _ = try await bench.run(source)
    #expect(try await bench.rows() == ["a v1": .archived])
    #expect(try await bench.problems().isEmpty)
  }

  @Test func aLogWhoseFirstLineIsDamagedStillSaysWhoseItIs() async throws {
    let bench = try Bench()
    let source = ScriptedSource([.init(rawID: "a", bytes: Sounds.first)])
    _ = try await bench.run(source)
    let log = try bench.archive().layout.fateLog(of: source.identity)
    var bytes = try bench.files.readAll(log, limit: 1 << 20)
    bytes[5] ^= 1
    try put(bytes, log, in: bench)
    try bench.files.remove(Bench.root / "catalog.sqlite")
    #expect(try await bench.run(source).error == nil)
    #expect(source.downloads == ["a"])
    #expect(try await bench.rows() == ["a v1": .archived])
  }

  /// Names that are equal as text and differ in bytes, and names with any separator in them.
  @Test func namesThatLookAlikeAreSeveralRecordings() async throws {
    let bench = try Bench()
    let names = [("\u{e9}", "x"), ("e\u{301}", "x"), ("a\nb", "c"), ("a", "b\nc"), ("a#1.1", "c")]
    let source = ScriptedSource(
      names.map { .init(directory: $0.0, rawID: $0.1, bytes: Sounds.second) })
    let outcome = try await bench.run(source)
    #expect(outcome.error == nil)
    #expect(outcome.summary.archived == names.count)
    #expect(try bench.library().keys.filter { $0.hasSuffix(".mp3") }.count == names.count)
    #expect(try await bench.run(source).summary.archived == 0)
    #expect(source.downloads.count == names.count)
    #expect(try await bench.problems().isEmpty)
  }

  @Test func anAlarmThatWasCutOffIsRaisedAgain() async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(rawID: "a", bytes: Sounds.first, readings: [.fails(lost)]),
      .init(rawID: "b", bytes: Sounds.second),
    ])
    _ = try await bench.run(source)
    source.change { $0.removeFirst() }
    let total: Int = try await {
      let copy = try Bench(bench.files.crash(seed: 0), seed: 3)
      let before = copy.files.mutatingOperations
      #expect(try await copy.run(source).summary.vanished.count == 1)
      return copy.files.mutatingOperations - before
    }()
    for operation in 0..<total {
      let cut = try Bench(bench.files.crash(seed: 0), seed: 3)
      cut.files.stop(afterOperations: operation)
      let first = try? await cut.run(source)
      let next = try Bench(cut.files.crash(seed: 0), seed: 4)
      let second = try await next.run(source)
      let raised = (first?.summary.vanished.count ?? 0) + second.summary.vanished.count
      #expect(raised >= 1, "operation \(operation)")
    }
  }

  /// A source that asks to stop in the middle of a recording, as a signal does.
  @Test func anInterruptInTheMiddleOfARecordingIsAnInterrupt() async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(
        rawID: "a", bytes: Sounds.first,
        readings: [.fails(SourceError(code: .sink, detail: "", sink: .cancelled))])
    ])
    let outcome = try await bench.run(source)
    #expect(outcome.error == .cancelled)
    #expect(outcome.summary.outcome == .interrupted)
    #expect(try await bench.rows() == ["a v1": .listed])
  }

  @Test func aLengthThatWasNotAnnouncedCostsTheReceipt() async throws {
    let bench = try Bench()
    let source = ScriptedSource([
      .init(rawID: "a", bytes: Sounds.first, readings: [.unannounced(Sounds.first)])
    ])
    let outcome = try await bench.run(source)
    #expect(outcome.summary.archived == 1)
    #expect(outcome.summary.unproven.first?.note.contains("did not announce") == true)
  }
}
