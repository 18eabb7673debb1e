import Catalog
import Fixity
import HostIO
import Testing

struct RoundTripTests {
  @Test(arguments: Storage.allCases)
  func everyFieldComesBack(_ storage: Storage) async throws {
    let shelf = try Shelf(storage)
    var recorder = Samples.recorder("r", logOffset: .max)
    recorder.lastSeen = "2026-01-01T00:00:00Z"
    recorder.lastSuccess = "2026-01-02T00:00:00Z"
    let rows = [Samples.full("r", "full"), Samples.row("r", in: "G", "mostly nil")]
    let catalog = try shelf.open()
    try await catalog.apply(recorder, rows)
    try await catalog.close()

    let again = try shelf.open()
    #expect(try await again.recorders() == [recorder])
    #expect(try await again.recorder("r") == recorder)
    #expect(try await again.recorder("R") == nil)
    #expect(try await again.recordings() == rows.sorted { $0.key < $1.key })
    #expect(try await again.integrityProblems() == [])
    #expect(try await again.integrityProblems(quick: true) == [])
    try await again.close()
  }

  @Test(arguments: Storage.allCases)
  func strangeTextsComeBackByteForByte(_ storage: Storage) async throws {
    let shelf = try Shelf(storage)
    let catalog = try shelf.open()
    for text in Samples.strangeTexts {
      var recorder = Samples.recorder(text, logOffset: 7)
      (recorder.name, recorder.folder, recorder.kind, recorder.lastSeen) = (text, text, text, text)
      var row = Samples.row(text, in: text, text, fate: text)
      (row.verdict, row.path, row.note, row.firstListed) = (text, text, text, text)
      try await catalog.apply(recorder, [row])

      let found = try #require(try await catalog.recordings(of: text).first)
      for value in [
        found.key.recorder, found.key.directory, found.key.rawID, found.fate, found.verdict,
        found.path, found.note, found.firstListed,
      ] {
        #expect(value.map { Array($0.utf8) } == Array(text.utf8))
      }
      let back = try #require(try await catalog.recorder(text))
      for value in [back.identity, back.name, back.folder, back.kind, back.lastSeen] {
        #expect(value.map { Array($0.utf8) } == Array(text.utf8))
      }
    }
    #expect(try await catalog.recorders().count == Samples.strangeTexts.count)
    #expect(try await catalog.recordings().count == Samples.strangeTexts.count)
    try await catalog.close()
  }

  @Test(arguments: Storage.allCases)
  func recordersComeInTheOrderOfTheirBytes(_ storage: Storage) async throws {
    let shelf = try Shelf(storage)
    let catalog = try shelf.open()
    for identity in ["é", "a", "Z", "e\u{301}", "aa", "z"] {
      try await catalog.apply(Samples.recorder(identity), [])
    }
    let found = try await catalog.recorders().map { Array($0.identity.utf8) }
    #expect(found == ["Z", "a", "aa", "e\u{301}", "z", "é"].map { Array($0.utf8) })
    try await catalog.close()
  }
}
