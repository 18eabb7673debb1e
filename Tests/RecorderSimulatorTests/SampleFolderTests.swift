import HostIO
import RecorderSimulator
import Testing

@Suite struct SampleFolderTests {
  let place: TemporaryFolder
  let folder: Path
  let sample: SimulatedRecordings

  init() throws {
    place = try TemporaryFolder()
    folder = place.path / "recorder"
    sample = try Sample.one()
  }

  private func write(_ sample: SimulatedRecordings? = nil) throws -> SampleFolder.Outcome {
    try SampleFolder(folder, fileSystem: place.files).write(sample ?? self.sample)
  }

  /// Every path below the test's folder, and what lies there, without folders.
  private func tree() throws -> [Path: FileStatus] {
    var found: [Path: FileStatus] = [:]
    var folders = [place.path]
    while let next = folders.popLast() {
      for name in try place.files.entries(of: next) {
        let status = try #require(try place.files.status(of: next / name, following: false))
        if status.kind == .directory {
          folders.append(next / name)
        } else {
          found[next / name] = status
        }
      }
    }
    return found
  }

  private func expectComplete() throws {
    for recording in sample.recordings {
      let name = "recorder/\(recording.directory)/\(recording.rawID).mp3"
      #expect(try place.get(name) == recording.bytes)
    }
    let identity = try place.get(".recorder.pocket-archive-id")
    #expect(
      String(decoding: identity, as: UTF8.self)
        == "{\"id\":\"sample-1\",\"kind\":\"simulated\"}\n")
    #expect(try tree().count == sample.recordings.count + 1)
  }

  @Test func writesTheRecordingsAndTheIDAndNothingElse() throws {
    let outcome = try write()
    #expect(outcome.added == 11)
    #expect(outcome.replaced == 0)
    #expect(outcome.unchanged == 0)
    try expectComplete()
    #expect(try place.files.entries(of: folder).compactMap(\.text) == sample.directories)
  }

  @Test func aSecondTimeTouchesNothing() throws {
    _ = try write()
    let before = try tree()
    let outcome = try write()
    #expect(outcome.added + outcome.replaced == 0)
    #expect(outcome.unchanged == 11)
    #expect(try tree() == before)
  }

  @Test func makesTheFoldersAbove() throws {
    let deep = place.path / "a" / "b" / "c"
    let outcome = try SampleFolder(deep, fileSystem: place.files).write(sample)
    #expect(outcome.added == 11)
    #expect(try place.get("a/b/.c.pocket-archive-id").isEmpty == false)
  }

  @Test func aSlashAtTheEndMeansTheSameFolder() throws {
    let slashed = Path("\(folder)///")
    #expect(SampleFolder.idFile(of: slashed) == SampleFolder.idFile(of: folder))
    _ = try SampleFolder(slashed, fileSystem: place.files).write(sample)
    try expectComplete()
  }

  @Test func repairsOnlyWhatIsDamagedOrMissing() throws {
    _ = try write()
    let before = try tree()
    let names = sample.recordings.map { "recorder/\($0.directory)/\($0.rawID).mp3" }
    try place.put(names[0], Array(sample.recordings[0].bytes.dropLast()))
    var flipped = sample.recordings[1].bytes
    flipped[flipped.count / 2] ^= 1
    try place.put(names[1], flipped)
    try place.files.remove(place.path / names[2])
    // The empty one is no longer empty.
    let empty = try #require(sample.recordings.firstIndex { $0.condition == .empty })
    try place.put(names[empty], [0])

    let outcome = try write()
    #expect(outcome.added == 1)
    #expect(outcome.replaced == 3)
    #expect(outcome.unchanged == 7)
    try expectComplete()
    let after = try tree()
    for (index, name) in names.enumerated() where ![0, 1, 2, empty].contains(index) {
      #expect(after[place.path / name] == before[place.path / name])
    }
  }

  /// A link could lead to somebody's own file: it is replaced, and what it leads to is left alone.
  @Test func replacesALinkNotWhatItLeadsTo() throws {
    _ = try write()
    let recording = sample.recordings[0]
    let path = folder / recording.directory / "\(recording.rawID).mp3"
    try place.files.rename(path, to: place.path / "elsewhere", replacing: false)
    try place.link(path, to: "../../elsewhere")
    #expect(try write().replaced == 1)
    #expect(try place.files.status(of: path, following: false)?.kind == .regular)
    #expect(try place.get("elsewhere") == recording.bytes)
  }

  @Test func writesAMissingOrCutIDAgain() throws {
    _ = try write()
    let identity = SampleFolder.idFile(of: folder)
    try place.files.remove(identity)
    #expect(try write().added == 1)
    let whole = try place.get(".recorder.pocket-archive-id")
    for length in 0..<whole.count {
      try place.put(".recorder.pocket-archive-id", Array(whole.prefix(length)))
      #expect(try write().replaced == 1)
      #expect(try place.get(".recorder.pocket-archive-id") == whole)
    }
    try expectComplete()
  }
}
