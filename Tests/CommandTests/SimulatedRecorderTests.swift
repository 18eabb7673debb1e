import HostIO
import Testing

/// The main job from a recorder, by the real program.
@Suite struct SimulatedRecorderTests {
  private let run = ["run", "--recorder", "simulated:7", "--archive", "archive"]

  private func start(_ sandbox: Sandbox, _ arguments: [String]) async throws -> Outcome {
    try await sandbox.start(sandbox.program, arguments)
  }

  @Test func comesHomeAndVerifies() async throws {
    let sandbox = try Sandbox()
    let first = try await start(sandbox, run)
    #expect(first.code == 0 && first.output.isEmpty && first.errors.isEmpty, "\(first.errors)")
    let tree = try sandbox.tree(sandbox.library)
    #expect(tree.keys.count { $0.hasSuffix(".mp3") } == 9)
    #expect(tree["PKT01_SIM_7/2026-01-07/PH260107171010.mp3"] != nil)
    #expect(try sandbox.tree(sandbox.archive / "receipts").count == 9)
    #expect(try await start(sandbox, ["verify", "--archive", "archive"]).code == 0)
    let again = try await start(sandbox, run + ["--verbose"])
    #expect(
      again.output == "PKT01_SIM_7: nothing is new; 10 recordings listed (known: 1 empty).\n")
    // The key is in nothing that was written.
    for (name, bytes) in try sandbox.tree(sandbox.archive) {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("SimulatedKey"), "\(name)")
    }
  }

  @Test func statusTellsHowItIs() async throws {
    let sandbox = try Sandbox()
    _ = try await start(sandbox, run)
    for isRebuilt in [false, true] {
      if isRebuilt {
        for suffix in ["", "-wal", "-shm"] {
          try sandbox.files.removeTree(sandbox.archive / ("catalog.sqlite" + suffix))
        }
      }
      let status = try await start(sandbox, ["status", "--archive", "archive"])
      #expect(status.output.contains("recorder  PKT01_SIM_7 (simulated-7)"))
      #expect(status.output.contains("battery 87 %"))
      #expect(status.output.contains("space   59635 of 59636 MB free"))
      #expect(status.output.contains("firmware 1.7, Wi-Fi chip V9"))
      let json = try await start(sandbox, ["status", "--archive", "archive", "--json"])
      #expect(json.output.contains("\"condition\":{\"batteryPercent\":87,\"firmware\":\"1.7\""))
    }
  }

  @Test func runsAndPlansCanBeNarrowed() async throws {
    let sandbox = try Sandbox()
    let plan = try await start(
      sandbox,
      ["plan", "--recorder", "simulated:7", "--archive", "archive", "--since", "2026-01-11"])
    #expect(plan.code == 0)
    #expect(plan.output.contains("2 recordings to fetch (about "))
    #expect(try sandbox.files.status(of: sandbox.archive, following: false) == nil)
    let day = try await start(sandbox, run + ["--since", "2026-01-05", "--until", "2026-01-05"])
    #expect(day.code == 0)
    let names = try sandbox.tree(sandbox.library).keys.filter { $0.hasSuffix(".mp3") }.sorted()
    #expect(
      names == [
        "PKT01_SIM_7/2026-01-05/20260105080213.mp3", "PKT01_SIM_7/2026-01-05/20260105142950.mp3",
      ])
    _ = try await start(sandbox, run + ["--last", "1"])
    #expect(try sandbox.tree(sandbox.library).keys.count { $0.hasSuffix(".mp3") } == 3)
  }

  @Test(arguments: [
    ["--since", "yesterday"], ["--until", "2026-02-30"], ["--last", "0"], ["--last", "-1"],
    ["--last", "x"], ["--since", "2026-01-05", "--until", "2026-01-04"],
  ])
  func whatIsNoSelectionIsAUsageError(options: [String]) async throws {
    let sandbox = try Sandbox()
    let outcome = try await start(sandbox, run + options)
    #expect(outcome.code == 2 && outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(try sandbox.files.status(of: sandbox.archive, following: false) == nil)
  }

  @Test(arguments: ["simulated:", "simulated:x", "simulated:-1", "simulation", "SIMULATED"])
  func whatIsNoSimulationIsAUsageError(name: String) async throws {
    let sandbox = try Sandbox()
    let outcome = try await start(sandbox, ["run", "--recorder", name, "--archive", "archive"])
    #expect(outcome.code == 2 && outcome.errors.contains("simulated[:SEED]"), "\(outcome.errors)")
  }

  @Test func simulatedAndRealRecordingsNeverMix() async throws {
    let sandbox = try Sandbox()
    try sandbox.put("mp3/a.mp3", [])
    let real = ["run", "--recorder", "folder:mp3", "--archive", "archive"]
    #expect(try await start(sandbox, real).code == 0)
    let simulated = try await start(sandbox, run)
    #expect(simulated.code == 2 && simulated.errors.contains("simulated"), "\(simulated.errors)")
    let other = ["--archive", "other"]
    #expect(try await start(sandbox, run.dropLast(2) + other).code == 0)
    #expect(try await start(sandbox, real.dropLast(2) + other).code == 2)
  }

  @Test func theSettingsCanNameIt() async throws {
    let sandbox = try Sandbox()
    try sandbox.put(
      ".config/pocket-archive/config.yaml",
      Array("archive: ~/archive\nrecorders:\n  desk:\n    source: simulated:7\n".utf8))
    let outcome = try await start(sandbox, ["run", "--verbose"])
    #expect(outcome.code == 0 && outcome.output.contains("desk: 9 recordings archived"))
    #expect(try sandbox.tree(sandbox.library).keys.contains { $0.hasPrefix("desk/2026-01-04/") })
  }

  /// What `make archive` runs.
  @Test func withNothingConfiguredItSaysSoFirst() async throws {
    let sandbox = try Sandbox()
    let script = Path(#filePath).parent.parent.parent / "scripts" / "archive"
    try sandbox.files.createDirectories(sandbox.root / ".build", permissions: 0o700)
    let link = try await sandbox.start(
      Path("/bin/ln"), ["-s", sandbox.program.parent.description, ".build/release"])
    try #require(link.code == 0)
    let outcome = try await sandbox.start(script, ["", "archive"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    for word in ["SIMULATED", "`recorder:`", "`archive:`"] { #expect(lines[0].contains(word)) }
    #expect(lines[1].hasPrefix("PKT01_SIM_1: 9 recordings archived"))
  }
}
