import Catalog
import HostIO
import MPEGAudio
import SimulatedHost
import Testing

@testable import ArchivePipeline

/// An archive on a simulated disk, and runs on it.
struct Bench {
  let files: SimulatedFileSystem
  let vfs: SeamVFS
  let host: Host
  static let root = Path("/archive")

  /// - Parameters:
  ///   - seed: Names what the host names by chance.
  init(_ files: SimulatedFileSystem = SimulatedFileSystem(), seed: UInt64 = 1) throws {
    self.files = files
    vfs = try SeamVFS(
      name: "bench-" + RealRandomness().hexName(), fileSystem: files)
    host = Host(
      fileSystem: files, clock: ManualClock(), randomness: SeededRandomness(seed: seed),
      catalogVFS: vfs.name)
  }

  func run(
    _ source: ScriptedSource, selection: RunSelection = .everything
  ) async throws -> ArchiveRun.Outcome {
    let pipeline = try Pipeline(Array(BuiltInPipelines.archive.utf8), file: "archive")
    return try await ArchiveRun(
      archive: Self.root, pipeline: pipeline, selection: selection, reserveBytes: 0,
      processors: 2, holder: "test"
    ).perform(from: source, host: host)
  }

  func archive() throws -> Archive { try Archive.open(Self.root, host: host) }

  /// The published files, by their path in the library.
  func library() throws -> [String: [UInt8]] {
    try files.tree(below: Self.root / "library").filter { !$0.key.hasSuffix("/") }
  }

  func rows() async throws -> [String: Fate] {
    let rows = try await CatalogIndex.books(archive()).flatMap(\.all)
    return Dictionary(
      rows.map { ("\($0.key.rawID) v\($0.key.version)", $0.knownFate ?? .failed) },
      uniquingKeysWith: { $1 })
  }

  func problems() async throws -> [VerificationReport.Problem] {
    try await Verification(of: archive(), scope: VerificationScope()).perform().problems
  }
}

/// Recordings in the recorder's format, made once: encoding takes a while in a debug build.
enum Sounds {
  /// A tone of so many seconds, each of its own pitch, ending in a sub-frame tail.
  static func recording(seconds: Int, pitch: Int) -> [UInt8] {
    let count = seconds * 16_000
    let samples = (0..<count).map { index in
      Int16(truncatingIfNeeded: ((index * pitch / 16) % 200 - 100) * 60)
    }
    guard let bytes = try? RecorderEncoder.encode(samples) else { return [] }
    let whole = bytes.count / 144 * 144
    // The recorder cuts what it is encoding when it is told to stop.
    return Array(bytes.prefix(whole - 144 + 40))
  }

  static let first = recording(seconds: 2, pitch: 3)
  static let second = recording(seconds: 1, pitch: 5)
  static let third = recording(seconds: 1, pitch: 7)

  /// A recording that lost a Bluetooth notification.
  static let damaged: [UInt8] = Array(first[..<2440]) + Array(first[2684...])
}
