import BlobStore
import Catalog
import Fixity
import HostIO
import JobGraph

/// Publishes a recording that is whole: its sidecar (pure), then fate, library and receipt.
struct PublishStage: Stage {
  let kind = JobKind(name: "publish", version: 1, isPure: true)

  func parameters(
    of job: Job, in run: RunContext
  ) async throws(PipelineError) -> [String: CanonicalJSON] {
    let branch = try await run.state.branch(of: job)
    let keeper = try await run.state.keeper()
    let recorder = try await keeper.recorder()
    let version = VersionNumber.of(
      branch.content, asked: branch.work.version, among: await keeper.versions(of: branch.id))
    return [
      "recorder": .string(recorder.identity), "recorderName": .string(recorder.name),
      "origin": .string(recorder.origin), "kind": .string(recorder.kind.rawValue),
      "directory": .string(branch.work.directory), "rawID": .string(branch.work.rawID),
      "version": .integer(Int64(version)), "seconds": branch.work.seconds.json,
    ].compactMapValues { $0 }
  }

  func inputs(
    of job: Job, from needs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest] {
    let branch = try await run.state.branch(of: job)
    guard let content = branch.content, let verdict = branch.verdict else {
      throw .fault("publish without content or verdict")
    }
    return ["content": content, "verdict": verdict]
  }

  func perform(
    _ job: Job, inputs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest] {
    guard let content = inputs["content"], let verdict = inputs["verdict"] else {
      throw .fault("publish without its inputs")
    }
    let sidecar = Sidecar.json(
      parameters: job.parameters, content: content,
      verdict: try run.decode(VerdictRecord.self, verdict))
    return ["sidecar": try run.putFile(sidecar)]
  }

  func settle(
    _ job: Job, result: JobResult, in run: RunContext
  ) async throws(PipelineError) -> [Job] {
    let branch = try await run.state.branch(of: job)
    guard let content = branch.content, let verdictObject = branch.verdict else {
      throw .fault("publish without content or verdict")
    }
    let keeper = try await run.state.keeper()
    let versions = await keeper.versions(of: branch.id)
    let verdict = try run.decode(VerdictRecord.self, verdictObject)
    let version = VersionNumber.of(content, asked: branch.work.version, among: versions)
    let path = Self.path(branch.id, version: version, of: try await keeper.recorder())
    let proof = try await Proof(branch, verdict: verdict, in: run)
    let row = versions.first { $0.key.version == version }
    // What was deleted on the recorder stays so while its copy is repaired.
    let fate = row?.knownFate.flatMap { $0.isPublished ? $0 : nil } ?? .archived
    var line = run.line(branch.work, fate, note: proof.note)
    line.version = version
    line.object = content
    line.bytes = verdict.size
    line.samples = verdict.samples
    line.sampleRate = verdict.sampleRate
    line.verdict = verdict.verdict
    line.evidence = branch.evidence
    line.sidecar = try result.output("sidecar")
    line.receipt = proof.receipt.map { SHA256Digest(of: $0) }
    line.path = path.audio.description
    line.attempts = branch.attempts
    // The order is the design's: object and action are durable, then the fate, then what is shown, then
    // what may authorise a delete.
    let lines = [
      isSettled(line, row) ? nil : line,
      VersionNumber.closing(line, asked: branch.work.version, among: versions),
    ]
    try await keeper.record(lines.compactMap { $0 }.map { .recording($0) })
    try LibraryView(archive: run.archive).place(
      content, sidecar: try result.output("sidecar"), at: path)
    if let receipt = proof.receipt { try Proof.write(receipt, to: run.archive) }
    run.report(.archived(branch.id, line, verdict))
    return []
  }

  func recover(
    _ job: Job, from error: PipelineError, in run: RunContext
  ) async throws(PipelineError) -> [Job] {
    let branch = try await run.state.branch(of: job)
    if let jobs = try await run.refetch(branch, after: error) { return jobs }
    try await run.settleFailure(branch, error)
    return []
  }

  /// Whether the log says all of this already, so that nothing need be added to it.
  private func isSettled(_ line: RecordingLine, _ row: RecordingRow?) -> Bool {
    guard let row else { return false }
    return row.knownFate == line.fate && row.object == line.object && row.path == line.path
      && row.sidecar == line.sidecar && row.receipt == line.receipt && row.note == line.note
      && row.listedSeconds == line.listedSeconds && row.listedBytes == line.listedBytes
      && row.listedModified == line.listedModified && row.evidence == line.evidence
  }

  static func path(
    _ id: RecordingID, version: Int, of recorder: RecorderLine
  ) -> LibraryPath {
    LibraryPath(
      recorder: RawName(bytes: recorder.folder.utf8), directory: id.directory, rawID: id.rawID,
      version: version, idIsFileName: recorder.origin == Sighting.Origin.folder.rawValue)
  }
}
