import ArchivePipeline
import Arguments
import Settings

/// Why a command did not do what it was asked: a code for the shell and a line for people.
struct CommandError: Error {
  let code: ExitCode
  let message: String
  /// Whether other recorders can be archived all the same.
  let isAboutOneSource: Bool

  init(_ code: ExitCode, _ message: String, isAboutOneSource: Bool = false) {
    self.isAboutOneSource = isAboutOneSource
    self.code = code
    self.message = message
  }

  init(_ error: PipelineError) {
    self.init(ExitCode(error), Self.text(Diagnosis(error)))
  }

  init(_ error: ArchiveError) {
    self.init(.archive(error))
  }

  init(_ error: SettingsError) {
    self.init(.usage, error.description)
  }

  init(_ error: ArgumentError) {
    self.init(.usage, error.description)
  }

  static func text(_ diagnosis: Diagnosis) -> String {
    diagnosis.what + (diagnosis.remedy.map { " (\($0))" } ?? "")
  }
}
