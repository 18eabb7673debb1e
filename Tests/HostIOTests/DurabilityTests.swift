import HostIO
import Testing

@Suite struct DurableWriteTests {
  let folder: TemporaryFolder
  let randomness = RealRandomness()

  init() throws { folder = try TemporaryFolder() }

  @Test func writesWithTheModeAskedFor() throws {
    try folder.files.writeDurably(
      [1, 2], to: folder.path / "f", staging: folder.path, permissions: 0o400, replacing: false,
      randomness: randomness)
    #expect(try folder.get("f") == [1, 2])
    let status = try #require(try folder.files.status(of: folder.path / "f", following: false))
    #expect(status.permissions == 0o400)
    #expect(try folder.files.entries(of: folder.path) == [Path("f")])
  }

  @Test func refusesToReplaceUnasked() throws {
    try folder.put("f", [1])
    let error = try failure {
      try folder.files.writeDurably(
        [2], to: folder.path / "f", staging: folder.path, permissions: 0o600, replacing: false,
        randomness: randomness)
    }
    #expect(error.code == .exists)
    #expect(try folder.get("f") == [1])
    #expect(try folder.files.entries(of: folder.path) == [Path("f")])
  }

  /// Whichever call fails: the old bytes or the new ones, whole, and no temporary file.
  @Test func aFaultAtAnyCallLeavesTheTargetWhole() throws {
    let old: [UInt8] = [1, 1, 1]
    let new: [UInt8] = [2, 2, 2, 2]
    var call = 1
    while true {
      try folder.put("f", old)
      let failing = FailingFileSystem(failingAt: call)
      // Whether it threw is not the point here: what lies at the target is.
      try? failing.writeDurably(
        new, to: folder.path / "f", staging: folder.path, permissions: 0o600, replacing: true,
        randomness: randomness)
      let found = try folder.get("f")
      #expect(found == old || found == new)
      #expect(try folder.files.entries(of: folder.path) == [Path("f")])
      guard failing.hasFailed else {
        #expect(found == new)
        break
      }
      call += 1
    }
    #expect(call > 4)
  }
}

@Suite struct AppendLogTests {
  let folder: TemporaryFolder
  var path: Path { folder.path / "log" }

  init() throws { folder = try TemporaryFolder() }

  func open() throws -> AppendLog {
    try AppendLog(fileSystem: folder.files, path: path, permissions: 0o600)
  }

  @Test func keepsLinesAndTheirOffsets() throws {
    let log = try open()
    #expect(try log.append([Array("one".utf8), Array("two".utf8)]) == 0)
    #expect(try log.append([Array("three".utf8)]) == 8)
    let lines = try open().contents().lines
    #expect(lines.map(\.offset) == [0, 4, 8])
    #expect(lines.map { String(decoding: $0.bytes, as: UTF8.self) } == ["one", "two", "three"])
    #expect(try log.contents(from: 8).lines.count == 1)
    #expect(log.endOffset == 14)
  }

  @Test func aMissingLogReadsAsEmpty() throws {
    let contents = try AppendLog.contents(of: path, in: folder.files)
    #expect(contents.lines.isEmpty && contents.endOffset == 0)
  }

  /// Cut at every byte: the whole lines stay, the torn one goes, and appending goes on behind them.
  @Test func aTornLineIsCutOff() throws {
    let whole = Array("first\nsecond\nthird\n".utf8)
    for length in 0...whole.count {
      try folder.put("log", Array(whole[..<length]))
      let kept = whole[..<length].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
      let log = try open()
      #expect(log.cutBytes == Int64(length - kept))
      try log.append([Array("next".utf8)])
      #expect(try folder.get("log") == Array(whole[..<kept]) + Array("next\n".utf8))
    }
  }

  @Test func refusesWhatIsNoLine() throws {
    let log = try open()
    for line in [[UInt8(0x0a)], [0], [UInt8](repeating: 65, count: AppendLog.lineLimit + 1)] {
      #expect(throws: FileError.self) { try log.append([line]) }
    }
    #expect(try folder.get("log").isEmpty)
  }

  /// Whichever call fails: nothing but whole lines, and every line whose append returned.
  @Test func aFaultAtAnyCallLosesNoLine() throws {
    for call in 1...12 {
      try folder.put("log", [])
      let failing = FailingFileSystem(failingAt: call)
      var kept: [[UInt8]] = []
      if let log = try? AppendLog(fileSystem: failing, path: path, permissions: 0o600) {
        for number in 0..<4 {
          let line = Array("line \(number)".utf8)
          if (try? log.append([line])) != nil { kept.append(line) }
        }
      }
      #expect(try open().contents().lines.map(\.bytes) == kept)
    }
  }
}
