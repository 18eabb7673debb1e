import Fixity
import HostIO
import JobGraph

/// Runs jobs as the queue lets them start: the link and the processors at the same time.
struct Runner {
  let run: RunContext
  let actions: ActionStore
  private var queue: JobQueue
  private var results: [JobID: JobResult] = [:]
  private var firstError: PipelineError?

  init(run: RunContext, processors: Int) {
    self.run = run
    actions = ActionStore(archive: run.archive)
    queue = JobQueue(limits: [.link: 1, .processor: processors])
  }

  private enum Ending: Sendable {
    case succeeded(JobResult, follow: [Job], reused: Bool)
    case failed(PipelineError, follow: [Job], stops: Bool)
  }

  /// Runs a pipeline's jobs and all that follow from them.
  ///
  /// - Throws: What stopped the run: an error before the fan-out, or one of the archive's disk. What runs at
  ///   that moment is awaited first.
  mutating func runAll(_ jobs: [Job]) async throws(PipelineError) {
    try add(jobs)
    await withTaskGroup(of: (Job, Ending).self) { group in
      var running = 0
      while true {
        while let job = queue.startNext() {
          run.report(.jobStarted(job.id))
          let inputs = inputs(for: job)
          let (run, actions) = (run, actions)
          group.addTask {
            (job, await Self.execute(job, needs: inputs, in: run, actions))
          }
          running += 1
        }
        guard running > 0, let (job, ending) = await group.next() else { break }
        running -= 1
        take(job, ending)
      }
    }
    if let firstError { throw firstError }
  }

  private mutating func add(_ jobs: [Job]) throws(PipelineError) {
    do throws(JobGraphError) {
      try queue.add(jobs)
    } catch {
      throw .graph(error)
    }
  }

  /// The outputs of what a job needs, by name.
  private func inputs(for job: Job) -> [String: SHA256Digest] {
    var inputs: [String: SHA256Digest] = [:]
    for need in job.needs {
      guard let result = results[need] else { continue }
      inputs.merge(result.outputs) { $1 }
    }
    return inputs
  }

  private mutating func take(_ job: Job, _ ending: Ending) {
    let follow: [Job]
    switch ending {
    case .succeeded(let result, let jobs, let reused):
      run.report(.jobEnded(job.id, result.fingerprint, reused: reused))
      results[job.id] = result
      queue.finish(job.id, succeeded: true)
      follow = jobs
    case .failed(let error, let jobs, let stops):
      run.report(.jobFailed(job.id, error))
      queue.finish(job.id, succeeded: false)
      follow = jobs
      if stops {
        if firstError == nil { firstError = error }
        queue.stop()
      }
    }
    do throws(PipelineError) {
      try add(follow)
    } catch {
      if firstError == nil { firstError = error }
      queue.stop()
    }
  }

  private static func execute(
    _ job: Job, needs: [String: SHA256Digest], in run: RunContext, _ actions: ActionStore
  ) async -> Ending {
    guard let stage = Stages.named(job.kind.name) else {
      return .failed(.fault("no stage \(job.kind.name)"), follow: [], stops: true)
    }
    do throws(PipelineError) {
      if Task.isCancelled { throw .cancelled }
      let job = try await completed(job, stage, in: run)
      let (result, reused) = try await perform(stage, job, needs, in: run, actions)
      let follow = try await stage.settle(job, result: result, in: run)
      return .succeeded(result, follow: follow, reused: reused)
    } catch {
      // A failure before the fan-out, or of the archive's disk, is the whole run's.
      guard job.id.branch != nil, !error.stopsTheRun else {
        return .failed(error, follow: [], stops: true)
      }
      return await recovered(stage, job, error, in: run)
    }
  }

  private static func recovered(
    _ stage: any Stage, _ job: Job, _ error: PipelineError, in run: RunContext
  ) async -> Ending {
    do throws(PipelineError) {
      let follow = try await stage.recover(job, from: error, in: run)
      return .failed(error, follow: follow, stops: false)
    } catch {
      return .failed(error, follow: [], stops: true)
    }
  }

  /// A job with its parameters.
  private static func completed(
    _ job: Job, _ stage: any Stage, in run: RunContext
  ) async throws(PipelineError) -> Job {
    Job(
      id: job.id, kind: job.kind, lane: job.lane, needs: job.needs,
      parameters: try await stage.parameters(of: job, in: run), given: job.given)
  }

  /// Does the work, unless it is pure and was done before.
  private static func perform(
    _ stage: any Stage, _ job: Job, _ needs: [String: SHA256Digest], in run: RunContext,
    _ actions: ActionStore
  ) async throws(PipelineError) -> (JobResult, reused: Bool) {
    let inputs = try await stage.inputs(of: job, from: needs, in: run)
    let fingerprint = Fingerprint(
      kind: job.kind, parameters: job.parameters, inputs: inputs
    ).digest
    if job.kind.isPure, let record = try actions.record(of: fingerprint) {
      let result = JobResult(fingerprint: fingerprint, inputs: inputs, outputs: record.outputs)
      return (result, true)
    }
    let clock = run.archive.host.clock
    let started = clock.now.rfc3339Milliseconds
    let outputs = try await stage.perform(job, inputs: inputs, in: run)
    try actions.store(
      ActionRecord(
        job: job, inputs: inputs, outputs: outputs, started: started,
        ended: clock.now.rfc3339Milliseconds, program: ProgramVersion.text))
    return (JobResult(fingerprint: fingerprint, inputs: inputs, outputs: outputs), false)
  }
}
