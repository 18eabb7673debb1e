import HostIO
import Testing

/// What takes minutes: `make test-full` sets POCKET_FULL.
@Suite(
  .enabled(if: ProcessEnvironment.variables()["POCKET_FULL"] == "1", "make test-full runs these"))
struct FullTests {
  /// Runs the program under Python, which tells the most memory that it had resident.
  private let measure = """
    from resource import RUSAGE_CHILDREN, getrusage
    from subprocess import run
    from sys import argv, exit
    done = run(argv[1:])
    print(getrusage(RUSAGE_CHILDREN).ru_maxrss)
    exit(done.returncode)
    """

  @Test func twoHundredMegabytesTakeLessThan64Resident() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    let sample = try sandbox.get(sandbox.root / "sample/2026-01-04/20260104183507.mp3")
    // Whole frames over and over: the reservoir of the first need not fit the last, so only those
    // frames of the sample are taken that a recording could begin and end with.
    let whole = Array(sample[..<(sample.count / 144 * 144)])
    let file = try sandbox.files.open(
      try sandbox.put("in/long.mp3", []), .readWrite, permissions: 0)
    var offset: Int64 = 0
    while offset < 200 << 20 {
      try file.write(whole, at: offset)
      offset += Int64(whole.count)
    }
    try file.close()
    let run = try await sandbox.start(
      Path("/usr/bin/python3"),
      [
        "-c", measure, sandbox.program.description, "run", "--recorder", "folder:in",
        "--archive", "archive", "--json",
      ])
    let lines = run.output.split(separator: "\n")
    let kibibytes = try #require(lines.last.flatMap { Int($0) })
    #expect(kibibytes < 64 * 1024, "\(kibibytes) KiB")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("\"archived\":1"))
    #expect(try await sandbox.run("verify", "--archive", "archive").code == 0)
  }

  @Test func aThousandFilesGoInAndNothingIsNewAfterwards() async throws {
    let sandbox = try Sandbox()
    try await sandbox.makeSample()
    let sample = try sandbox.get(sandbox.root / "sample/2026-01-07/20260107170405.mp3")
    for number in 0..<1000 {
      // Each ends in a tail of its own, so that no two are the same.
      let tail = [UInt8(number & 255), UInt8(number >> 8), 0, 1]
      let whole = Array(sample[..<(sample.count / 144 * 144)])
      try sandbox.put(
        "in/day-\(number % 30)/\(number).mp3", whole + [0xff, 0xf3, 0x48, 0xc4] + tail)
    }
    let run = try await sandbox.run("run", "--recorder", "folder:in", "--archive", "archive", "-v")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("1000 recordings archived"))
    let again = try await sandbox.run(
      "run", "--recorder", "folder:in", "--archive", "archive", "-v")
    #expect(again.output.contains("nothing is new; 1000 recordings listed"))
    #expect(try await sandbox.run("verify", "--archive", "archive").code == 0)
  }
}
