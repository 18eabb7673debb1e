/// Jobs and what each needs. A value that only grows; it knows nothing of what has run.
///
/// Jobs may be added while a run is under way (the fan-out after a diff), but only behind jobs that
/// are there already or come in the same addition: so there can be no circle across additions.
package struct JobGraph: Sendable {
  /// In the order they were added, which is the order in which equals are started.
  package private(set) var jobs: [Job] = []
  private var indices: [JobID: Int] = [:]
  /// For each job the ones that wait for it.
  private(set) var dependents: [[Int]] = []

  package init() {}

  /// A graph of these jobs.
  package init(_ jobs: [Job]) throws(JobGraphError) {
    try add(jobs)
  }

  package subscript(id: JobID) -> Job? { indices[id].map { jobs[$0] } }

  func index(of id: JobID) -> Int? { indices[id] }

  /// Adds jobs, or throws and leaves the graph as it was. Takes time for the jobs that are added, not for
  /// those that are there.
  package mutating func add(_ added: [Job]) throws(JobGraphError) {
    var names: [JobID: Int] = [:]
    for (offset, job) in added.enumerated() {
      guard indices[job.id] == nil, names.updateValue(jobs.count + offset, forKey: job.id) == nil
      else { throw JobGraphError(code: .duplicateJob, job: job.id) }
    }
    for job in added {
      if let missing = job.needs.first(where: { indices[$0] == nil && names[$0] == nil }) {
        throw JobGraphError(code: .unknownNeed, job: job.id, related: [missing])
      }
    }
    if let circle = Self.cycle(in: added) {
      throw JobGraphError(code: .cycle, job: circle[0], related: circle)
    }
    jobs += added
    indices.merge(names) { $1 }
    dependents += added.map { _ in [] }
    for (offset, job) in added.enumerated() {
      let index = jobs.count - added.count + offset
      for need in Set(job.needs) {
        guard let needed = indices[need] else { continue }
        dependents[needed].append(index)
      }
    }
  }

  /// A circle among these jobs, or nil. Depth first, with a stack of our own: chains may be long.
  private static func cycle(in jobs: [Job]) -> [JobID]? {
    let needs = Dictionary(jobs.map { ($0.id, $0.needs) }, uniquingKeysWith: { first, _ in first })
    var finished: Set<JobID> = []
    for job in jobs where !finished.contains(job.id) {
      var trail: [JobID] = []
      var onTrail: Set<JobID> = []
      var stack: [(id: JobID, leaving: Bool)] = [(job.id, false)]
      while let (id, leaving) = stack.popLast() {
        if leaving {
          finished.insert(id)
          onTrail.remove(id)
          trail.removeLast()
        } else if onTrail.contains(id) {
          return Array(trail.drop { $0 != id })
        } else if !finished.contains(id), let next = needs[id] {
          trail.append(id)
          onTrail.insert(id)
          stack.append((id, true))
          stack += next.map { ($0, false) }
        }
      }
    }
    return nil
  }
}
