import Arguments
import Testing

@Suite struct HelpTextTests {
  @Test func ofTheProgram() throws {
    let expected = """
      Usage: pocket-archive [OPTION]... COMMAND [ARGUMENT]...

      Brings recordings home from a voice recorder and proves that each of them is
      safe before any is deleted.

      Commands:
        run      runs the whole pipeline
        inspect  says what is in MP3 files
        retry    tries again
        copy     copies
        version  prints the version
        help     prints help

      Options of all commands:
        -a, --archive DIR  the archive
            --json         prints JSON
        -v, --verbose      says more; may be given again
            --color auto|always|never
                           when to use colour
        -h, --help         prints help and does nothing else

      Help on other topics:
        exit-codes  what the program ends with

      More: pocket-archive help COMMAND or TOPIC

      """
    #expect(helpText(sampleProgram) == expected)
    #expect(try helpText(about: nil, of: sampleProgram) == expected)
    #expect(try helpText(about: "help", of: sampleProgram) == expected)
  }

  @Test func ofACommand() throws {
    #expect(
      try helpText(about: "run", of: sampleProgram) == """
        Usage: pocket-archive run [OPTION]... [PIPELINE]

        Runs the whole pipeline.

        Operands:
          PIPELINE  a file, or a name in pipelines/

        Options:
              --recorder NAME|ADDRESS|simulated[:SEED]
                         which recorder, by its name in the settings or by its address;
                         the settings' all where none is given; may be given again
          -n, --dry-run  changes nothing

        Options of all commands:
          -a, --archive DIR  the archive
              --json         prints JSON
          -v, --verbose      says more; may be given again
              --color auto|always|never
                             when to use colour
          -h, --help         prints help and does nothing else

        A run holds the archive until it ends.
        Another then ends with code 30.

        Example:
          pocket-archive run --recorder desk

        """)
  }

  @Test(arguments: [
    ("inspect", "inspect [OPTION]... FILE..."), ("retry", "retry [OPTION]... [ID]..."),
    ("copy", "copy [OPTION]... FROM TO [NAME]"), ("version", "version [OPTION]..."),
  ])
  func usageShowsWhatMayBeLeftOut(command: String, usage: String) throws {
    let text = try helpText(about: command, of: sampleProgram)
    #expect(text.hasPrefix("Usage: pocket-archive \(usage)\n\n"))
  }

  @Test func ofATopicKeepsTables() throws {
    #expect(
      try helpText(about: "exit-codes", of: sampleProgram) == """
        exit-codes: what the program ends with

        The code is the first that applies.

           0  all done
          10  recorder   away

        """)
  }

  @Test func ofSomethingUnknown() throws {
    let error = try #require(throws: ArgumentError.self) {
      _ = try helpText(about: "exit-code", of: sampleProgram)
    }
    #expect(
      error.description
        == "pocket-archive help: unknown command exit-code; did you mean exit-codes?")
  }

  @Test func aProgramWithoutOptionsOrTopics() {
    let program = ProgramTable(
      name: "tool", summary: "Works.", commands: [CommandTable("do", summary: "does it.")])
    #expect(
      helpText(program) == """
        Usage: tool [OPTION]... COMMAND [ARGUMENT]...

        Works.

        Commands:
          do  does it.

        Options of all commands:
          -h, --help  prints help and does nothing else

        More: tool COMMAND --help

        """)
    #expect(helpText(program.commands[0], of: program).contains("\n\nDoes it.\n\n"))
  }

  /// Texts of every length, so that each comes to break at each column.
  @Test func neverExceedsTheScreen() {
    for length in 1...160 {
      let words =
        String(repeating: "word ", count: length / 5) + String(repeating: "x", count: length % 5)
      let command = CommandTable(
        "go", summary: words,
        operands: [Operand("FILE", help: words)]
          + (0..<12).map { Operand("OPERAND\($0)", isOptional: true, help: words) },
        options: [Option("some-option", value: ValueShape("VALUE"), help: words)],
        notes: [words + "\n\n" + words])
      let program = ProgramTable(name: "tool", summary: words, commands: [command])
      let text = helpText(program) + helpText(command, of: program)
      for line in text.split(separator: "\n") {
        #expect(line.count <= 80, "\(line)")
        #expect(line.last != " ")
      }
    }
  }

  @Test func whatCannotBeBrokenIsNotLost() {
    let address = String(repeating: "x", count: 200)
    let text = helpText(HelpTopic("t", summary: "s", text: "a \(address) b"))
    #expect(text == "t: s\n\na\n\(address)\nb\n")
  }
}
