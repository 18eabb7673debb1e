import Fixity
import JobGraph

/// A sort of work that a pipeline file can name.
///
/// `perform` computes, and its result may be kept for later runs. `settle` makes a result count: it runs
/// whenever the job is part of a run, also when the result was there already, and doing it twice is
/// harmless. So a run that was cut off anywhere is finished by the next one.
protocol Stage: Sendable {
  var kind: JobKind { get }
  var lane: JobLane { get }

  /// What goes into the fingerprint besides objects. Of a branch's job it may depend on what the branch has
  /// come to, so it is asked for when the job starts.
  func parameters(
    of job: Job, in run: RunContext
  ) async throws(PipelineError) -> [String: CanonicalJSON]

  /// The objects that go into the fingerprint, from what the jobs before left.
  func inputs(
    of job: Job, from needs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest]

  /// Does the work.
  ///
  /// - Returns: Objects, by the names that later jobs know them under.
  func perform(
    _ job: Job, inputs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest]

  /// Makes the result count.
  ///
  /// - Returns: Jobs that follow from it.
  func settle(
    _ job: Job, result: JobResult, in run: RunContext
  ) async throws(PipelineError) -> [Job]

  /// What follows when the job failed for a reason of its own.
  ///
  /// - Returns: Jobs that try again; none if the failure was settled.
  func recover(
    _ job: Job, from error: PipelineError, in run: RunContext
  ) async throws(PipelineError) -> [Job]
}

/// What a job left.
struct JobResult: Sendable {
  let fingerprint: SHA256Digest
  let inputs: [String: SHA256Digest]
  let outputs: [String: SHA256Digest]

  func output(_ name: String) throws(PipelineError) -> SHA256Digest {
    guard let object = outputs[name] else {
      throw .damagedRecord("action \(fingerprint.hex) has no output \(name)")
    }
    return object
  }
}

extension Stage {
  var lane: JobLane { .processor }

  /// Observations carry the run: seeing the same thing twice is seeing it twice.
  func parameters(
    of job: Job, in run: RunContext
  ) async throws(PipelineError) -> [String: CanonicalJSON] {
    kind.isPure ? [:] : ["run": .string(run.id)]
  }

  func inputs(
    of job: Job, from needs: [String: SHA256Digest], in run: RunContext
  ) async throws(PipelineError) -> [String: SHA256Digest] {
    needs.merging(job.given) { $1 }
  }

  func settle(
    _ job: Job, result: JobResult, in run: RunContext
  ) async throws(PipelineError) -> [Job] { [] }

  func recover(
    _ job: Job, from error: PipelineError, in run: RunContext
  ) async throws(PipelineError) -> [Job] { [] }
}

/// The stages that exist, by the names that pipeline files use.
enum Stages {
  static let all: [any Stage] = [
    DiscoverStage(), ConnectStage(), InventoryStage(), DiffStage(), DownloadStage(),
    ValidateStage(), PublishStage(),
  ]

  static func named(_ kind: String) -> (any Stage)? {
    all.first { $0.kind.name == kind }
  }
}
