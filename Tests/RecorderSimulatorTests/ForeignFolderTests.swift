import HostIO
import RecorderSimulator
import Testing

/// Recordings that are somebody's own are neither replaced nor mixed with simulated ones.
@Suite struct ForeignFolderTests {
  let place: TemporaryFolder
  let folder: Path
  let idName = ".recorder.pocket-archive-id"

  init() throws {
    place = try TemporaryFolder()
    folder = place.path / "recorder"
  }

  private func write(_ sample: SimulatedRecordings) throws(SimulatorError) -> SampleFolder.Outcome {
    try SampleFolder(folder, fileSystem: place.files).write(sample)
  }

  private func expectRefused(_ sample: SimulatedRecordings) {
    let error = #expect(throws: SimulatorError.self) { try write(sample) }
    #expect(error?.code == .foreignFolder)
    #expect(error?.cause == nil)
  }

  @Test func refusesTheSampleOfAnotherSeed() throws {
    _ = try write(Sample.two())
    let before = try place.get(idName)
    expectRefused(try Sample.one())
    #expect(try place.get(idName) == before)
    #expect(try write(Sample.two()).unchanged == 11)
  }

  @Test func refusesTheFolderOfARealRecorder() throws {
    try place.files.createDirectory(folder, permissions: 0o700)
    for id in ["{\"id\":\"folder-12\"}\n", "{\"id\":\"sample-11\",\"kind\":\"simulated\"}\n"] {
      try place.put(idName, Array(id.utf8))
      expectRefused(try Sample.one())
      #expect(try place.get(idName) == Array(id.utf8))
    }
    #expect(try place.files.entries(of: folder).isEmpty)
  }

  @Test func refusesAFolderThatHoldsSomethingElse() throws {
    try place.files.createDirectory(folder, permissions: 0o700)
    try place.put("recorder/letter.txt", [1, 2, 3])
    expectRefused(try Sample.one())
    #expect(try place.files.entries(of: folder) == [Path("letter.txt")])
    #expect(try place.files.status(of: place.path / idName, following: false) == nil)
  }

  @Test func refusesToReplaceARecordingWhereNoIDSaysItIsSimulated() throws {
    let recording = try Sample.one().recordings[0]
    let day = folder / recording.directory
    try place.files.createDirectories(day, permissions: 0o700)
    let name = "recorder/\(recording.directory)/\(recording.rawID).mp3"
    try place.put(name, [1, 2, 3])
    expectRefused(try Sample.one())
    #expect(try place.get(name) == [1, 2, 3])
  }

  @Test func takesAnEmptyFolder() throws {
    try place.files.createDirectory(folder, permissions: 0o700)
    #expect(try write(Sample.one()).added == 11)
  }

  @Test func reportsAFileInThePlaceOfTheFolder() throws {
    try place.put("recorder", [1])
    let sample = try Sample.one()
    let error = #expect(throws: SimulatorError.self) { try write(sample) }
    #expect(error?.code == .file)
    #expect(error?.cause?.code == .notDirectory)
    #expect(try place.get("recorder") == [1])
  }
}
