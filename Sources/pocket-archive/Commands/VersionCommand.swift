import ArchivePipeline
import Arguments
import JobGraph

enum VersionCommand: Command {
  static let table = CommandTable("version", summary: "Print the version.")

  static func run(_ world: World) async throws(CommandError) -> ExitCode {
    world.console.result(
      world.isJSON
        ? CanonicalJSON.object([
          "schema": "pocket-archive/version/1", "version": .string(ProgramVersion.text),
        ]).text : "pocket-archive \(ProgramVersion.text)")
    return .done
  }
}
