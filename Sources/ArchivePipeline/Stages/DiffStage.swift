import Catalog
import Fixity
import HostIO
import JobGraph

/// Compares what is listed with what is known, and fans the graph out: a branch a recording. Pure.
struct DiffStage: Stage {
  let kind = JobKind(name: "diff", version: 2, isPure: true)

  func inputs(
    of job: Job, from needs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest] {
    let known = try KnownState(book: await run.state.keeper().wholeBook(), archive: run.archive)
    guard let listing = needs["listing"] else { throw .fault("diff without a listing") }
    return ["listing": listing, "known": try run.put(known.json)]
  }

  func perform(
    _ job: Job, inputs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest] {
    guard let listing = inputs["listing"], let known = inputs["known"] else {
      throw .fault("diff without its inputs")
    }
    let difference = Difference(
      listing: try run.decode(ListingRecord.self, listing),
      known: try run.decode(KnownState.self, known))
    return ["plan": try run.put(difference.json)]
  }

  func settle(
    _ job: Job, result: JobResult, in run: RunContext
  ) async throws(PipelineError) -> [Job] {
    let plan = try run.decode(Difference.self, try result.output("plan"))
    guard let object = result.inputs["listing"] else { throw .fault("diff without a listing") }
    let listing = try run.decode(ListingRecord.self, object)
    let work = run.selection.selected(plan.work, listing: listing)
    run.report(.planned(plan, selected: work))
    try await reportUnmatched(listing, in: run)
    try await recordListed(plan, in: run)
    try requireSpace(for: work, in: run)
    var jobs: [Job] = []
    for item in work {
      let branch = Branch(work: item)
      await run.state.begin(branch)
      switch item.step {
      case .download: jobs += run.jobs(of: "download", branch, needs: [job.id])
      case .validate: jobs += run.jobs(of: "validate", branch, needs: [job.id])
      }
    }
    return jobs
  }

  /// An ID that nothing has is a slip of the pen, and silence would look like success.
  private func reportUnmatched(
    _ listing: ListingRecord, in run: RunContext
  ) async throws(PipelineError) {
    guard !run.selection.ids.isEmpty else { return }
    let known = try await run.state.keeper().wholeBook().recordingIDs
    let unmatched = run.selection.unmatched(among: listing.entries.compactMap(\.id) + known)
    if !unmatched.isEmpty { run.report(.unmatched(unmatched)) }
  }

  /// Twice the bytes that will come: the object, and its copy in the library.
  private func requireSpace(
    for work: [Difference.Work], in run: RunContext
  ) throws(PipelineError) {
    var needed = run.reserveBytes
    for item in work where item.step == .download {
      let (sum, overflow) = needed.addingReportingOverflow(
        max(0, item.expectedBytes).multipliedReportingOverflow(by: 2).partialValue)
      needed = overflow ? .max : sum
    }
    let archive = run.archive
    let space = try PipelineError.wrap { () throws(FileError) in
      try archive.fileSystem.space(at: archive.layout.root)
    }
    guard space.availableBytes < needed, !work.isEmpty else { return }
    throw .archive(
      ArchiveError(
        code: .tooLittleSpace, path: archive.layout.root,
        detail: "\(needed) bytes are needed and \(space.availableBytes) are free"))
  }

  /// Every ID gets its fate the moment it is first listed, before anything is done about it.
  private func recordListed(
    _ plan: Difference, in run: RunContext
  ) async throws(PipelineError) {
    let keeper = try await run.state.keeper()
    var lines = plan.new.map { run.line($0, .listed) }
    for item in plan.recording {
      guard let id = item.id else { continue }
      let row = await keeper.latest(id)
      // What there is of it stays: the source has begun another under its name.
      if row == nil || row?.knownFate?.isUnsafe == true && row?.object == nil {
        if row?.knownFate != .recording { lines.append(run.line(item, .recording)) }
      }
    }
    for item in plan.unaddressable {
      guard let id = item.id else { continue }
      let isKnown = await keeper.latest(id) != nil
      if !isKnown {
        lines.append(run.line(item, .unaddressable, note: Difference.unaddressableNote))
      }
    }
    try await keeper.record(lines.map { .recording($0) })
    await run.state.lost(plan.vanished)
    for item in plan.vanished { run.report(.vanished(item)) }
    for item in plan.recording { run.report(.beingRecorded(item)) }
    for item in plan.unaddressable { run.report(.unaddressable(item)) }
  }
}
