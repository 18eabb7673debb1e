import HostIO
import JobGraph
import Settings
import Testing

@testable import ArchivePipeline

@Suite struct PipelineTests {
  private func pipeline(_ text: String) throws(SettingsError) -> Pipeline {
    try Pipeline(Array(text.utf8), file: "p.yaml")
  }

  @Test func theFileThatPeopleCopyIsTheOneBuiltIn() throws {
    let root = Path(#filePath).parent.parent.parent
    let file = try LinuxFileSystem().readAll(root / "pipelines" / "archive.yaml", limit: 1 << 16)
    #expect(file == Array(BuiltInPipelines.archive.utf8))
    let archive = try pipeline(BuiltInPipelines.archive)
    #expect(archive.attempts == 2)
    #expect(archive.stages.count == 7)
    #expect(
      archive.firstJobs().map(\.id.stage) == [
        "discover", "connect", "inventory", "diff",
      ])
  }

  @Test(
    arguments: [
      ("aftr: discover", "after: discover", 5, "unknown key"),
      ("stage: conect", "stage: connect", 4, "did you mean connect?"),
      ("after: diff\n    attempts: 99", "after: diff", 10, "between 1 and 9"),
      ("stage: discover", "stage: publish\n    after: validate", 14, "twice"),
    ])
  func whatIsWrongIsPlaced(
    wrong: String, right: String, line: Int, words: String
  ) throws {
    let plain = BuiltInPipelines.archive.split(separator: "\n")
      .filter { !$0.contains("#") && !$0.contains("attempts") }.joined(separator: "\n")
    let range = try #require(plain.firstRange(of: right))
    let text = plain[..<range.lowerBound] + wrong + plain[range.upperBound...]
    let error = #expect(throws: SettingsError.self) { try pipeline(String(text)) }
    #expect(error?.detail.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.file == "p.yaml")
    #expect(error?.line == line)
  }

  @Test(arguments: ["", "pipeline: x\n", "pipeline: x\nstages: []\n", "stages: 3\n", "- a\n"])
  func whatIsNoPipelineIsRefused(text: String) {
    #expect(throws: SettingsError.self) { try pipeline(text) }
  }

  @Test func aStageThatIsMissingIsNamed() {
    let error = #expect(throws: SettingsError.self) {
      try pipeline("pipeline: x\nstages:\n  - stage: discover\n")
    }
    #expect(error?.detail == "the stage connect is missing")
  }
}

@Suite struct SidecarTests {
  @Test(
    arguments: [
      ("20260104101500", "2026-01-04T10:15:00Z"), ("20260104101500.mp3", "2026-01-04T10:15:00Z"),
      ("20260230101500", nil), ("2026010410150", nil), ("202601041015000", nil), ("", nil),
      ("voice", nil), ("20260104101560.mp3", nil),
    ] as [(String, String?)])
  func aStartIsReadFromFourteenDigitsAndNeverGuessed(rawID: String, start: String?) {
    let expected = start.map { #"{"from":"rawID","time":"\#($0)"}"# }
    #expect(Sidecar.start(rawID)?.text == expected)
  }
}
