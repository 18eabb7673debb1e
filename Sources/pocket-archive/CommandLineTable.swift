import Arguments

/// The whole command line, from which parsing and help are made.
enum CommandLineTable {
  static let commands: [any Command.Type] = [
    RunCommand.self, PlanCommand.self, StatusCommand.self, ListCommand.self, ShowCommand.self,
    InspectCommand.self, VerifyCommand.self, ImportCommand.self, HelpCommand.self,
    VersionCommand.self,
  ]

  static let program = ProgramTable(
    name: "pocket-archive",
    summary:
      "Brings every recording of a Pocket voice recorder home, and proves that each is safe.",
    common: [
      Option(
        "archive", value: ValueShape("DIR", completion: .folders),
        help: "The archive (else POCKET_ARCHIVE, the configuration, or "
          + "$XDG_DATA_HOME/pocket-archive)."),
      Option(
        "config", value: ValueShape("FILE", completion: .files),
        help: "Read this configuration and no other."),
      Option("json", help: "Print JSON instead of text."),
      Option("quiet", short: "q", help: "Print nothing but results asked for and errors."),
      Option("verbose", short: "v", help: "Print a summary also where nobody watches."),
      Option("no-progress", help: "Draw no progress line."),
    ],
    commands: commands.map { $0.table },
    topics: [
      HelpTopic(
        "exit-codes", summary: "What the exit codes mean.",
        text: ExitCode.allCases.map { code in
          let number = String(code.rawValue)
          return String(repeating: " ", count: max(0, 3 - number.count)) + number + "  "
            + code.meaning
        }.joined(separator: "\n"))
    ])

  static let recorder = Option(
    "recorder", value: ValueShape("NAME|folder:PATH|simulated[:SEED]"),
    help: "A recorder of the configuration, a folder of MP3s, or a simulated recorder (else "
      + "POCKET_RECORDER, or the configuration).")

  static let ids = Option(
    "id", value: ValueShape("ID"),
    help: "Only this recording; may be given more than once.", isRepeatable: true)

  /// What narrows a run down.
  static let selection = [
    ids,
    Option("since", value: ValueShape("DATE"), help: "Only recordings of this day and later."),
    Option("until", value: ValueShape("DATE"), help: "Only recordings of this day and earlier."),
    Option("last", value: ValueShape("N"), help: "Only of the N newest that are listed."),
  ]
}
