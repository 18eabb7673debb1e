import Catalog
import Fixity
import Testing

@testable import ArchivePipeline

private func line(
  _ fate: Fate, _ rawID: String = "a", version: Int = 1, at: String = "2026-01-04T00:00:00Z",
  note: String? = nil
) -> RecordingLine {
  RecordingLine(
    fate: fate, directory: "day", rawID: rawID, version: version, run: "r", at: at,
    listedSeconds: 3, object: SHA256Digest(of: [9]), bytes: 12_000, samples: 48_000,
    sampleRate: 16_000, verdict: "intact", receipt: SHA256Digest(of: [8]), path: "x/a.mp3",
    note: note, attempts: 2)
}

@Suite struct FateLineTests {
  @Test func everyLineReadsBack() throws {
    let recorder = RecorderLine(
      identity: "id", name: "é \"x\"", folder: "x", kind: .simulated, origin: "folder")
    let lines: [FateLine] =
      [
        .recorder(recorder), .visit(VisitLine(run: "r", at: "t", outcome: "complete")),
        .recording(line(.archived, note: "a\nb")),
      ]
      + Fate.allCases.map { .recording(line($0)) }
    for line in lines {
      #expect(!line.bytes.contains(0x0a))
      #expect(FateLine(bytes: line.bytes) == line)
    }
  }

  @Test(arguments: ["", "{}", "[]", "null", #"{"fate":"eaten"}"#, #"{"recorder":{"identity":1}}"#])
  func whatIsNoLineIsNil(text: String) {
    #expect(FateLine(bytes: Array(text.utf8)) == nil)
  }

  /// Cut anywhere, a line is none: nothing is half understood.
  @Test func aLineThatIsCutIsNoLine() {
    let bytes = FateLine.recording(line(.archived)).bytes
    for length in 0..<bytes.count {
      #expect(FateLine(bytes: Array(bytes.prefix(length))) == nil)
    }
  }
}

@Suite struct FateBookTests {
  private let recorder = FateLine.recorder(
    RecorderLine(identity: "id", name: "n", folder: "n", kind: .recorder, origin: "folder"))

  @Test func theLastLineCountsAndTheFirstTimeStays() throws {
    var book = FateBook(of: "id")
    book.apply(recorder)
    book.apply(.recording(line(.listed, at: "1")))
    book.apply(.recording(line(.archived, at: "2")))
    let id = RecordingID(directory: RawName(bytes: "day".utf8), rawID: RawName(bytes: "a".utf8))
    let row = try #require(book.latest(id))
    #expect(row.knownFate == .archived)
    #expect(row.firstListed == "1")
    #expect(row.since == "2")
    #expect(row.key.recorder == "id")
    #expect(book.all.count == 1)
  }

  @Test func versionsStandBesideEachOther() throws {
    var book = FateBook(of: "id")
    book.apply(recorder)
    for version in [2, 1, 3, 2] { book.apply(.recording(line(.archived, version: version))) }
    #expect(book.all.map(\.key.version) == [1, 2, 3])
  }

  /// Rows of the catalog and lines of the log are two ways to one state.
  @Test func aBookFromRowsIsTheBookFromLines() throws {
    var book = FateBook(of: "id")
    book.apply(recorder)
    for (index, fate) in Fate.allCases.enumerated() {
      book.apply(.recording(line(fate, "r\(index)", version: index % 3 + 1)))
    }
    book.apply(.visit(VisitLine(run: "r", at: "5", outcome: "complete")))
    book.apply(.visit(VisitLine(run: "s", at: "6", outcome: "partial")))
    let row = try #require(book.recorderRow(logOffset: 7))
    let again = FateBook(recorder: row, rows: book.all)
    #expect(again.all == book.all)
    #expect(again.recorder == book.recorder)
    #expect(again.lastSeen == "6")
    #expect(again.lastSuccess == "5")
  }
}
