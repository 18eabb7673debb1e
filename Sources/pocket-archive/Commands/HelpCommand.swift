import Arguments

enum HelpCommand: Command {
  static let table = CommandTable(
    "help", summary: "Explain a command or a topic.",
    operands: [Operand("WORD", isOptional: true, help: "A command, or exit-codes.")])

  static func run(_ world: World) async throws(CommandError) -> ExitCode {
    try help(about: world.arguments.operands.first, world)
  }

  static func help(about word: String?, _ world: World) throws(CommandError) -> ExitCode {
    do throws(ArgumentError) {
      world.console.result(
        try helpText(about: word == "help" ? nil : word, of: CommandLineTable.program))
      return .done
    } catch {
      throw CommandError(error)
    }
  }
}
