import HostIO
import Testing

/// A session key in the environment shows up nowhere: not in an output, not in a file.
@Suite struct SecretTests {
  @Test func theCanaryIsNowhere() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    let canary = "0ca4a57e11c0ffee0ca4a57e11c0ffee"
    let secret = ["POCKET_SK": canary]
    let commands: [[String]] = [
      ["run", "--recorder", "folder:sample", "--archive", "archive", "--verbose"],
      ["run", "--recorder", "folder:sample", "--archive", "archive", "--json"],
      ["plan", "--recorder", "folder:sample", "--archive", "archive"],
      ["status", "--archive", "archive"], ["status", "--archive", "archive", "--json"],
      ["list", "--archive", "archive"], ["list", "--archive", "archive", "--json"],
      ["show", "20260104101500", "--archive", "archive"], ["verify", "--archive", "archive"],
      ["import", "sample", "--archive", "archive"], ["help"], ["help", "run"], ["version"],
      ["run", "--recorder", "nobody"], ["inspect", "sample/2026-01-04/20260104101500.mp3"],
    ]
    for words in commands {
      let outcome = try await sandbox.start(
        sandbox.program, words, secret)
      #expect(
        !outcome.output.isEmpty || !outcome.errors.isEmpty || words[0] == "import", "\(words)")
      // Its first eight characters are the access point's password.
      for part in [canary, String(canary.prefix(8))] {
        #expect(!outcome.output.contains(part), "\(words)")
        #expect(!outcome.errors.contains(part), "\(words)")
      }
    }
    let needle = Array(canary.utf8.prefix(8))
    for (name, bytes) in try sandbox.tree(sandbox.archive) {
      #expect(!bytes.contains(needle), "\(name)")
    }
    // The search itself finds what is there.
    #expect((Array("xx".utf8) + needle + Array("yy".utf8)).contains(needle))
  }
}
