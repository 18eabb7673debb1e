import Arguments
import Testing

@Suite struct ParseTests {
  @Test(arguments: [
    "run night --archive /a --recorder x --recorder=y -n --json",
    "--archive=/a --json run --recorder x -n --recorder y night",
    "-a /a run --json --recorder=x night --recorder=y --dry-run",
    "run --json -n --recorder x --recorder y -a /a -- night",
  ])
  func optionsMayStandAnywhere(line: String) throws {
    #expect(
      try parsed(line)
        == ParsedArguments(
          command: "run", values: ["archive": ["/a"], "recorder": ["x", "y"]],
          flags: ["json", "dry-run"], operands: ["night"]))
  }

  @Test func answersByLongName() throws {
    let arguments = try parsed("run -v -v --archive=/a=b --recorder x --recorder y")
    #expect(arguments.value("archive") == "/a=b")
    #expect(arguments.value("recorder") == "y")
    #expect(arguments.values("recorder") == ["x", "y"])
    #expect(arguments.values("json") == [])
    #expect(arguments.value("json") == nil)
    #expect(arguments.has("verbose") && arguments.has("archive"))
    #expect(!arguments.has("json") && !arguments.has("a"))
    #expect(!arguments.isHelpRequested)
  }

  @Test func dashesEndOptionsAndADashIsAnOperand() throws {
    #expect(
      try parsed("inspect - -- --json -- -x").operands == ["-", "--json", "--", "-x"])
    #expect(try parsed("-- run x").command == "run")
    #expect(try parsed("run --archive -").value("archive") == "-")
    #expect(try parsed("run --archive=-x").value("archive") == "-x")
    #expect(try parse(["inspect", ""], with: sampleProgram).operands == [""])
  }

  @Test func operandsAreCounted() throws {
    #expect(try parsed("retry").operands == [])
    #expect(try parsed("retry a b c").operands == ["a", "b", "c"])
    #expect(try parsed("inspect a b").operands == ["a", "b"])
    #expect(try parsed("copy a b").operands == ["a", "b"])
    #expect(try parsed("copy a b c").operands == ["a", "b", "c"])
  }

  @Test(arguments: [
    ("--help", "help"), ("-h", "help"), ("run --help", "run"), ("--help run", "run"),
    ("-h inspect", "inspect"), ("inspect -h", "inspect"), ("run a b c --bogus -h", "run"),
    ("--archive /x run -h", "run"), ("--archive --help", "help"), ("--bogus --help run", "run"),
    ("--archive=/x run --recorder --help", "run"), ("help --help", "help"),
  ])
  func helpIsForThoseWhoseLineIsNotRightYet(line: String, command: String) throws {
    #expect(try parsed(line) == ParsedArguments(command: command, isHelpRequested: true))
  }

  @Test func helpBehindTheDashesIsAnOperand() throws {
    let arguments = try parsed("inspect -- --help -h")
    #expect(arguments.operands == ["--help", "-h"])
    #expect(!arguments.isHelpRequested)
  }

  @Test func versionIsACommandBeforeCommandsOnly() throws {
    #expect(try parsed("--version") == ParsedArguments(command: "version"))
    #expect(try parsed("--json --version -v").flags == ["json", "verbose"])
    #expect(throws: ArgumentError.self) { _ = try parsed("run --version") }
    #expect(throws: ArgumentError.self) { _ = try parsed("--version=1") }
    var program = sampleProgram
    program.commands.removeAll { $0.name == "version" }
    let error = try #require(throws: ArgumentError.self) {
      _ = try parse(["--version"], with: program)
    }
    #expect(error.code == .unknownOption)
  }
}
