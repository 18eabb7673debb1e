import HostIO
import Testing

/// The main job, by the real program on real files.
@Suite struct ArchiveTests {
  @Test func theSampleBecomesALibraryThatVerifies() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    let run = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    #expect(run.code == 21)
    #expect(run.output.isEmpty)
    #expect(run.complaints.count == 1)
    #expect(run.errors.contains("2026-01-05/20260105142950.mp3 is damaged"))
    #expect(run.errors.contains("at byte "))

    let tree = try sandbox.tree(sandbox.library)
    #expect(tree.keys.count { $0.hasSuffix(".mp3") } == 8)
    #expect(tree.keys.count { $0.hasSuffix(".json") } == 8)
    #expect(tree["sample/2026-01-05/20260105142950.mp3"] == nil)
    #expect(tree["sample/2026-01-07/20260107091921.mp3"] == nil)
    let sums = try await sandbox.start(
      Path("/bin/sh"), ["-c", "cd archive/library && sha256sum --strict -c SHA256SUMS"])
    #expect(sums.code == 0)
    #expect(sums.output.split(separator: "\n").count == 17)
    let verify = try await sandbox.run("verify", "--archive", "archive")
    #expect(verify.code == 0)
    #expect(verify.output.contains("nothing is wrong"))
  }

  @Test func aSecondRunFindsNothingNewAndChangesNothing() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    let before = try sandbox.tree(sandbox.library)
    let again = try await sandbox.run(
      "run", "--recorder", "folder:sample", "--archive", "archive", "--verbose")
    #expect(again.code == 0)
    #expect(
      again.output
        == "sample: nothing is new; 10 recordings listed (known: 1 damaged, 1 empty).\n")
    #expect(again.errors.isEmpty)
    #expect(try sandbox.tree(sandbox.library) == before)
  }

  /// Two archives of one folder differ in their runs and times, and not in their libraries.
  @Test func theSameRecordingsGiveTheSameLibrary() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "a")
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "b")
    let first = try sandbox.tree(sandbox.root / "a" / "library")
    #expect(first.count == 18)
    #expect(try sandbox.tree(sandbox.root / "b" / "library") == first)
  }

  @Test func whatWasRemovedFromTheLibraryComesBack() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    let before = try sandbox.tree(sandbox.library)
    try sandbox.files.removeTree(sandbox.library / "sample")
    try sandbox.files.remove(sandbox.library / "SHA256SUMS")
    try sandbox.files.removeTree(sandbox.archive / "receipts")
    #expect(try await sandbox.run("verify", "--archive", "archive").code == 32)
    let again = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    #expect(again.code == 0, "\(again.errors)")
    #expect(try sandbox.tree(sandbox.library) == before)
    #expect(try await sandbox.run("verify", "--archive", "archive").code == 0)
  }

  @Test func theCatalogIsMadeAgainFromTheLogs() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    let before = try await sandbox.run("list", "--archive", "archive", "--json")
    for damage in [[], Array("not a database at all".utf8)] as [[UInt8]] {
      for suffix in ["", "-wal", "-shm"] {
        try sandbox.files.removeTree(sandbox.archive / ("catalog.sqlite" + suffix))
      }
      if !damage.isEmpty { try sandbox.put("archive/catalog.sqlite", damage) }
      // Readers do without it, and the next run makes it again.
      let list = try await sandbox.run("list", "--archive", "archive", "--json")
      #expect(list.output == before.output)
      let run = try await sandbox.run(
        "run", "--recorder", "folder:sample", "--archive", "archive")
      #expect(run.code == 0)
      #expect(try await sandbox.run("verify", "--archive", "archive").code == 0)
    }
  }

  @Test func anObjectThatRotsIsFoundAndFetchedAgain() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    let object = try await objectPath(of: "20260104101500", in: sandbox)
    var bytes = try sandbox.get(object)
    bytes[1000] ^= 1
    try sandbox.files.remove(object)
    let file = try sandbox.files.open(object, .createNew, permissions: 0o400)
    try file.write(bytes, at: 0)
    try file.close()
    let verify = try await sandbox.run("verify", "--archive", "archive")
    #expect(verify.code == 32)
    #expect(verify.errors.contains(object.lastComponent.description))

    try sandbox.files.remove(object)
    let again = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    #expect(again.code == 0, "\(again.errors)")
    #expect(try await sandbox.run("verify", "--archive", "archive").code == 0)
  }

  /// A file that was replaced under its name is a new version; both are kept. One that was only touched is
  /// not.
  @Test func anotherContentUnderOneNameIsANewVersion() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive")
    let name = "sample/2026-01-04/20260104101500.mp3"
    let old = try sandbox.get(sandbox.root / name)
    try sandbox.put(name, old)
    #expect(
      try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive").code == 0)
    #expect(try sandbox.tree(sandbox.library).count == 18)
    let other = try sandbox.get(sandbox.root / "sample/2026-01-04/20260104113042.mp3")
    try sandbox.put(name, other)
    #expect(
      try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "archive").code == 0)
    let tree = try sandbox.tree(sandbox.library)
    #expect(tree[name] == old)
    #expect(tree["sample/2026-01-04/20260104101500.v2.mp3"] == other)
    #expect(try await sandbox.run("verify", "--archive", "archive").code == 0)
  }

  private func objectPath(of id: String, in sandbox: Sandbox) async throws -> Path {
    let show = try await sandbox.run("show", id, "--archive", "archive")
    let line = try #require(show.output.split(separator: "\n").first { $0.hasPrefix("object") })
    let text = try #require(line.split(separator: " ").last)
    return sandbox.root / Path(String(text))
  }
}
