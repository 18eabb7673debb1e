import Catalog
import HostIO
import Testing

struct FaultTests {
  private static let before = (
    recorder: Samples.recorder("r", logOffset: 1),
    rows: (0..<40).map { Samples.row("r", "\($0 + 100)", fate: "waiting") }
  )
  /// Touches every row of `before`, and adds as many.
  private static let after = (
    recorder: Samples.recorder("r", logOffset: 2),
    rows: (0..<80).map { Samples.full("r", "\($0 + 100)", in: "A", version: 1) }
  )

  /// Opens, applies `after` and closes over a file system that fails.
  ///
  /// - Returns: Whether an `apply` came back without an error.
  private func attempt(_ path: Path, over fileSystem: FaultyFileSystem) async throws -> Bool {
    let vfs = try SeamVFS(name: "faulty-" + RealRandomness().hexName(), fileSystem: fileSystem)
    var isApplied = false
    do throws(CatalogError) {
      let catalog = try Catalog.open(at: path, mode: .readWrite, vfs: vfs.name)
      // The second time is for the connection that has just seen an error.
      for _ in 0..<2 where !isApplied {
        do throws(CatalogError) {
          try await catalog.apply(Self.after.recorder, Self.after.rows)
          isApplied = true
        } catch {
          #expect(!error.isRebuildable, "\(error)")
        }
      }
      try await catalog.close()
    } catch {
      #expect(!error.isRebuildable, "\(error)")
    }
    return isApplied
  }

  @Test(
    arguments: FaultyFileSystem.Course.allCases, [FileError.Code.io, .noSpace])
  func whicheverCallFailsOldOrNewIsThere(
    _ course: FaultyFileSystem.Course, _ code: FileError.Code
  ) async throws {
    let origin = try Shelf(.plain)
    let first = try origin.open()
    try await first.apply(Self.before.recorder, Self.before.rows)
    try await first.close()
    let bytes = try origin.folder.get("catalog.sqlite")

    var outcomes: Set<Int64> = []
    for call in 1...2000 {
      let shelf = try Shelf(.plain)
      try shelf.folder.put("catalog.sqlite", bytes)
      let faulty = FaultyFileSystem(failingAt: call, course: course, code: code)
      let isApplied = try await attempt(shelf.path, over: faulty)
      guard faulty.hasFailed else {
        #expect(isApplied)
        #expect(call > 20)
        break
      }
      let catalog = try shelf.open()
      let recorder = try #require(try await catalog.recorder("r"))
      let rows = try await catalog.recordings()
      let isNew = recorder == Self.after.recorder
      #expect(isNew || recorder == Self.before.recorder, "call \(call)")
      #expect(rows == (isNew ? Self.after.rows : Self.before.rows), "call \(call)")
      // What was reported as durable is there.
      if isApplied { #expect(isNew, "call \(call)") }
      #expect(try await catalog.integrityProblems() == [], "call \(call)")
      // And work goes on.
      try await catalog.apply(Self.after.recorder, Self.after.rows)
      #expect(try await catalog.recordings() == Self.after.rows)
      try await catalog.close()
      outcomes.insert(recorder.logOffset)
    }
    #expect(outcomes == [1, 2])
  }

  @Test(arguments: FaultyFileSystem.Course.allCases)
  func aCatalogThatCouldNotBeMadeCanBeMadeLater(
    _ course: FaultyFileSystem.Course
  ) async throws {
    var hasFinished = false
    for call in 1...2000 where !hasFinished {
      let shelf = try Shelf(.plain)
      let faulty = FaultyFileSystem(failingAt: call, course: course)
      let isApplied = try await attempt(shelf.path, over: faulty)
      let catalog = try shelf.open()
      let rows = try await catalog.recordings()
      #expect(rows == Self.after.rows || rows.isEmpty && !isApplied, "call \(call)")
      #expect(try await catalog.integrityProblems() == [], "call \(call)")
      try await catalog.apply(Self.after.recorder, Self.after.rows)
      try await catalog.close()
      hasFinished = !faulty.hasFailed
    }
    #expect(hasFinished)
  }

  @Test func aFullDiskIsSaidToBeFull() async throws {
    let shelf = try Shelf(.plain)
    try await shelf.open().close()
    var codes: Set<CatalogError.Code> = []
    for call in 1...60 {
      let faulty = FaultyFileSystem(failingAt: call, course: .ends, code: .noSpace)
      let vfs = try SeamVFS(name: "full-" + RealRandomness().hexName(), fileSystem: faulty)
      do throws(CatalogError) {
        let catalog = try Catalog.open(at: shelf.path, mode: .readWrite, vfs: vfs.name)
        try await catalog.apply(Self.after.recorder, Self.after.rows)
      } catch {
        codes.insert(error.code)
      }
    }
    #expect(codes.contains(.noSpace))
    #expect(codes.isDisjoint(with: [.corrupt, .notADatabase, .misuse, .newerSchema]))
  }
}
