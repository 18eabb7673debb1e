import HostIO
import Testing

/// One clear line, the documented code, and nothing harmed.
@Suite struct BadInputTests {
  /// Runs, and expects one line on standard error that holds these words.
  private func refuse(
    _ sandbox: Sandbox, _ code: Int32, _ words: String, _ outcome: Outcome,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.code == code, "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(outcome.complaints.count == 1, "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(outcome.errors.contains(words), "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func aFolderThatIsNoArchiveStaysAsItIs() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    try sandbox.put("photos/cat.jpg", [1, 2, 3])
    for command in ["run", "verify", "status", "list"] {
      let outcome =
        command == "run"
        ? try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "photos")
        : try await sandbox.run(command, "--archive", "photos")
      refuse(sandbox, 2, "photos is no archive", outcome)
    }
    #expect(try sandbox.tree(sandbox.root / "photos") == ["cat.jpg": [1, 2, 3]])
    let missing = try await sandbox.run("verify", "--archive", "nowhere")
    refuse(sandbox, 2, "there is no archive at nowhere", missing)
  }

  @Test func aNewerFormatIsLeftAlone() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    try sandbox.put("archive/archive.json", Array(#"{"format":2,"soul":"new"}"#.utf8))
    let run = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    refuse(sandbox, 2, "newer format", run)
    #expect(try sandbox.tree(sandbox.archive).keys.sorted() == ["archive.json"])
    try sandbox.put("archive/archive.json", Array("{".utf8))
    let damaged = try await sandbox.run("status", "--archive", "archive")
    refuse(sandbox, 2, "archive.json cannot be understood", damaged)
  }

  @Test func simulatedAndRealRecordingsDoNotMix() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    let before = try sandbox.tree(sandbox.library)
    try sandbox.put(
      "real/a.mp3", try sandbox.get(sandbox.root / "sample/2026-01-04/20260104101500.mp3"))
    let run = try await sandbox.run("run", "--recorder", "folder:real", "--archive", "archive")
    refuse(sandbox, 2, "it holds simulated recordings, and these are real", run)
    #expect(try sandbox.tree(sandbox.library) == before)
  }

  @Test func unknownRecordersAndPathsAreNamed() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    let home = ".config/pocket-archive/config.yaml"
    try sandbox.put(home, Array("recorders:\n  desk:\n    source: folder:/nowhere\n".utf8))
    refuse(
      sandbox, 2, "unknown recorder dusk", try await sandbox.run("run", "--recorder", "dusk"))
    #expect(
      try await sandbox.run("run", "--recorder", "dusk").errors.contains("did you mean desk?"))
    refuse(sandbox, 2, "there is no folder /nowhere", try await sandbox.run("run"))
    // One that is away keeps nobody else from being archived.
    let two = "recorders:\n  desk:\n    source: folder:/nowhere\n  field:\n    source: folder:"
    try sandbox.put(home, Array((two + "\(sandbox.root)/sample\n").utf8))
    let both = try await sandbox.run("run", "--archive", "both")
    #expect(both.code == 21)
    #expect(both.errors.contains("there is no folder /nowhere"))
    #expect(try sandbox.tree(sandbox.root / "both/library").keys.contains("manifest.jsonl"))
    refuse(
      sandbox, 2, "is not a folder",
      try await sandbox.run(
        "run", "--recorder", "folder:sample/2026-01-04/20260104101500.mp3", "--archive", "a"))
    try sandbox.files.remove(sandbox.root / home)
    refuse(sandbox, 2, "no recorder is configured", try await sandbox.run("run"))
    #expect(try sandbox.files.status(of: sandbox.root / ".local", following: false) == nil)
  }

  /// Nothing is mounted: that is no listing by which every recording would be gone.
  @Test func anEmptyFolderIsNoRecorder() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    let before = try sandbox.tree(sandbox.library)
    let away = sandbox.root / "away"
    try sandbox.files.rename(sandbox.root / "sample", to: away, replacing: false)
    try sandbox.files.createDirectories(sandbox.root / "sample", permissions: 0o755)
    for _ in 0..<2 {
      let run = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
      refuse(sandbox, 10, "is empty", run)
    }
    #expect(try sandbox.tree(sandbox.library) == before)
    try sandbox.files.createDirectories(sandbox.root / "other", permissions: 0o755)
    let other = try await sandbox.run("run", "--recorder", "folder:other", "--archive", "new")
    refuse(sandbox, 0, "other is empty; if a recorder belongs there, it is not mounted", other)
    let idFile = sandbox.root / ".other.pocket-archive-id"
    #expect(try sandbox.files.status(of: idFile, following: false) == nil)
  }

  @Test func anIDThatNothingHasIsNamed() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    func run(_ id: String) async throws -> Outcome {
      try await sandbox.run(
        "run", "--recorder", "folder:sample", "--archive", "archive", "--id", id)
    }
    refuse(sandbox, 20, "there is no recording 4711", try await run("4711"))
    #expect(try await run("20260104101500").code == 0)
    #expect(try await run("20260104101500").code == 0)
  }

  @Test func wrongFlagsAreNamed() async throws {
    let sandbox = try Sandbox()
    refuse(sandbox, 2, "did you mean --archive?", try await sandbox.run("run", "--archve", "x"))
    refuse(sandbox, 2, "did you mean verify?", try await sandbox.run("verfy"))
    refuse(
      sandbox, 2, "unknown option --delete-after-verify",
      try await sandbox.run("run", "--delete-after-verify"))
    #expect(try await sandbox.run().code == 2)
  }

  @Test func aMisspeltKeyIsPlaced() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    let text = """
      pipeline: mine
      stages:
        - stage: discover
        - stage: connect
          aftr: discover

      """
    try sandbox.put("mine.yaml", Array(text.utf8))
    let run = try await sandbox.run(
      "run", "mine.yaml", "--recorder", "folder:sample", "--archive", "archive")
    refuse(sandbox, 2, "mine.yaml:", run)
    #expect(try sandbox.files.status(of: sandbox.archive, following: false) == nil)
    try sandbox.put("config.yaml", Array("archiv: x\n".utf8))
    let config = try await sandbox.run("status", "--config", "config.yaml")
    refuse(
      sandbox, 2, "config.yaml:1:1: archiv: unknown key; did you mean archive?", config)
  }

  @Test func aFolderWithoutMP3sIsNoError() async throws {
    let sandbox = try Sandbox()
    try sandbox.put("notes/readme.txt", [65])
    let run = try await sandbox.run(
      "run", "--recorder", "folder:notes", "--archive", "archive", "--verbose")
    #expect(run.code == 0)
    #expect(run.output.contains("nothing is there to archive"))
    #expect(run.output.contains("1 other file passed over"))
  }

  @Test func whatIsNoMP3IsNamedWithTheByteAndKeptApart() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    let good = try sandbox.get(sandbox.root / "sample/2026-01-04/20260104101500.mp3")
    let html = Array("<!DOCTYPE html><html><body>502 Bad Gateway</body></html>".utf8)
    var corrupt = good
    for index in 14_400..<15_000 { corrupt[index] = 0 }
    try sandbox.put("in/good.mp3", good)
    try sandbox.put("in/html.mp3", html)
    try sandbox.put("in/corrupt.mp3", corrupt)
    // Cut within a frame's header of the last whole frame, and followed by nothing of the kind.
    try sandbox.put("in/truncated.mp3", Array(good[..<7200]) + Array(good[7250..<7400]))
    let run = try await sandbox.run("run", "--recorder", "folder:in", "--archive", "archive")
    #expect(run.code == 21)
    #expect(run.complaints.count == 3)
    // A frame counts only if another follows, so the one before the damage is where it is seen.
    for (name, offset) in [("html", 0), ("corrupt", 14_256), ("truncated", 7056)] {
      let line = run.complaints.first { $0.contains("\(name).mp3 is damaged") }
      #expect(line?.contains("at byte \(offset):") == true, "\(name): \(run.errors)")
    }
    let tree = try sandbox.tree(sandbox.library)
    #expect(
      tree.keys.sorted() == ["SHA256SUMS", "in/good.json", "in/good.mp3", "manifest.jsonl"])
    #expect(try sandbox.get(sandbox.archive / "quarantine/in/html.mp3") == html)
    #expect(
      try await sandbox.run("inspect", "in/corrupt.mp3").output.contains("DAMAGE at byte 14256"))
    #expect(try await sandbox.run("inspect", "in/good.mp3").code == 0)
    #expect(try await sandbox.run("inspect", "in/none.mp3").code == 2)
  }

  @Test func hostileNamesStayInsideTheLibrary() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    let good = try sandbox.get(sandbox.root / "sample/2026-01-04/20260104101500.mp3")
    let names = ["..a.mp3", "a\nb.mp3", "\u{1b}[2Jx.mp3", "$(id).mp3", "é.mp3", "a%2F..%2Fb.mp3"]
    for name in names { try sandbox.put("in/\(name)", good) }
    _ = try sandbox.files.open(
      sandbox.root / "in" / Path(bytes: [0xff, 0xfe] + Array(".mp3".utf8)), .createNew,
      permissions: 0o600)
    let run = try await sandbox.run(
      "run", "--recorder", "folder:in", "--archive", "archive", "--verbose")
    #expect(run.code == 0, "\(run.errors)")
    let published = try sandbox.tree(sandbox.library).keys.filter { $0.hasSuffix(".mp3") }
    // The one with a leading dot is hidden, and so is no recording.
    #expect(published.count == names.count - 1)
    #expect(published.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7e).contains($0) } })
    let list = try await sandbox.run("list", "--archive", "archive")
    #expect(!list.output.contains("\u{1b}"))
    #expect(list.code == 0)
    #expect(try await sandbox.run("verify", "--archive", "archive").code == 0)
  }

  @Test func aSecondRunAtTheSameTimeIsSentAway() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    let lock = try FileLock.acquire(
      sandbox.archive / "lock", .exclusive, in: sandbox.files, holder: "process 4711 (test)",
      permissions: 0o600)
    try #require(lock != nil)
    let run = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    refuse(sandbox, 30, "in use by process 4711 (test)", run)
    #expect(try await sandbox.run("verify", "--archive", "archive").code == 30)
    #expect(try await sandbox.run("status", "--archive", "archive").code == 0)
    lock?.release()
  }
}
