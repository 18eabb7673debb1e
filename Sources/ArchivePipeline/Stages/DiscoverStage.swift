import Fixity
import JobGraph

/// Finds the source. An observation.
struct DiscoverStage: Stage {
  let kind = JobKind(name: "discover", version: 1, isPure: false)
  let lane = JobLane.link

  func perform(
    _ job: Job, inputs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest] {
    let sighting = try await PipelineError.wrapSource { () async throws(SourceError) in
      try await run.source.discover()
    }
    guard sighting.kind == run.archive.identity.kind else {
      throw .archive(
        ArchiveError(
          code: .kindMismatch, path: run.archive.layout.root,
          detail: "it holds \(run.archive.identity.kind.name) recordings, and these are "
            + sighting.kind.name))
    }
    try await run.state.found(sighting, in: run)
    let object = CanonicalJSON.object([
      "identity": .string(sighting.identity), "name": .string(sighting.name),
      "origin": .string(sighting.origin.rawValue), "kind": .string(sighting.kind.rawValue),
    ])
    return ["sighting": try run.put(object)]
  }
}
