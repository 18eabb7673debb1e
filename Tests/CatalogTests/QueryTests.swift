import Catalog
import HostIO
import Testing

struct QueryTests {
  /// Two recorders that share identifiers, and one recording in three versions.
  private func filled(_ storage: Storage) async throws -> (Shelf, Catalog) {
    let shelf = try Shelf(storage)
    let catalog = try shelf.open()
    try await catalog.apply(
      Samples.recorder("a"),
      [
        Samples.row("a", in: "B", "2", version: 10, fate: "verified", bytes: 7),
        Samples.row("a", in: "B", "2", version: 9, fate: "replaced", bytes: 1),
        Samples.row("a", in: "B", "2", version: 1, fate: "replaced"),
        Samples.row("a", in: "B", "1", fate: "verified", bytes: 5),
        Samples.row("a", in: "A", "1", fate: "waiting"),
      ])
    try await catalog.apply(
      Samples.recorder("b"), [Samples.row("b", in: "B", "1", fate: "waiting")])
    return (shelf, catalog)
  }

  private func names(_ rows: [RecordingRow]) -> [String] {
    rows.map { "\($0.key.recorder)/\($0.key.directory)/\($0.key.rawID)/\($0.key.version)" }
  }

  @Test(arguments: Storage.allCases)
  func rowsComeInTheOrderOfTheirKeys(_ storage: Storage) async throws {
    let (shelf, catalog) = try await filled(storage)
    let all = ["a/A/1/1", "a/B/1/1", "a/B/2/1", "a/B/2/9", "a/B/2/10", "b/B/1/1"]
    #expect(names(try await catalog.recordings()) == all)
    #expect(names(try await catalog.recordings(of: "a")) == Array(all.dropLast()))
    #expect(names(try await catalog.recordings(of: "b")) == ["b/B/1/1"])
    #expect(names(try await catalog.recordings(of: "c")) == [])
    try await catalog.close()
    _ = shelf
  }

  @Test(arguments: Storage.allCases)
  func fatesFilter(_ storage: Storage) async throws {
    let (shelf, catalog) = try await filled(storage)
    #expect(
      names(try await catalog.recordings(fates: ["waiting"])) == ["a/A/1/1", "b/B/1/1"])
    #expect(
      names(try await catalog.recordings(of: "a", fates: ["waiting", "verified", "none"]))
        == ["a/A/1/1", "a/B/1/1", "a/B/2/10"])
    #expect(names(try await catalog.recordings(of: "b", fates: ["verified"])) == [])
    #expect(names(try await catalog.recordings(fates: [])) == [])
    try await catalog.close()
    _ = shelf
  }
}
