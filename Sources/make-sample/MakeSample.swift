import HostIO
import RecorderSimulator

/// The program `make-sample`: fills a folder with simulated recordings.
struct MakeSample {
  /// What the caller learns from the exit code.
  private enum ExitCode {
    static let success: Int32 = 0
    static let failure: Int32 = 1
    static let usage: Int32 = 2
    /// The disk is full, or may not be written to.
    static let unwritable: Int32 = 31
  }

  private enum Request {
    case help
    case sample(folder: Path, seed: UInt64)
    case misuse(String)
  }

  private static let help = """
    usage: make-sample FOLDER [SEED]

    Fills FOLDER with simulated recordings, as a voice recorder holds them: ten on four days, one of
    which has lost a piece and one is empty. Beside FOLDER it writes .<name>.pocket-archive-id,
    which says that they are simulated. What is there already stays as it is; what is missing or
    damaged is written again. A folder with somebody's own files, or of another seed, is refused.

      FOLDER  made if it is not there, with the folders above it
      SEED    0 to 18446744073709551615, by default 1; one seed gives one set of recordings

    exit codes: 0 done, 2 wrong arguments, 31 disk full or not writable, 1 other failures

    """

  private let streams = StandardStreams()

  /// Does what the arguments ask.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  /// - Returns: The exit code.
  func run(_ arguments: [String]) -> Int32 {
    switch request(arguments) {
    case .help: return say(Self.help)
    case .misuse(let reason):
      complain("\(reason); usage: make-sample FOLDER [SEED]")
      return ExitCode.usage
    case .sample(let folder, let seed): return make(folder, seed: seed)
    }
  }

  private func request(_ arguments: [String]) -> Request {
    if arguments.contains("--help") || arguments.contains("-h") { return .help }
    guard let name = arguments.first else { return .misuse("no folder is named") }
    guard arguments.count <= 2 else { return .misuse("there are more than two arguments") }
    if let option = arguments.first(where: { $0.hasPrefix("-") }) {
      return .misuse("no such option: \(printable(option.utf8))")
    }
    let folder = Path(name)
    // The ID file is named after the folder, and these are no names.
    if ["", ".", "..", "/"].contains(folder.lastComponent.text) {
      return .misuse("FOLDER must end in a name of its own")
    }
    guard arguments.count == 2 else { return .sample(folder: folder, seed: 1) }
    // `UInt64` would also take a sign.
    guard let seed = UInt64(arguments[1]), !arguments[1].hasPrefix("+") else {
      return .misuse("SEED is not a number from 0 to \(UInt64.max)")
    }
    return .sample(folder: folder, seed: seed)
  }

  private func make(_ folder: Path, seed: UInt64) -> Int32 {
    do throws(SimulatorError) {
      let sample = try SimulatedRecordings(seed: seed)
      let outcome = try SampleFolder(folder, fileSystem: LinuxFileSystem()).write(sample)
      return say(report(sample, outcome, folder))
    } catch {
      complain(error.detail)
      return error.cause?.isUnwritable == true ? ExitCode.unwritable : ExitCode.failure
    }
  }

  private func report(
    _ sample: SimulatedRecordings, _ outcome: SampleFolder.Outcome, _ folder: Path
  ) -> String {
    let content =
      "\(sample.recordings.count) recordings of \(sample.directories.count) days, "
      + "\(sample.totalBytes) bytes, one of them damaged, one empty"
    let written = outcome.added + outcome.replaced
    if written == 0 { return "\(folder): complete already, nothing written: \(content)\n" }
    if outcome.unchanged == 0 && outcome.replaced == 0 { return "\(folder): made \(content)\n" }
    return
      "\(folder): \(written) of \(written + outcome.unchanged) files written again: \(content)\n"
  }

  private func say(_ text: String) -> Int32 {
    do throws(FileError) {
      try streams.writeOutput(text)
      return ExitCode.success
    } catch {
      complain("\(error.path) cannot be written (\(error.code.rawValue))")
      return error.isUnwritable ? ExitCode.unwritable : ExitCode.failure
    }
  }

  private func complain(_ text: String) {
    // Where even this cannot be said, the exit code remains.
    try? streams.writeError("make-sample: \(text)\n")
  }
}
