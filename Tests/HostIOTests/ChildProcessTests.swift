import HostIO
import Testing

@Suite struct ChildProcessTests {
  private let children = LinuxChildProcesses()

  private func shell(_ script: String, input: [UInt8] = [], limit: Int = 1 << 20) -> ChildCommand {
    ChildCommand(
      Path("/bin/sh"), ["-c", script], environment: ["WHO": "child"], input: input,
      outputLimit: limit)
  }

  @Test func takesBothOutputsAndTheExitCode() async throws {
    let result = try await children.run(shell("echo out; echo err >&2; exit 7"))
    #expect(result.ending == .exited(7))
    #expect(result.output == Array("out\n".utf8))
    #expect(result.errors == Array("err\n".utf8))
  }

  @Test func sharesNothingButWhatItIsGiven() async throws {
    let result = try await children.run(
      ChildCommand(
        Path("/usr/bin/env"), [], environment: ["WHO": "a b=c"], workingDirectory: Path("/")))
    #expect(result.output == Array("WHO=a b=c\n".utf8))
    let folder = try await children.run(
      ChildCommand(Path("/bin/pwd"), [], workingDirectory: Path("/usr")))
    #expect(folder.output == Array("/usr\n".utf8))
  }

  /// Arguments are a list: nothing in them means anything to a shell.
  @Test func argumentsAreTakenAsTheyAre() async throws {
    let words = ["a b", "$(id)", "", "'\"\\", "ä\n"]
    let result = try await children.run(
      ChildCommand(Path("/usr/bin/printf"), ["%s|"] + words))
    #expect(String(decoding: result.output, as: UTF8.self) == words.map { $0 + "|" }.joined())
  }

  /// More than a pipe holds, in both directions at once.
  @Test func largeInputAndOutputDoNotBlockEachOther() async throws {
    let input = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let result = try await children.run(shell("cat", input: input))
    #expect(result.output == input)
    let cut = try await children.run(shell("cat", input: input, limit: 1000))
    #expect(cut.output == Array(input.prefix(1000)))
    #expect(cut.droppedBytes == 299_000)
  }

  @Test func aChildThatReadsNothingIsNoError() async throws {
    let input = [UInt8](repeating: 1, count: 1 << 20)
    StandardStreams.ignoreBrokenPipes()
    let result = try await children.run(shell("exit 3", input: input))
    #expect(result.ending == .exited(3))
  }

  @Test func aSignalIsTold() async throws {
    #expect(try await children.run(shell("kill -9 $$")).ending == .signalled(9))
  }

  @Test func whatIsNotThereCannotBeStarted() async {
    await #expect(
      throws: ChildError(executable: Path("/no/such"), operation: "posix_spawn", errno: 2)
    ) { try await children.run(ChildCommand(Path("/no/such"))) }
  }

  /// The child would run for an hour: that the test ends is the assertion.
  @Test func cancellationEndsTheChild() async throws {
    let children = children
    let command = ChildCommand(Path("/bin/sleep"), ["3600"])
    let task = Task { try await children.run(command) }
    task.cancel()
    #expect(try await task.value.ending == .signalled(15))
  }
}
