import ArchivePipeline
import Arguments
import Settings

/// Why a command did not do what it was asked: a code for the shell and a line for people.
struct CommandError: Error {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ error: PipelineError) {
    code = ExitCode(error)
    message = Self.text(Diagnosis(error))
  }

  init(_ error: ArchiveError) {
    self.init(.archive(error))
  }

  init(_ error: SettingsError) {
    code = .usage
    message = error.description
  }

  init(_ error: ArgumentError) {
    code = .usage
    message = error.description
  }

  static func text(_ diagnosis: Diagnosis) -> String {
    diagnosis.what + (diagnosis.remedy.map { " (\($0))" } ?? "")
  }
}
