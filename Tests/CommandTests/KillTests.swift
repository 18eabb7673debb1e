import HostIO
import Testing

/// The real program is killed, and the next run puts everything right.
@Suite struct KillTests {
  /// Twenty moments spread over the whole of a run, however long it takes here; an archive of its own for
  /// each, and then one archive that suffers all of them.
  @Test func aKilledRunEndsLikeAnUndisturbedOne() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    let clock = RealClock()
    let began = clock.monotonic
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "whole")
    let length = clock.monotonic - began
    let whole = try sandbox.tree(sandbox.root / "whole" / "library")
    try #require(whole.count == 18)

    var kills = 0
    for moment in 1...20 {
      let archive = "single-\(moment)"
      for target in [archive, "repeated"] {
        let killed = try await sandbox.runKilled(
          after: length * moment / 20, "run", "--recorder", "folder:sample", "--archive", target)
        if killed.code == 137 { kills += 1 }
      }
      let again = try await sandbox.run(
        "run", "--recorder", "folder:sample", "--archive", archive)
      #expect([0, 21].contains(again.code), "moment \(moment): \(again.errors)")
      #expect(try sandbox.tree(sandbox.root / archive / "library") == whole, "moment \(moment)")
      let verify = try await sandbox.run("verify", "--archive", archive)
      #expect(verify.code == 0, "moment \(moment): \(verify.errors)")
      try sandbox.files.removeTree(sandbox.root / archive)
    }
    _ = try await sandbox.run("run", "--recorder", "folder:sample", "--archive", "repeated")
    #expect(try sandbox.tree(sandbox.root / "repeated" / "library") == whole)
    #expect(kills > 0, "no run lived long enough to be killed")
  }
}
