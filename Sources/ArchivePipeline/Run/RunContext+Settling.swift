import Catalog
import Fixity
import JobGraph

/// The ends a recording can come to besides the library.
extension RunContext {
  /// What is known about how a branch's bytes were obtained and checked, as an object.
  ///
  /// A branch that began with bytes of an earlier run carries on the evidence of that run.
  func evidence(
    _ branch: Branch, validate: JobResult
  ) async throws(PipelineError) -> SHA256Digest {
    var evidence = EvidenceRecord()
    let versions = try await state.keeper().versions(of: branch.id)
    let version = PublishStage.version(branch, versions)
    let earlier =
      branch.evidence ?? versions.first { $0.key.version == version }?.evidence
    if let earlier { evidence = try decode(EvidenceRecord.self, earlier) }
    evidence.validate = validate.fingerprint
    evidence.verdict = validate.outputs["verdict"]
    return try put(evidence.json)
  }

  /// The recording has no bytes at all. There is nothing to keep and nothing to publish.
  func settleEmpty(_ branch: Branch) async throws(PipelineError) {
    try await settle(branch, .empty, note: "it has no bytes") { line in
      line.verdict = "empty"
    }
    report(.empty(branch.id))
  }

  /// What arrived is not whole, however often it was read.
  func settleDamage(_ branch: Branch, _ verdict: VerdictRecord) async throws(PipelineError) {
    guard let content = branch.content else { throw .fault("damage without content") }
    var note = verdict.reason
    if let earlier = branch.earlier {
      note += earlier == content ? "; read twice alike" : "; two readings differ"
    }
    let recorder = try await state.keeper().recorder()
    let path = PublishStage.path(branch.id, version: branch.work.version, of: recorder)
    try await settle(branch, .damaged, note: note) { line in
      line.object = content
      line.bytes = verdict.size
      line.samples = verdict.samples
      line.sampleRate = verdict.sampleRate
      line.verdict = verdict.verdict
      line.evidence = branch.evidence
    }
    try Quarantine(archive: archive).place(content, verdict: verdict, at: path)
    report(.damaged(branch.id, verdict, note: note, kept: path))
  }

  /// The recording could not be fetched, checked or published; the next run tries again.
  ///
  /// - Throws: The error itself, if it is the archive's disk that failed and not this recording.
  func settleFailure(_ branch: Branch, _ error: PipelineError) async throws(PipelineError) {
    if error.stopsTheRun { throw error }
    try await settle(branch, .failed, note: Diagnosis(error).what) { line in
      line.object = branch.content
      line.evidence = branch.evidence
    }
    report(.failed(branch.id, error))
  }

  private func settle(
    _ branch: Branch, _ fate: Fate, note: String, _ fill: (inout RecordingLine) -> Void
  ) async throws(PipelineError) {
    let keeper = try await state.keeper()
    let row = await keeper.versions(of: branch.id)
      .first { $0.key.version == branch.work.version }
    // What is published stays so, whatever went wrong with fetching it again.
    if row?.knownFate?.isPublished == true { return }
    var line = line(branch.work, fate, note: note)
    line.attempts = branch.attempts
    fill(&line)
    try await keeper.record([.recording(line)])
  }
}

/// How a recording's bytes were obtained and checked: what a receipt points at.
struct EvidenceRecord: Hashable, Sendable, Codable {
  /// The listing that showed the recording.
  var listing: SHA256Digest?
  /// Fingerprints of the jobs.
  var download: SHA256Digest?
  var validate: SHA256Digest?
  /// Objects.
  var transfer: SHA256Digest?
  var verdict: SHA256Digest?
  /// The bytes of a reading before, where there was one.
  var earlier: SHA256Digest?

  var json: CanonicalJSON {
    .members([
      "listing": (listing?.hex).json, "download": (download?.hex).json,
      "validate": (validate?.hex).json, "transfer": (transfer?.hex).json,
      "verdict": (verdict?.hex).json, "earlier": (earlier?.hex).json,
    ])
  }
}
