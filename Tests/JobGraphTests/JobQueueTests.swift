import JobGraph
import Testing

private let kind = JobKind(name: "test", version: 1, isPure: true)

private func job(
  _ name: String, _ needs: String..., lane: JobLane = .processor
) -> Job {
  Job(
    id: JobID(stage: name), kind: kind, lane: lane, needs: needs.map { JobID(stage: $0) })
}

@Suite struct JobGraphTests {
  @Test func refusesWhatCannotRun() {
    #expect(throws: JobGraphError(code: .duplicateJob, job: JobID(stage: "a"))) {
      _ = try JobGraph([job("a"), job("a")])
    }
    #expect(
      throws: JobGraphError(
        code: .unknownNeed, job: JobID(stage: "a"), related: [JobID(stage: "b")])
    ) { _ = try JobGraph([job("a", "b")]) }
    #expect(throws: JobGraphError.self) { _ = try JobGraph([job("a", "a")]) }
  }

  @Test func namesTheCircle() throws {
    let error = try #require(throws: JobGraphError.self) {
      _ = try JobGraph([job("x", "a"), job("a", "b"), job("b", "c"), job("c", "a")])
    }
    #expect(error.code == .cycle)
    #expect(Set(error.related.map(\.stage)) == ["a", "b", "c"])
  }

  @Test func aRefusedAdditionChangesNothing() throws {
    var graph = try JobGraph([job("a")])
    #expect(throws: JobGraphError.self) { try graph.add([job("b", "a"), job("c", "nobody")]) }
    #expect(graph.jobs.map(\.id.stage) == ["a"])
    try graph.add([job("b", "a")])
    #expect(graph[JobID(stage: "b")]?.needs == [JobID(stage: "a")])
  }

  @Test func aLongChainNeedsNoDeepStack() throws {
    let chain = (0..<100_000).map { $0 == 0 ? job("0") : job("\($0)", "\($0 - 1)") }
    #expect(try JobGraph(chain.reversed()).jobs.count == 100_000)
  }
}

@Suite struct JobQueueTests {
  @Test func startsWhatIsReadyInTheOrderOfAddition() throws {
    var queue = JobQueue(limits: [.processor: 9])
    try queue.add([job("a"), job("b", "a"), job("c"), job("d", "b", "c")])
    #expect(queue.startNext()?.id.stage == "a")
    #expect(queue.startNext()?.id.stage == "c")
    #expect(queue.startNext() == nil)
    queue.finish(JobID(stage: "c"), succeeded: true)
    #expect(queue.startNext() == nil)
    queue.finish(JobID(stage: "a"), succeeded: true)
    #expect(queue.startNext()?.id.stage == "b")
    queue.finish(JobID(stage: "b"), succeeded: true)
    #expect(queue.startNext()?.id.stage == "d")
    #expect(!queue.isFinished)
    queue.finish(JobID(stage: "d"), succeeded: true)
    #expect(queue.isFinished)
  }

  @Test func aLaneHoldsNoMoreThanItsLimitAndOthersGoOn() throws {
    var queue = JobQueue(limits: [.link: 1, .processor: 2])
    try queue.add([
      job("l1", lane: .link), job("l2", lane: .link), job("p1"), job("p2"), job("p3"),
    ])
    let started = (0..<5).compactMap { _ in queue.startNext()?.id.stage }
    #expect(started == ["l1", "p1", "p2"])
    queue.finish(JobID(stage: "l1"), succeeded: true)
    #expect(queue.startNext()?.id.stage == "l2")
    #expect(queue.startNext() == nil)
  }

  @Test func aFailureTakesDownOnlyWhatWaitsForIt() throws {
    var queue = JobQueue(limits: [.processor: 9])
    try queue.add([job("a"), job("b"), job("a1", "a"), job("a2", "a1"), job("both", "a2", "b")])
    _ = queue.startNext()
    _ = queue.startNext()
    let lost = queue.finish(JobID(stage: "a"), succeeded: false)
    #expect(lost.map(\.id.stage) == ["a1", "a2", "both"])
    queue.finish(JobID(stage: "b"), succeeded: true)
    #expect(queue.isFinished)
    #expect(queue.state(of: JobID(stage: "b")) == .succeeded)
    #expect(queue.state(of: JobID(stage: "both")) == .skipped)
  }

  @Test func jobsAddedDuringTheRunSeeWhatHasHappened() throws {
    var queue = JobQueue(limits: [.processor: 9])
    try queue.add([job("good"), job("bad"), job("open")])
    for _ in 0..<3 { _ = queue.startNext() }
    queue.finish(JobID(stage: "good"), succeeded: true)
    queue.finish(JobID(stage: "bad"), succeeded: false)
    try queue.add([job("x", "good"), job("y", "bad"), job("z", "open"), job("yy", "y")])
    #expect(queue.state(of: JobID(stage: "x")) == .ready)
    #expect(queue.state(of: JobID(stage: "y")) == .skipped)
    #expect(queue.state(of: JobID(stage: "yy")) == .skipped)
    #expect(queue.state(of: JobID(stage: "z")) == .waiting)
  }

  @Test func stoppingSkipsAllThatHasNotStarted() throws {
    var queue = JobQueue(limits: [.processor: 1])
    try queue.add([job("a"), job("b"), job("c", "a")])
    _ = queue.startNext()
    #expect(queue.stop().map(\.id.stage) == ["b", "c"])
    #expect(queue.startNext() == nil)
    queue.finish(JobID(stage: "a"), succeeded: true)
    #expect(queue.isFinished)
    try queue.add([job("late")])
    #expect(queue.state(of: JobID(stage: "late")) == .skipped)
    #expect(queue.isFinished)
  }

  /// Whatever the graph and the outcomes: each job starts at most once, never before what it needs,
  /// and all reach a final state.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func keepsItsPromisesOnRandomGraphs(seed: UInt64) throws {
    var generator = SplitMix(state: seed)
    var queue = JobQueue(limits: [.link: 1, .processor: Int.random(in: 1...3, using: &generator)])
    let jobs = (0..<Int.random(in: 1...30, using: &generator)).map { number in
      let needs = (0..<number).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
      return Job(
        id: JobID(stage: "\(number)"), kind: kind,
        lane: Bool.random(using: &generator) ? .link : .processor,
        needs: needs.map { JobID(stage: "\($0)") })
    }
    try queue.add(jobs)
    var running: [Job] = []
    var succeeded: Set<JobID> = []
    var started: Set<JobID> = []
    while !queue.isFinished {
      while let next = queue.startNext() {
        #expect(started.insert(next.id).inserted)
        #expect(Set(next.needs).isSubset(of: succeeded))
        running.append(next)
      }
      let ended = running.remove(at: Int.random(in: 0..<running.count, using: &generator))
      let ok = Int.random(in: 0..<5, using: &generator) > 0
      if ok { succeeded.insert(ended.id) }
      queue.finish(ended.id, succeeded: ok)
    }
    #expect(running.isEmpty)
    #expect(jobs.allSatisfy { queue.state(of: $0.id)?.isFinal == true })
  }
}

/// Steele and Vigna's SplitMix64: small, and the same everywhere.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
