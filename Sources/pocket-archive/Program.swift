import ArchivePipeline
import Arguments
import HostIO

/// From the command line to an exit code.
enum Program {
  static func run(_ words: [String]) async -> ExitCode {
    StandardStreams.ignoreBrokenPipes()
    let arguments: ParsedArguments
    do throws(ArgumentError) {
      arguments = try parse(words, with: CommandLineTable.program)
    } catch {
      Console(volume: .normal, noProgress: true).complain(error.description)
      return .usage
    }
    let console = Console(
      volume: arguments.has("quiet") ? .quiet : arguments.has("verbose") ? .verbose : .normal,
      noProgress: arguments.has("no-progress") || arguments.has("json"))
    let world = World(
      arguments: arguments, environment: ProcessEnvironment.variables(), console: console,
      host: .machine)
    do throws(CommandError) {
      return try await dispatch(world)
    } catch {
      console.complain(error.message)
      return error.code
    }
  }

  private static func dispatch(_ world: World) async throws(CommandError) -> ExitCode {
    if world.arguments.isHelpRequested {
      return try HelpCommand.help(about: world.arguments.command, world)
    }
    guard
      let command = CommandLineTable.commands.first(where: {
        $0.table.name == world.arguments.command
      })
    else {
      throw CommandError(.fault, "no command \(world.arguments.command)")
    }
    return try await command.run(world)
  }
}

/// One command: its part of the command line, and what it does.
protocol Command: SendableMetatype {
  static var table: CommandTable { get }
  static func run(_ world: World) async throws(CommandError) -> ExitCode
}
