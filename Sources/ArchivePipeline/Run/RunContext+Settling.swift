import BlobStore
import Catalog
import Fixity
import HostIO
import JobGraph

/// The ends a recording can come to besides the library.
extension RunContext {
  /// What is known about how a branch's bytes were obtained and checked, as an object.
  ///
  /// A branch that began with bytes of an earlier run carries on the evidence of that run. The listing is
  /// replaced only where it was not complete, and by one that is and shows the same.
  func evidence(
    _ branch: Branch, validate: JobResult
  ) async throws(PipelineError) -> SHA256Digest {
    var evidence = EvidenceRecord()
    let versions = try await state.keeper().versions(of: branch.id)
    let earlier = branch.evidence ?? versions.last { $0.object == branch.content }?.evidence
    // Where that has rotted, what it proved is not proven any more, and the bytes are what they are.
    if let earlier, let known = try decodeIfWhole(EvidenceRecord.self, earlier) { evidence = known }
    evidence.validate = validate.fingerprint
    evidence.verdict = validate.outputs["verdict"]
    let listing = try await state.currentListing()
    if await !state.isComplete(evidence.listing, in: self), listing.isComplete,
      listing.shows(branch.work)
    {
      evidence.listing = listing.object
    }
    return try put(evidence.json)
  }

  /// The recording has no bytes at all. There is nothing to keep and nothing to publish.
  func settleEmpty(_ branch: Branch) async throws(PipelineError) {
    try await settle(branch, nil, .empty, note: "it has no bytes") { line, _ in
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
    let version = try await settle(branch, content, .damaged, note: note) { line, _ in
      line.bytes = verdict.size
      line.samples = verdict.samples
      line.sampleRate = verdict.sampleRate
      line.verdict = verdict.verdict
    }
    let recorder = try await state.keeper().recorder()
    let path = PublishStage.path(branch.id, version: version, of: recorder)
    try Quarantine(archive: archive).place(content, verdict: verdict, at: path)
    report(.damaged(branch.id, verdict, note: note, kept: path))
  }

  /// The recording could not be fetched, checked or published; the next run tries again, from the bytes if
  /// there are any.
  ///
  /// - Throws: The error itself, if it is the archive's disk that failed and not this recording.
  func settleFailure(_ branch: Branch, _ error: PipelineError) async throws(PipelineError) {
    if error.stopsTheRun { throw error }
    let content = branch.bestContent
    let bytes = try content.map { content throws(PipelineError) in
      try PipelineError.wrapBlob { () throws(BlobStoreError) in
        try archive.blobs.status(of: content)?.size
      }
    }
    try await settle(branch, content, .failed, note: Diagnosis(error).what) { line, row in
      line.bytes = bytes ?? row?.bytes
    }
    report(.failed(branch.id, error))
  }

  /// The jobs that read a recording anew whose stored bytes are gone or have rotted; nil where the error is
  /// another, or the source does not show it any more.
  func refetch(
    _ branch: Branch, after error: PipelineError
  ) async throws(PipelineError) -> [Job]? {
    guard case .blob(let cause) = error, cause.code == .missing || cause.code == .corrupt,
      cause.object == branch.content, branch.work.step == .validate, branch.attempt == 1,
      try await state.currentListing().shows(branch.work)
    else { return nil }
    let next = branch.nextAttempt(remembering: false)
    await state.begin(next)
    return jobs(of: "download", next, needs: [])
  }

  /// Writes a fate down, unless more than that is known already.
  ///
  /// - Returns: The version it was written for, or would have been.
  @discardableResult
  private func settle(
    _ branch: Branch, _ content: SHA256Digest?, _ fate: Fate, note: String,
    _ fill: (inout RecordingLine, RecordingRow?) -> Void
  ) async throws(PipelineError) -> Int {
    let keeper = try await state.keeper()
    let versions = await keeper.versions(of: branch.id)
    let version = VersionNumber.of(content, asked: branch.work.version, among: versions)
    let row = versions.first { $0.key.version == version }
    // What is published stays so, whatever went wrong with fetching it again; and bytes that are kept are
    // not forgotten because none came this time.
    let isLess = content == nil && row?.object != nil && row?.object != branch.content
    if row?.knownFate?.isPublished == true || isLess { return version }
    var line = line(branch.work, fate, note: note)
    line.version = version
    line.object = content
    line.evidence = content == nil ? nil : branch.evidence ?? row?.evidence
    line.attempts = branch.attempts
    fill(&line, row)
    let closing = VersionNumber.closing(line, asked: branch.work.version, among: versions)
    try await keeper.record([line, closing].compactMap { $0 }.map { .recording($0) })
    return version
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
