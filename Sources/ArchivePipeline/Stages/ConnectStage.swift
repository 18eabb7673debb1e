import Fixity
import JobGraph

/// Opens the source. An effect.
struct ConnectStage: Stage {
  let kind = JobKind(name: "connect", version: 1, isPure: false)
  let lane = JobLane.link

  func perform(
    _ job: Job, inputs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest] {
    let connection = try await PipelineError.wrapSource { () async throws(SourceError) in
      try await run.source.connect()
    }
    await run.state.opened(connection)
    return ["link": try run.put(.object(["transport": .string(connection.transport)]))]
  }
}
