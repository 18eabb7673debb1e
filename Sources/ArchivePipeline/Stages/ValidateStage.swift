import BlobStore
import Fixity
import HostIO
import JobGraph
import MPEGAudio

/// Says what the bytes are: frames, ledger, verdict, duration. Pure.
struct ValidateStage: Stage {
  let kind = JobKind(name: "validate", version: 1, isPure: true)

  func parameters(
    of job: Job, in run: RunContext
  ) async throws(PipelineError) -> [String: CanonicalJSON] {
    let branch = try await run.state.branch(of: job)
    return ["seconds": branch.work.seconds.json].compactMapValues { $0 }
  }

  func inputs(
    of job: Job, from needs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest] {
    guard let content = try await run.state.branch(of: job).content else {
      throw .fault("validate without content")
    }
    return ["content": content]
  }

  func perform(
    _ job: Job, inputs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest] {
    let branch = try await run.state.branch(of: job)
    guard let content = inputs["content"] else { throw .fault("validate without content") }
    let inspection: Inspection
    if let kept = await run.state.inspection(of: content) {
      inspection = kept
    } else {
      inspection = try Self.inspect(content, in: run.archive)
    }
    let record = VerdictRecord(inspection, listedSeconds: branch.work.seconds)
    return ["verdict": try run.put(record.json)]
  }

  func settle(
    _ job: Job, result: JobResult, in run: RunContext
  ) async throws(PipelineError) -> [Job] {
    var branch = try await run.state.branch(of: job)
    let verdict = try run.decode(VerdictRecord.self, try result.output("verdict"))
    branch.verdict = try result.output("verdict")
    branch.evidence = try await run.evidence(branch, validate: result)
    await run.state.update(branch)
    await run.state.forgetInspection(of: branch.content)
    if verdict.isIntact {
      return run.jobs(after: kind, branch, needs: [job.id])
    }
    if verdict.isEmpty {
      try await run.settleEmpty(branch)
      return []
    }
    // One reading proves nothing against the recording: the link may have done it.
    let readings = branch.work.step == .download ? branch.readings : branch.attempts
    if readings < run.pipeline.attempts,
      try await run.state.currentListing().shows(branch.work)
    {
      let next = branch.nextAttempt()
      await run.state.begin(next)
      return run.jobs(of: "download", next, needs: [job.id])
    }
    try await run.settleDamage(branch, verdict)
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

  /// Walks an object's frames, and holds its bytes against its name: what is said of it is said for good.
  ///
  /// - Throws: `.blob` with `.missing` or `.corrupt`.
  static func inspect(
    _ object: SHA256Digest, in archive: Archive
  ) throws(PipelineError) -> Inspection {
    let file = try PipelineError.wrapBlob { () throws(BlobStoreError) in
      try archive.blobs.open(object)
    }
    var walk = FrameWalk()
    let hasher = SHA256Hasher()
    try PipelineError.wrap { () throws(FileError) in
      try file.forEachChunk(chunkBytes: 1 << 18) { chunk in
        hasher.update(chunk)
        walk.consume(chunk)
      }
    }
    guard hasher.finalize() == object else {
      throw .blob(BlobStoreError(code: .corrupt, object: object))
    }
    return walk.finish()
  }
}
