import Testing

@testable import ArchivePipeline

@Suite struct SelectionTests {
  private let inventory = Inventory(
    recordings: [
      ("2026-01-04", "20260104101500"), ("2026-01-05", "PH260105143000"), ("2026-01-06", "odd"),
      ("x/2026-01-07", "20260107080000.mp3"), ("x", "note.mp3"),
    ].map { directory, id in
      ListedRecording(
        directory: RawName(bytes: directory.utf8), rawID: RawName(bytes: id.utf8), seconds: 1)
    })

  private func selected(_ selection: RunSelection) -> [String] {
    let listing = ListingRecord(inventory)
    let work = Difference(listing: listing, known: .nothing).work
    return selection.selected(work, listing: listing).map(\.rawID)
  }

  @Test func aSpanIsOfDays() {
    #expect(selected(.everything).count == 5)
    #expect(
      selected(RunSelection(since: Day(text: "2026-01-06"))) == ["odd", "20260107080000.mp3"])
    #expect(
      selected(RunSelection(until: Day(text: "2026-01-05"))) == [
        "20260104101500", "PH260105143000",
      ])
    let day = Day(text: "2026-01-05")
    #expect(selected(RunSelection(since: day, until: day)) == ["PH260105143000"])
  }

  @Test func theNewestAreCountedAmongAllThatAreListed() {
    #expect(selected(RunSelection(last: 1)) == ["20260107080000.mp3"])
    #expect(selected(RunSelection(last: 2)) == ["odd", "20260107080000.mp3"])
    #expect(selected(RunSelection(ids: ["20260104101500"], last: 2)) == [])
    #expect(selected(RunSelection(last: 99)).count == 4)
  }

  @Test func aDayIsToldByIDThenDirectoryThenTime() {
    func day(_ directory: String, _ id: String, _ modified: Int64? = nil) -> String? {
      Day(of: directory, id, modified: modified)?.description
    }
    #expect(day("2026-01-09", "20260104101500") == "2026-01-04")
    #expect(day("", "PH260105143000") == "2026-01-05")
    #expect(day("a/2026-01-09", "b.mp3") == "2026-01-09")
    #expect(day("a", "b.mp3", 1_767_521_700_000_000_000) == "2026-01-04")
    #expect(day("a", "b.mp3") == nil)
    #expect(day("a", "20261304101500") == nil)
  }

  @Test(arguments: [
    "2026-02-30", "2026-1-1", "20260101", "", "2026-01-01 ", "２026-01-01", "-2026-01-01",
  ])
  func whatIsNoDayIsNone(text: String) { #expect(Day(text: text) == nil) }
}
