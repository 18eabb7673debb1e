import Catalog
import HostIO
import Testing

struct ApplyTests {
  @Test(arguments: Storage.allCases)
  func theSameKeyIsReplaced(_ storage: Storage) async throws {
    let shelf = try Shelf(storage)
    let catalog = try shelf.open()
    try await catalog.apply(Samples.recorder("r", logOffset: 1), [Samples.full("r", "1")])
    var changed = Samples.row("r", in: "Folder", "1", version: 3, fate: "lost")
    changed.attempts = 2
    var recorder = Samples.recorder("r", logOffset: 2)
    recorder.name = "renamed"
    // Of two rows with one key the later counts.
    try await catalog.apply(recorder, [Samples.full("r", "1"), changed])
    #expect(try await catalog.recordings() == [changed])
    #expect(try await catalog.recorders() == [recorder])
    try await catalog.close()
  }

  @Test(arguments: Storage.allCases)
  func whatFailsChangesNothing(_ storage: Storage) async throws {
    let shelf = try Shelf(storage)
    let catalog = try shelf.open()
    let before = [Samples.row("r", "1")]
    try await catalog.apply(Samples.recorder("r", logOffset: 10), before)

    var rows = (0..<100).map { Samples.row("r", "new \($0)") }
    rows.append(Samples.row("other", "1"))
    let error = await #expect(throws: CatalogError.self) {
      try await catalog.apply(Samples.recorder("r", logOffset: 20), rows)
    }
    #expect(error?.code == .misuse)
    #expect(error?.isRebuildable == false)
    #expect(try await catalog.recorder("r")?.logOffset == 10)
    #expect(try await catalog.recordings() == before)

    let negative = await #expect(throws: CatalogError.self) {
      try await catalog.apply(Samples.recorder("r", logOffset: -1), [])
    }
    #expect(negative?.code == .misuse)
    #expect(negative?.path == shelf.path)
    #expect(try await catalog.recorder("r")?.logOffset == 10)

    // The connection goes on as if nothing had happened.
    try await catalog.apply(Samples.recorder("r", logOffset: 20), rows.dropLast())
    #expect(try await catalog.recordings().count == 101)
    try await catalog.close()
  }

  @Test(arguments: Storage.allCases)
  func afterCloseEveryCallIsMisuse(_ storage: Storage) async throws {
    let shelf = try Shelf(storage)
    let catalog = try shelf.open()
    try await catalog.apply(Samples.recorder("r"), [])
    try await catalog.close()
    try await catalog.close()
    let write = await #expect(throws: CatalogError.self) {
      try await catalog.apply(Samples.recorder("r"), [])
    }
    let read = await #expect(throws: CatalogError.self) { try await catalog.recorders() }
    #expect(write?.code == .misuse)
    #expect(read?.code == .misuse)
    // Without a close the last reference closes.
    do { _ = try shelf.open() }
    #expect(try await shelf.open().recorders().count == 1)
  }

  @Test(arguments: Storage.allCases)
  func tenThousandRowsAreWrittenAndReadBack(_ storage: Storage) async throws {
    let shelf = try Shelf(storage)
    let catalog = try shelf.open()
    let rows = (0..<10_000).map { index in
      var row = Samples.full("r", "\(index)")
      row.bytes = 1
      return row
    }
    let clock = ContinuousClock()
    let took = try await clock.measure {
      try await catalog.apply(Samples.recorder("r", logOffset: 1), rows)
    }
    // Far above what it takes: this is to notice a lost index or a transaction for each row.
    #expect(took < .seconds(10))
    #expect(try await catalog.recordings() == rows.sorted { $0.key < $1.key })
    #expect(try await catalog.integrityProblems() == [])
    try await catalog.close()
  }

  @Test(arguments: Storage.allCases)
  func replacingLeavesTheRowsOfOtherRecorders(_ storage: Storage) async throws {
    let shelf = try Shelf(storage)
    let catalog = try shelf.open()
    try await catalog.apply(
      Samples.recorder("r"), [Samples.row("r", "1"), Samples.row("r", "2")])
    try await catalog.apply(Samples.recorder("s"), [Samples.row("s", "1")])
    try await catalog.apply(Samples.recorder("r"), [Samples.row("r", "2")], replacing: true)
    let keys = try await catalog.recordings().map { "\($0.key.recorder)/\($0.key.rawID)" }
    #expect(keys == ["r/2", "s/1"])
    try await catalog.close()
  }
}
