import HostIO
import Testing

@testable import Catalog

struct DamageTests {
  /// The bytes of a catalog of some pages.
  private func catalogBytes() async throws -> [UInt8] {
    let shelf = try Shelf(.plain)
    let catalog = try shelf.open()
    let rows = (0..<60).map { Samples.full("r", "\($0)") }
    try await catalog.apply(Samples.recorder("r", logOffset: 9), rows)
    try await catalog.close()
    return try shelf.folder.get("catalog.sqlite")
  }

  /// Asks a catalog everything. An answer or an error, but never a crash.
  private func openAndExercise(_ shelf: Shelf, _ mode: Catalog.Mode) async -> CatalogError? {
    do throws(CatalogError) {
      let catalog = try shelf.open(mode)
      _ = try await catalog.recorders()
      _ = try await catalog.recordings()
      _ = try await catalog.recordings(of: "r", fates: ["kept"])
      _ = try await catalog.integrityProblems()
      try await catalog.close()
      return nil
    } catch {
      return error
    }
  }

  @Test func aCatalogCutShortIsToBeRebuilt() async throws {
    let whole = try await catalogBytes()
    let shelf = try Shelf(.plain)
    // SQLite takes a file of one byte for an empty one.
    let lastPage = whole.count - 4096
    for cut in Array(2..<120) + Array(stride(from: 120, to: lastPage, by: 509)) + [lastPage] {
      try shelf.folder.put("catalog.sqlite", Array(whole[..<cut]))
      for mode in [Catalog.Mode.readOnly, .readWrite] {
        let error = #expect(throws: CatalogError.self, "cut at \(cut)") { try shelf.open(mode) }
        #expect(error?.isRebuildable == true, "cut at \(cut): \(String(describing: error))")
      }
    }
  }

  /// SQLite counts a part of a page as a page, so what is missing there shows only when it is
  /// looked at.
  @Test func aCatalogCutInItsLastPageFailsItsCheck() async throws {
    let whole = try await catalogBytes()
    let shelf = try Shelf(.plain)
    for cut in stride(from: whole.count - 4095, to: whole.count, by: 315) {
      try shelf.folder.put("catalog.sqlite", Array(whole[..<cut]))
      let catalog = try shelf.open(.readOnly)
      do throws(CatalogError) {
        #expect(try await catalog.integrityProblems() != [], "cut at \(cut)")
      } catch {
        #expect(error.isRebuildable, "cut at \(cut): \(error)")
      }
      try await catalog.close()
    }
  }

  @Test func randomDamageIsNoticedOrHarmless() async throws {
    let whole = try await catalogBytes()
    let shelf = try Shelf(.plain)
    var generator = SeededGenerator(seed: 20_261_130)
    for round in 0..<400 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        // The schema and the header lie in the first page; most of the harm is done there.
        let limit = round.isMultiple(of: 2) ? 4096 : bytes.count
        let index = Int.random(in: 0..<limit, using: &generator)
        bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
      }
      try shelf.folder.put("catalog.sqlite", bytes)
      let error = await openAndExercise(shelf, round.isMultiple(of: 3) ? .readWrite : .readOnly)
      for suffix in ["-wal", "-shm", "-journal"] {
        try shelf.folder.files.removeTree(shelf.path.withSuffix(suffix))
      }
      guard let error else { continue }
      let expected: [CatalogError.Code] = [.corrupt, .notADatabase, .newerSchema, .readOnly]
      #expect(expected.contains(error.code), "round \(round): \(error)")
    }
  }

  @Test func textThatIsNotUTF8IsDamage() async throws {
    let shelf = try Shelf(.plain)
    let catalog = try shelf.open()
    try await catalog.apply(Samples.recorder("r"), [Samples.row("r", "1")])
    let writer = try Connection(shelf.path, .readWriteCreate, vfs: nil, busyMilliseconds: 0)
    try writer.execute("UPDATE recordings SET note = CAST(x'80ff41' AS TEXT)")
    try writer.close()
    let error = await #expect(throws: CatalogError.self) { try await catalog.recordings() }
    #expect(error?.code == .corrupt)
    #expect(error?.message.contains("note") == true)
    try await catalog.close()
  }

  @Test func rowsWithoutARecorderAreReported() async throws {
    let shelf = try Shelf(.plain)
    let catalog = try shelf.open()
    try await catalog.apply(Samples.recorder("r"), [Samples.row("r", "1")])
    let writer = try Connection(shelf.path, .readWriteCreate, vfs: nil, busyMilliseconds: 0)
    try writer.execute("PRAGMA foreign_keys = OFF; DELETE FROM recorders;")
    try writer.close()
    #expect(try await catalog.integrityProblems().count == 1)
    try await catalog.close()
  }

  @Test func resultCodesMeanWhatTheySay() {
    let meanings: [(Int32, CatalogError.Code)] = [
      // Numbers from https://www.sqlite.org/rescode.html
      (5, .busy), (261, .busy), (6, .busy), (11, .corrupt), (779, .corrupt), (1, .corrupt),
      (26, .notADatabase), (13, .noSpace), (8, .readOnly), (1544, .readOnly), (14, .cannotOpen),
      (10, .io), (1034, .io), (7, .io), (19, .misuse), (787, .misuse), (21, .misuse),
    ]
    for (result, code) in meanings { #expect(CatalogError.Code(result: result) == code) }
  }
}
