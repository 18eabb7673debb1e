import ArchivePipeline
import Arguments
import HostIO
import JobGraph
import Settings
import Spelling

enum RunCommand: Command {
  static let table = CommandTable(
    "run", summary: "Bring home whatever is new, check it, and publish it.",
    operands: [
      Operand(
        "PIPELINE", isOptional: true,
        help: "A pipeline file, or the name of a built-in one (archive).")
    ],
    options: [CommandLineTable.recorder] + CommandLineTable.selection,
    notes: [
      "A run that is interrupted keeps everything it has finished; the next one goes on from there.",
      "Without a terminal a run that goes well prints nothing, or one line with --verbose.",
    ],
    examples: [
      "pocket-archive run --recorder folder:/media/pocket",
      "pocket-archive run --recorder simulated:7 --archive rehearsal",
      "pocket-archive run --since 2026-01-05 --last 10",
    ])

  static func run(_ world: World) async throws(CommandError) -> ExitCode {
    let configuration = try world.configuration()
    guard !configuration.recorders.isEmpty else { throw noRecorder }
    return try await run(
      configuration.recorders, pipeline: pipeline(world), configuration, world)
  }

  static let noRecorder = CommandError(
    .usage,
    "no recorder is configured: give --recorder folder:PATH or --recorder simulated, or set "
      + "`recorder:` in ~/.config/pocket-archive/config.yaml")

  /// Runs a pipeline for one recorder after the other.
  static func run(
    _ recorders: [Configuration.Recorder], pipeline: Pipeline, _ configuration: Configuration,
    _ world: World
  ) async throws(CommandError) -> ExitCode {
    let selection = try RunSelection(world.arguments)
    // Every source is looked at before the first is used: a misspelt one stops the night at once, one that
    // is away stops only itself.
    var sources: [(Configuration.Recorder, any RecordingSource)] = []
    var codes: [ExitCode] = []
    for recorder in recorders {
      do throws(CommandError) {
        let source = try recorder.source(
          archive: configuration.archive, environment: world.environment, mayWrite: true,
          host: world.host)
        sources.append((recorder, source))
      } catch  where error.isAboutOneSource {
        world.console.complain(error.message)
        codes.append(error.code)
      }
    }
    for (recorder, source) in sources {
      codes.append(await run(recorder, source, selection, pipeline, configuration, world))
      if codes.last == .interrupted { break }
    }
    return ExitCode.worst(codes)
  }

  private static func run(
    _ recorder: Configuration.Recorder, _ source: any RecordingSource, _ selection: RunSelection,
    _ pipeline: Pipeline, _ configuration: Configuration, _ world: World
  ) async -> ExitCode {
    let run = ArchiveRun(
      archive: configuration.archive, pipeline: pipeline,
      selection: selection, reserveBytes: configuration.reserve.bytes,
      holder: "process \(ProcessEnvironment.processIdentifier) (pocket-archive run)")
    let presenter = RunPresenter(console: world.console, clock: world.host.clock)
    let result = await interruptible {
      await outcome(of: run, from: source, world.host) { presenter.take($0) }
    }
    world.console.clearProgress()
    switch result {
    case .success(let outcome): return finish(outcome, world)
    case .failure(let error):
      world.console.complain(CommandError.text(Diagnosis(error)))
      return ExitCode(error)
    }
  }

  private static func outcome(
    of run: ArchiveRun, from source: any RecordingSource, _ host: Host,
    watch: @escaping @Sendable (RunEvent) -> Void
  ) async -> Result<ArchiveRun.Outcome, PipelineError> {
    do throws(PipelineError) {
      return .success(try await run.perform(from: source, host: host, watch: watch))
    } catch {
      return .failure(error)
    }
  }

  private static func finish(_ outcome: ArchiveRun.Outcome, _ world: World) -> ExitCode {
    let summary = outcome.summary
    if world.isJSON {
      world.console.result(RunReport(summary: summary, error: outcome.error).json.text)
    } else if outcome.error == nil {
      world.console.news(RunPresenter.summary(summary))
    }
    for gap in summary.gaps { world.console.complain("the listing is not complete: \(gap)") }
    guard let error = outcome.error else {
      if summary.listed == 0, summary.skipped == 0, summary.recorder?.origin == .folder {
        world.console.complain(
          "\(RunPresenter.name(summary)) is empty; if a recorder belongs there, it is not mounted")
      }
      return ExitCode(summary)
    }
    let kept =
      summary.archived > 0
      ? "; \(Sentence.count(summary.archived, "recording")) archived before that" : ""
    world.console.complain(CommandError.text(Diagnosis(error)) + kept)
    return ExitCode.worst([ExitCode(error), ExitCode(summary)])
  }

  /// Runs work until it ends, or until a signal asks to end; then it is cancelled and awaited.
  private static func interruptible<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) async -> Value {
    // The composition root owns the one task that is not structured: signals come from outside.
    let task = Task { await work() }
    let signals = Task {
      for await _ in TerminationSignals.stream() {
        task.cancel()
        // The second one ends the process by itself.
        break
      }
    }
    let value = await task.value
    signals.cancel()
    return value
  }

  /// The pipeline that the arguments name.
  static func pipeline(_ world: World) throws(CommandError) -> Pipeline {
    let name = world.arguments.operands.first ?? "archive"
    do throws(SettingsError) {
      if let text = BuiltInPipelines.text(name) {
        return try Pipeline(text, file: "\(name) (built in)")
      }
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try world.host.fileSystem.readAll(Path(name), limit: 1 << 20)
      } catch {
        throw SettingsError(
          code: .missingKey, file: name, line: 1, column: 1,
          detail: "there is no such pipeline: neither built in nor a file that can be read")
      }
      return try Pipeline(bytes, file: name)
    } catch {
      throw CommandError(error)
    }
  }
}
