import BlobStore
import Catalog
package import HostIO
import JobGraph

/// One execution of a pipeline on one archive.
package struct ArchiveRun: Sendable {
  package var archive: Path
  package var pipeline: Pipeline
  package var selection: RunSelection
  /// Bytes that must stay free on the archive's disk.
  package var reserveBytes: Int64
  /// How many jobs may work at once beside the link.
  package var processors: Int
  /// Who runs, for the message that others get while the lock is held.
  package var holder: String

  package init(
    archive: Path, pipeline: Pipeline, selection: RunSelection = .everything,
    reserveBytes: Int64 = 32 << 20, processors: Int = 2,
    holder: String
  ) {
    self.archive = archive
    self.pipeline = pipeline
    self.selection = selection
    self.reserveBytes = reserveBytes
    self.processors = processors
    self.holder = holder
  }

  /// What a run came to, and what stopped it, if anything did.
  package struct Outcome: Sendable {
    package let summary: RunSummary
    package let error: PipelineError?
  }

  /// Runs. When the task is cancelled nothing new is started, and what is finished is kept.
  ///
  /// - Parameters:
  ///   - watch: Is told what happens, from any task.
  /// - Throws: What kept the run from beginning; nothing has changed then but the archive being made.
  package func perform(
    from source: any RecordingSource, host: Host,
    watch: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async throws(PipelineError) -> Outcome {
    let kind = try await PipelineError.wrapSource { () async throws(SourceError) in
      try await source.kind()
    }
    let (archive, lock) = try PipelineError.wrapArchive { () throws(ArchiveError) in
      try Archive.openForWriting(self.archive, kind: kind, holder: holder, host: host)
    }
    defer { lock.release() }
    let cutOff = try PipelineError.wrapBlob { () throws(BlobStoreError) in
      try archive.blobs.sweep()
    }
    let catalog = try await CatalogIndex.open(archive)
    let id = Self.runID(host)
    let reporter = try Self.reporter(id, archive, watch)
    let run = RunContext(
      id: id, archive: archive, source: source, pipeline: pipeline, selection: selection,
      reserveBytes: reserveBytes, state: RunState(catalog: catalog), reporter: reporter)
    run.report(.started(run: id, pipeline: pipeline.name))
    if !cutOff.isEmpty { run.report(.swept(cutOff.map { String(decoding: $0, as: UTF8.self) })) }
    var error = await Self.work(run, processors: processors)
    await source.release()
    do throws(PipelineError) {
      try await Self.close(run, catalog, after: error)
    } catch let later {
      error = error ?? later
    }
    try? await catalog.close()
    return Self.outcome(run, error)
  }

  /// The moment and four random digits: sorted by time, and never twice the same.
  private static func runID(_ host: Host) -> String {
    let time = host.clock.now.rfc3339.filter { $0 != "-" && $0 != ":" }
    return time + "-" + host.randomness.hexName(byteCount: 2)
  }

  private static func reporter(
    _ id: String, _ archive: Archive, _ watch: @escaping @Sendable (RunEvent) -> Void
  ) throws(PipelineError) -> RunReporter {
    let folder = archive.layout.runs / id
    return try PipelineError.wrap { () throws(FileError) in
      try archive.fileSystem.createDirectory(folder, permissions: ArchivePermissions.folder)
      let events = try archive.fileSystem.open(
        folder / "events.jsonl", .createNew, permissions: ArchivePermissions.file)
      return RunReporter(run: id, file: events, clock: archive.host.clock, watch: watch)
    }
  }

  private static func work(_ run: RunContext, processors: Int) async -> PipelineError? {
    var runner = Runner(run: run, processors: processors)
    do throws(PipelineError) {
      try await runner.runAll(run.pipeline.firstJobs())
      return nil
    } catch {
      return error
    }
  }

  /// What ends every run that reached its recorder: the library's lists, and a line in the log.
  private static func close(
    _ run: RunContext, _ catalog: Catalog, after error: PipelineError?
  ) async throws(PipelineError) {
    let rows = try await PipelineError.wrapCatalog { () async throws(CatalogError) in
      try await catalog.recordings()
    }
    try Manifest(rows: rows).write(to: run.archive)
    guard await run.state.hasKeeper else { return }
    var summary = run.reporter.summary
    summary.end(error == nil ? .complete : .stopped)
    let visit = VisitLine(
      run: run.id, at: run.archive.host.clock.now.rfc3339,
      outcome: summary.outcome == .complete ? VisitLine.complete : VisitLine.partial,
      condition: try await run.state.sighting().condition)
    // The alarm was raised already; it is written down last, so that a run that is cut off raises it again.
    let vanished = await run.state.vanished.map {
      FateLine.recording(run.line($0, .vanished, note: "gone before it was archived"))
    }
    try await run.state.keeper().record(vanished + [.visit(visit)])
  }

  private static func outcome(_ run: RunContext, _ error: PipelineError?) -> Outcome {
    let summary = run.reporter.end(
      error == nil ? .complete : error == .cancelled ? .interrupted : .stopped)
    let report = RunReport(summary: summary, error: error).json.fileBytes
    let archive = run.archive
    // The run is over and everything it did is safe; a report that cannot be written changes nothing.
    try? archive.fileSystem.writeDurably(
      report, to: archive.layout.runs / run.id / "report.json", staging: archive.layout.incoming,
      permissions: ArchivePermissions.file, replacing: true,
      randomness: archive.host.randomness)
    return Outcome(summary: summary, error: error)
  }
}
