import ArchivePipeline
import BlobStore
import Catalog
import Fixity
import HostIO
import PocketProtocol
import RecorderSimulator
import SimulatedHost

@testable import RecorderSource

/// A simulated recorder, a simulated disk, and nights in which the one comes home to the other. Nothing in
/// it waits: pauses before a reconnect pass at once, and the time that is waited for a recorder that says
/// nothing more passes as soon as it says nothing more.
struct Night {
  let recorder: SimulatedRecorder
  let clock: ManualClock
  let files = SimulatedFileSystem()
  let host: Host
  /// Keeps the catalog's disk registered with SQLite.
  private let vfs: SeamVFS
  static let root = Path("/archive")

  /// - Parameters:
  ///   - contents: What is on the recorder.
  init(
    _ contents: RecorderContents, faults: RecorderFaults = RecorderFaults(), seed: UInt64 = 1
  ) throws {
    let pauses = (0..<Reconnection.limit).map { Reconnection.firstWait * (1 << $0) }
    let clock = ManualClock(mode: .passes(pauses + [.milliseconds(50)]))
    self.clock = clock
    let machine = RecorderMachine(
      name: "PKT01_NIGHT", macAddress: "00005e005300", key: SimulatedRecorder.key,
      files: contents.files, faults: faults)
    recorder = SimulatedRecorder(machine, clock: clock, fileSystem: files) { recorder in
      Task {
        while recorder.ifSilent({ clock.advance(by: .seconds(6)) }) { await Task.yield() }
      }
    }
    vfs = try SeamVFS(name: "night-" + RealRandomness().hexName(), fileSystem: files)
    host = Host(
      fileSystem: files, clock: clock, randomness: SeededRandomness(seed: seed),
      catalogVFS: vfs.name)
  }

  func source(key: String = SimulatedRecorder.key) -> RecorderSource {
    RecorderSource(finder: Finder(recorder: recorder), key: key, clock: clock)
  }

  func run(
    key: String = SimulatedRecorder.key, selection: RunSelection = .everything,
    watch: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async throws -> ArchiveRun.Outcome {
    let pipeline = try Pipeline(Array(BuiltInPipelines.archive.utf8), file: "archive")
    return try await ArchiveRun(
      archive: Self.root, pipeline: pipeline, selection: selection, reserveBytes: 0,
      processors: 2, holder: "test"
    ).perform(from: source(key: key), host: host, watch: watch)
  }

  func rows() async throws -> [RecordingRow] {
    let archive = try Archive.open(Self.root, host: host)
    return try await CatalogIndex.books(archive).flatMap(\.all)
  }

  /// The newest fate of each recording, by its ID.
  func fates() async throws -> [String: Fate] {
    Dictionary(
      try await rows().map { ($0.key.rawID, $0.knownFate ?? .failed) }, uniquingKeysWith: { $1 })
  }

  func problems() async throws -> [VerificationReport.Problem] {
    let archive = try Archive.open(Self.root, host: host)
    return try await Verification(of: archive, scope: VerificationScope()).perform().problems
  }

  /// IDs of recordings of which the archive does not hold exactly the recorder's bytes, with a receipt.
  func missing() async throws -> [String] {
    let archive = try Archive.open(Self.root, host: host)
    let rows = Dictionary(
      try await rows().map { ($0.key.rawID, $0) }, uniquingKeysWith: { $1 })
    return try recorder.files.compactMap { file in
      let row = rows[file.rawID]
      if file.byteCount == 0 { return row?.knownFate == .empty ? nil : file.rawID }
      let bytes = try file.bytes(from: files)
      guard let object = row?.object, row?.receipt != nil, row?.knownFate == .archived,
        object == SHA256Digest(of: bytes), try archive.blobs.read(object) == bytes
      else { return file.rawID }
      return nil
    }
  }
}

/// Opens links to a simulated recorder, as one that is real to the archive.
struct Finder: RecorderFinder {
  let recorder: SimulatedRecorder
  var kind: ArchiveIdentity.Kind { .recorder }
  var identity: String? { nil }

  func open() async throws(SourceError) -> OpenLink {
    do throws(PocketError) {
      return OpenLink(transport: try recorder.connect(), name: recorder.name)
    } catch {
      throw SourceError(code: .busy, detail: "\(error)")
    }
  }
}
