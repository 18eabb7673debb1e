import Fixity
import JobGraph

/// Lists every recording of the source. An observation.
struct InventoryStage: Stage {
  let kind = JobKind(name: "inventory", version: 1, isPure: false)
  let lane = JobLane.link

  func perform(
    _ job: Job, inputs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest] {
    let connection = try await run.state.connection()
    let inventory = try await PipelineError.wrapSource { () async throws(SourceError) in
      try await connection.inventory()
    }
    let isKnown = try await !run.state.keeper().wholeBook().recordingIDs.isEmpty
    let sighting = try await run.state.sighting()
    try await PipelineError.wrapSource { () async throws(SourceError) in
      try inventory.requirePlausible(sighting, isKnown: isKnown)
    }
    run.report(.listed(inventory))
    let listing = try run.put(ListingRecord(inventory).json)
    return ["listing": listing]
  }

  func settle(
    _ job: Job, result: JobResult, in run: RunContext
  ) async throws(PipelineError) -> [Job] {
    let listing = try result.output("listing")
    await run.state.listed(try run.decode(ListingRecord.self, listing), as: listing)
    return []
  }
}
