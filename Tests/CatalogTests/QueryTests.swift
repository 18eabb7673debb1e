import Catalog
import HostIO
import Testing

struct QueryTests {
  /// Two recorders that share identifiers, and one recording in three versions.
  private func filled(_ storage: Storage) async throws -> (Shelf, Catalog) {
    let shelf = try Shelf(storage)
    let catalog = try shelf.open()
    var withObject = Samples.row("a", in: "B", "1", fate: "verified", bytes: 5)
    withObject.object = Samples.digest(1)
    try await catalog.apply(
      Samples.recorder("a"),
      [
        Samples.row("a", in: "B", "2", version: 10, fate: "verified", bytes: 7),
        Samples.row("a", in: "B", "2", version: 9, fate: "replaced", bytes: 1),
        Samples.row("a", in: "B", "2", version: 1, fate: "replaced"),
        withObject,
        Samples.row("a", in: "A", "1", fate: "waiting"),
      ])
    var sameObject = Samples.row("b", in: "B", "1", fate: "waiting")
    sameObject.object = Samples.digest(1)
    try await catalog.apply(Samples.recorder("b"), [sameObject])
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
    #expect(names(try await catalog.recordings(withID: "1")) == ["a/A/1/1", "a/B/1/1", "b/B/1/1"])
    #expect(names(try await catalog.recordings(withID: "3")) == [])
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

  @Test(arguments: Storage.allCases)
  func latestIsTheHighestVersionByNumber(_ storage: Storage) async throws {
    let (shelf, catalog) = try await filled(storage)
    #expect(names(try await catalog.latest(of: "a")) == ["a/A/1/1", "a/B/1/1", "a/B/2/10"])
    #expect(names(try await catalog.latest(of: "b")) == ["b/B/1/1"])
    try await catalog.close()
    _ = shelf
  }

  @Test(arguments: Storage.allCases)
  func countsAndObjects(_ storage: Storage) async throws {
    let (shelf, catalog) = try await filled(storage)
    #expect(
      try await catalog.fateCounts(of: "a") == [
        "verified": FateCount(count: 2, bytes: 12), "replaced": FateCount(count: 2, bytes: 1),
        "waiting": FateCount(count: 1, bytes: 0),
      ])
    #expect(try await catalog.fateCounts(of: "c") == [:])
    let object = try #require(Samples.digest(1))
    let other = try #require(Samples.digest(2))
    #expect(names(try await catalog.recordings(withObject: object)) == ["a/B/1/1", "b/B/1/1"])
    #expect(names(try await catalog.recordings(withObject: other)) == [])
    try await catalog.close()
    _ = shelf
  }
}
