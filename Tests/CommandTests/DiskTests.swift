import HostIO
import Testing

/// Disks that are full, too small, or not to be written. They are mounted, so only root can try.
@Suite(.enabled(if: ProcessEnvironment.userIdentifier == 0, "mounting needs root"))
struct DiskTests {
  @Test func tooLittleSpaceIsSaidBeforeAnythingIsFetched() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    try await withDisk(sandbox, bytes: 2 << 20) {
      let run = try await sandbox.run(
        "run", "--recorder", "folder:sample", "--archive", "disk/archive")
      #expect(run.code == 31)
      #expect(run.complaints.count == 1)
      #expect(run.errors.contains("too little space"))
    }
  }

  /// The reserve is off, so the disk fills up in the middle. What is archived stays good, and once there is
  /// room the next run finishes.
  @Test func aDiskThatFillsUpKeepsWhatIsFinished() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "whole")
    let whole = try sandbox.tree(sandbox.root / "whole" / "library")
    var full = 0
    for size in stride(from: 1_700_000, through: 2_100_000, by: 100_000) {
      try await withDisk(sandbox, bytes: size) {
        let run = try await sandbox.run(
          "run", "--recorder", "folder:sample", "--archive", "disk/archive",
          environment: ["POCKET_RESERVE": "0 B"])
        #expect([21, 31].contains(run.code), "\(size): \(run.errors)")
        if run.code == 31 { full += 1 }
        let bigger = try await sandbox.start(
          Path("/bin/mount"), ["-o", "remount,size=32m", "disk"])
        try #require(bigger.code == 0)
        let again = try await sandbox.run(
          "run", "--recorder", "folder:sample", "--archive", "disk/archive",
          environment: ["POCKET_RESERVE": "0 B"])
        #expect([0, 21].contains(again.code), "\(size): \(again.errors)")
        let library = sandbox.root / "disk" / "archive" / "library"
        #expect(try sandbox.tree(library) == whole, "\(size)")
        #expect(try await sandbox.run("verify", "--archive", "disk/archive").code == 0)
      }
    }
    #expect(full >= 2, "the disks were too large to fill up")
  }

  @Test func aDiskThatIsReadOnlyCanBeReadAndNotWritten() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    try await withDisk(sandbox, bytes: 32 << 20) {
      let first = try await sandbox.run(
        "run", "--recorder", "folder:sample", "--archive", "disk/archive",
        environment: ["POCKET_RESERVE": "0 B"])
      try #require(first.code == 21, "\(first.errors)")
      let locked = try await sandbox.start(Path("/bin/mount"), ["-o", "remount,ro", "disk"])
      try #require(locked.code == 0)
      for words in [["status"], ["list"], ["verify"]] {
        let outcome = try await sandbox.start(
          sandbox.program, words + ["--archive", "disk/archive"])
        #expect(outcome.code == 0, "\(words): \(outcome.errors)")
      }
      let run = try await sandbox.run(
        "run", "--recorder", "folder:sample", "--archive", "disk/archive")
      #expect(run.code == 31)
      #expect(run.complaints.count == 1)
    }
  }

  private func withDisk(
    _ sandbox: Sandbox, bytes: Int, _ body: () async throws -> Void
  ) async throws {
    try sandbox.files.createDirectories(sandbox.root / "disk", permissions: 0o700)
    let mounted = try await sandbox.start(
      Path("/bin/mount"), ["-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", "disk"])
    try #require(mounted.code == 0, "\(mounted.errors)")
    let result: Result<Void, any Error>
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    _ = try await sandbox.start(Path("/bin/umount"), ["disk"])
    try result.get()
  }
}
