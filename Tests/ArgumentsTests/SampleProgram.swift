import Arguments
import Testing

/// A program with each sort of option and operand.
let sampleProgram = ProgramTable(
  name: "pocket-archive",
  summary:
    "Brings recordings home from a voice recorder and proves that each of them is safe before any "
    + "is deleted.",
  common: [
    Option(
      "archive", short: "a", value: ValueShape("DIR", completion: .folders), help: "the archive"),
    Option("json", help: "prints JSON"),
    Option("verbose", short: "v", help: "says more", isRepeatable: true),
    Option("color", value: .words("auto", "always", "never"), help: "when to use colour"),
  ],
  commands: [
    CommandTable(
      "run", summary: "runs the whole pipeline",
      operands: [
        Operand("PIPELINE", isOptional: true, help: "a file, or a name in pipelines/")
      ],
      options: [
        Option(
          "recorder", value: ValueShape("NAME|ADDRESS|simulated[:SEED]"),
          help: "which recorder, by its name in the settings or by its address; the settings' all "
            + "where none is given", isRepeatable: true),
        Option("dry-run", short: "n", help: "changes nothing"),
      ],
      notes: ["A run holds the archive until it ends.\nAnother then ends with code 30."],
      examples: ["pocket-archive run --recorder desk"]),
    CommandTable(
      "inspect", summary: "says what is in MP3 files",
      operands: [Operand("FILE", isRepeated: true, help: "an MP3 file")],
      examples: ["pocket-archive inspect a.mp3", "pocket-archive inspect -- -odd.mp3"]),
    CommandTable(
      "retry", summary: "tries again",
      operands: [Operand("ID", isOptional: true, isRepeated: true, help: "a recording")]),
    CommandTable(
      "copy", summary: "copies",
      operands: [
        Operand("FROM", help: "a folder"), Operand("TO", help: "another"),
        Operand("NAME", isOptional: true, help: "the copy's name"),
      ]),
    CommandTable("version", summary: "prints the version"),
    CommandTable(
      "help", summary: "prints help",
      operands: [Operand("TOPIC", isOptional: true, help: "a command or a topic")]),
  ],
  topics: [
    HelpTopic(
      "exit-codes", summary: "what the program ends with",
      text: "The code is the first that applies.\n\n   0  all done\n  10  recorder   away")
  ])

/// The sample program's reading of words that stand between spaces.
func parsed(_ line: String) throws(ArgumentError) -> ParsedArguments {
  try parse(line.split(separator: " ").map(String.init), with: sampleProgram)
}
