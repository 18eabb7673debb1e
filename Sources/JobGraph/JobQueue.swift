/// Which job may start next: a value with transitions, driven by whoever runs the jobs.
///
/// A job starts when everything it needs has succeeded and its lane has room. Among those that may
/// start, the one added first does. A failed job takes down what waits for it, and nothing else.
package struct JobQueue: Sendable {
  package enum State: Hashable, Sendable {
    case waiting, ready, running
    case succeeded, failed
    /// Never started, because something it needs failed or the queue was stopped.
    case skipped

    package var isFinal: Bool { self == .succeeded || self == .failed || self == .skipped }
  }

  package private(set) var graph = JobGraph()
  private var states: [State] = []
  private var missingNeeds: [Int] = []
  private var ready: [JobLane: ReadyLine] = [:]
  private var room: [JobLane: Int]
  private var unfinished = 0
  private var isStopped = false

  /// - Parameters:
  ///   - limits: How many jobs may run at once in each lane; one where nothing is said.
  package init(limits: [JobLane: Int]) {
    room = Dictionary(
      uniqueKeysWithValues: JobLane.allCases.map { ($0, max(1, limits[$0] ?? 1)) })
  }

  /// Adds jobs, or throws and leaves the queue as it was.
  package mutating func add(_ jobs: [Job]) throws(JobGraphError) {
    let first = graph.jobs.count
    try graph.add(jobs)
    states += jobs.map { _ in .waiting }
    unfinished += jobs.count
    for (offset, job) in jobs.enumerated() {
      let needs = Set(job.needs).compactMap { graph.index(of: $0) }
      missingNeeds.append(needs.count { states[$0] != .succeeded })
      let index = first + offset
      guard states[index] == .waiting else { continue }
      if isStopped || needs.contains(where: isLost) {
        settle(index, as: .skipped)
      } else if missingNeeds[index] == 0 {
        makeReady(index)
      }
    }
  }

  package func state(of id: JobID) -> State? { graph.index(of: id).map { states[$0] } }

  /// Whether every job has reached a final state.
  package var isFinished: Bool { unfinished == 0 }

  /// Takes the next job that may start, or nil if none may now.
  package mutating func startNext() -> Job? {
    guard !isStopped else { return nil }
    for lane in JobLane.allCases where room[lane, default: 0] > 0 {
      while let index = ready[lane]?.pop() {
        guard states[index] == .ready else { continue }
        states[index] = .running
        room[lane, default: 0] -= 1
        return graph.jobs[index]
      }
    }
    return nil
  }

  /// Takes note that a running job has ended.
  ///
  /// - Returns: The jobs that will never run because of it, in the order they were added.
  @discardableResult
  package mutating func finish(_ id: JobID, succeeded: Bool) -> [Job] {
    guard let index = graph.index(of: id), states[index] == .running else { return [] }
    room[graph.jobs[index].lane, default: 0] += 1
    guard succeeded else { return settle(index, as: .failed) }
    states[index] = .succeeded
    unfinished -= 1
    for dependent in graph.dependents[index] where states[dependent] == .waiting {
      missingNeeds[dependent] -= 1
      if missingNeeds[dependent] == 0 { makeReady(dependent) }
    }
    return []
  }

  /// Starts nothing more: everything that does not run yet is skipped. What runs may finish.
  ///
  /// - Returns: The jobs skipped.
  @discardableResult
  package mutating func stop() -> [Job] {
    isStopped = true
    var skipped: [Job] = []
    for index in states.indices where states[index] == .waiting || states[index] == .ready {
      states[index] = .skipped
      unfinished -= 1
      skipped.append(graph.jobs[index])
    }
    return skipped
  }

  private func isLost(_ index: Int) -> Bool {
    states[index] == .failed || states[index] == .skipped
  }

  private mutating func makeReady(_ index: Int) {
    states[index] = .ready
    ready[graph.jobs[index].lane, default: ReadyLine()].push(index)
  }

  /// Ends one job and skips all that wait for it, however far away.
  @discardableResult
  private mutating func settle(_ index: Int, as state: State) -> [Job] {
    states[index] = state
    unfinished -= 1
    var skipped: [Int] = []
    var frontier = graph.dependents[index]
    while let next = frontier.popLast() {
      guard states[next] == .waiting else { continue }
      states[next] = .skipped
      unfinished -= 1
      skipped.append(next)
      frontier += graph.dependents[next]
    }
    return skipped.sorted().map { graph.jobs[$0] }
  }
}

/// First in, first out, without moving what remains at each step.
private struct ReadyLine: Sendable {
  private var items: [Int] = []
  private var head = 0

  mutating func push(_ index: Int) { items.append(index) }

  mutating func pop() -> Int? {
    guard head < items.count else { return nil }
    defer {
      head += 1
      if head == items.count {
        items.removeAll(keepingCapacity: true)
        head = 0
      }
    }
    return items[head]
  }
}
