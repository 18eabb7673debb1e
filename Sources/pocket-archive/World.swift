import ArchivePipeline
import Arguments
import HostIO

/// What a command is given: its arguments, and the world outside.
struct World {
  let arguments: ParsedArguments
  let environment: [String: String]
  let console: Console
  let host: Host

  var isJSON: Bool { arguments.has("json") }

  /// Reads the settings. Nothing outside is touched but the configuration files.
  func configuration() throws(CommandError) -> Configuration {
    try Configuration(arguments, environment: environment, fileSystem: host.fileSystem)
  }

  /// Opens the archive for a command that only reads.
  func archive() throws(CommandError) -> Archive {
    let path = try configuration().archive
    do throws(ArchiveError) {
      return try Archive.open(path, host: host)
    } catch {
      throw CommandError(error)
    }
  }

  /// What is known of every recorder.
  func books() async throws(CommandError) -> [FateBook] {
    let archive = try archive()
    do throws(PipelineError) {
      return try await CatalogIndex.books(archive)
    } catch {
      throw CommandError(error)
    }
  }
}
