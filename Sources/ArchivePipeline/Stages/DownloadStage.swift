import BlobStore
import Catalog
import Fixity
import JobGraph

/// Fetches one recording. An effect: it runs whenever it is asked for, and never twice at a time.
struct DownloadStage: Stage {
  let kind = JobKind(name: "download", version: 1, isPure: false)
  let lane = JobLane.link

  func parameters(
    of job: Job, in run: RunContext
  ) async throws(PipelineError) -> [String: CanonicalJSON] {
    let branch = try await run.state.branch(of: job)
    return [
      "directory": .string(branch.work.directory), "rawID": .string(branch.work.rawID),
      "seconds": branch.work.seconds.json, "attempt": .integer(Int64(branch.attempt)),
      "run": .string(run.id),
    ].compactMapValues { $0 }
  }

  func perform(
    _ job: Job, inputs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest] {
    let branch = try await run.state.branch(of: job)
    let connection = try await run.state.connection()
    let listed = ListedRecording(
      directory: branch.id.directory, rawID: branch.id.rawID, seconds: branch.work.seconds,
      bytes: branch.work.bytes, modifiedNanoseconds: branch.work.modified)
    let note = CanonicalJSON.object(job.parameters).bytes
    let intake = try PipelineError.wrapBlob { () throws(BlobStoreError) in
      try Intake(blobs: run.archive.blobs, note: note) { received in
        run.report(.received(branch.id, bytes: received, of: branch.work.bytes))
      }
    }
    do throws(SourceError) {
      try await connection.download(listed, into: intake)
    } catch {
      intake.discard()
      throw error.sink == .cancelled ? .cancelled : .source(error)
    }
    let received = intake.received
    if let announced = intake.announced, announced != received {
      intake.discard()
      throw .length(announced: announced, received: received)
    }
    let (object, inspection) = try PipelineError.wrapBlob { () throws(BlobStoreError) in
      try intake.commit()
    }
    await run.state.keep(inspection, of: object)
    let transfer = TransferRecord(
      announced: intake.announced, received: received, transport: connection.transport,
      sha256: object)
    return ["content": object, "transfer": try run.put(transfer.json)]
  }

  /// From here on a run that is cut off need not fetch it again.
  func settle(
    _ job: Job, result: JobResult, in run: RunContext
  ) async throws(PipelineError) -> [Job] {
    var branch = try await run.state.branch(of: job)
    branch.readings += 1
    branch.content = try result.output("content")
    branch.evidence = try run.put(
      .members([
        "listing": .string(try await run.state.currentListing().object.hex),
        "download": .string(result.fingerprint.hex),
        "transfer": .string(try result.output("transfer").hex),
        "earlier": (branch.earlier?.hex).json,
      ]))
    await run.state.update(branch)
    try await recordFetched(branch, in: run)
    return run.jobs(after: kind, branch, needs: [job.id])
  }

  private func recordFetched(_ branch: Branch, in run: RunContext) async throws(PipelineError) {
    let keeper = try await run.state.keeper()
    let versions = await keeper.versions(of: branch.id)
    let version = VersionNumber.of(
      branch.content, asked: branch.work.version, among: versions)
    // What is settled is not made less than that.
    let row = versions.first { $0.key.version == version }
    if row?.object != nil, row?.knownFate?.isSettled == true { return }
    var line = run.line(branch.work, .listed)
    line.version = version
    line.object = branch.content
    line.bytes = try branch.content.map { object throws(PipelineError) in
      try run.size(of: object)
    }
    line.evidence = branch.evidence
    line.attempts = branch.attempts
    try await keeper.record([.recording(line)])
  }

  func recover(
    _ job: Job, from error: PipelineError, in run: RunContext
  ) async throws(PipelineError) -> [Job] {
    let branch = try await run.state.branch(of: job)
    if error.isWorthRetrying, branch.attempt < run.pipeline.attempts {
      let next = branch.nextAttempt()
      await run.state.begin(next)
      return run.jobs(of: kind.name, next, needs: [])
    }
    try await run.settleFailure(branch, error)
    return []
  }
}

extension PipelineError {
  /// Whether reading the recording again, in this run, may succeed.
  var isWorthRetrying: Bool {
    switch self {
    case .source(let error): error.isWorthRetrying
    case .length: true
    default: false
    }
  }
}

/// How the bytes of one reading came, as an object.
struct TransferRecord: Hashable, Sendable, Codable {
  /// Bytes, as the source announced them before the first; nil if it did not.
  var announced: Int64?
  var received: Int64
  var transport: String
  var sha256: SHA256Digest

  var json: CanonicalJSON {
    .members([
      "announced": announced.json, "received": .integer(received),
      "transport": .string(transport), "sha256": .string(sha256.hex),
    ])
  }
}
