import ArchivePipeline
import Arguments
import Settings

enum ImportCommand: Command {
  static let table = CommandTable(
    "import", summary: "Archive MP3s that are already on disk, through the same stages.",
    operands: [
      Operand("FOLDER", help: "A vendor's export, a mounted recorder, any folder of MP3s.")
    ],
    options: [
      Option(
        "name", value: ValueShape("NAME"),
        help: "What the folder is called in the library (else its own name).")
    ] + CommandLineTable.selection,
    notes: ["The folder is read and never changed."],
    examples: ["pocket-archive import ~/Downloads/pocket-export --name desk"])

  static func run(_ world: World) async throws(CommandError) -> ExitCode {
    let configuration = try world.configuration()
    let folder = Configuration.Recorder(
      name: world.arguments.value("name"), source: "folder:" + (world.arguments.operands[0]))
    let pipeline: Pipeline
    do throws(SettingsError) {
      pipeline = try Pipeline(Array(BuiltInPipelines.archive.utf8), file: "archive (built in)")
    } catch {
      throw CommandError(error)
    }
    return try await RunCommand.run([folder], pipeline: pipeline, configuration, world)
  }
}
