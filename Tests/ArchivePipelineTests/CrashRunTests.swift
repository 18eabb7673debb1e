import BlobStore
import Fixity
import FoundationEssentials
import HostIO
import SimulatedHost
import Testing

@testable import ArchivePipeline

/// The machine stops at every operation of a run in turn, and loses what was not synchronized; also what
/// SQLite had not. The next run makes of it what an undisturbed run makes.
@Suite struct CrashRunTests {
  private static func source() -> ScriptedSource {
    ScriptedSource([
      .init(rawID: "20260104101500", bytes: Sounds.second, seconds: 1),
      .init(rawID: "20260104102000", bytes: Sounds.damaged),
      .init(rawID: "20260104103000", bytes: []),
    ])
  }

  /// Every seventh operation in each of seven tests, so that they run beside each other.
  @Test(arguments: 0..<7)
  func aCrashAnywhereIsMadeGood(offset: Int) async throws {
    let whole = try Bench()
    _ = try await whole.run(Self.source())
    let library = try whole.library()
    try #require(library.count == 4)
    let total = whole.files.mutatingOperations
    for operation in stride(from: offset, to: total, by: 7) {
      let bench = try Bench()
      bench.files.stop(afterOperations: operation)
      let source = Self.source()
      _ = try? await bench.run(source)
      for seed in [0, UInt64(operation) + 2] {
        let found = try Bench(bench.files.crash(seed: seed), seed: seed + 7)
        try Self.check(found, library)
        let again = try await found.run(source)
        let place = "operation \(operation), seed \(seed)"
        #expect(again.error == nil, "\(place)")
        #expect(try found.library() == library, "\(place)")
        #expect(try await found.problems() == [], "\(place)")
      }
    }
  }

  /// What must hold at any moment: what is published is whole, and no receipt speaks of what is not there.
  private static func check(_ bench: Bench, _ library: [String: [UInt8]]) throws {
    guard let archive = try? bench.archive() else { return }
    for (name, bytes) in try bench.library() where name.hasSuffix(".mp3") {
      #expect(bytes == library[name], "\(name)")
    }
    for name in try bench.files.entries(of: archive.layout.receipts) {
      let receipt = try bench.files.readAll(archive.layout.receipts / name, limit: 1 << 16)
      #expect(name.text == SHA256Digest(of: receipt).hex + ".json")
      let proven = try JSONDecoder().decode(Proven.self, from: Data(receipt))
      for object in [proven.sha256, proven.evidence, proven.verdict] {
        #expect(throws: Never.self) { try archive.blobs.verify(object) }
      }
    }
    for object in try archive.blobs.contents().objects {
      #expect(throws: Never.self) { try archive.blobs.verify(object) }
    }
  }

  /// A disk that fills up at any moment stops the run with the right word; room makes it good.
  @Test func aFullDiskAnywhereIsMadeGood() async throws {
    let whole = try Bench()
    _ = try await whole.run(Self.source())
    let library = try whole.library()
    for operation in stride(from: 0, to: whole.files.mutatingOperations, by: 5) {
      let bench = try Bench()
      bench.files.failNext(operation: nil, afterCalls: operation, times: 1 << 20, with: .noSpace)
      let source = Self.source()
      do {
        let outcome = try await bench.run(source)
        if let error = outcome.error { #expect(error.isAboutWriting, "\(operation): \(error)") }
      } catch let error as PipelineError {
        #expect(error.isAboutWriting, "\(operation): \(error)")
      }
      bench.files.removeFaults()
      let again = try await bench.run(source)
      #expect(again.error == nil, "\(operation)")
      #expect(try bench.library() == library, "\(operation)")
    }
  }

  /// The objects that a receipt speaks of.
  private struct Proven: Decodable {
    let sha256: SHA256Digest
    let evidence: SHA256Digest
    let verdict: SHA256Digest
  }
}
