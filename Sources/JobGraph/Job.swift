package import Fixity

/// A sort of work, and which edition of it.
package struct JobKind: Hashable, Sendable {
  /// As pipeline files spell it.
  package let name: String
  /// Goes up when the same inputs give another result, so that old results are not taken for new ones.
  package let version: Int
  /// Whether the result depends on parameters and inputs alone. What looks at the world or changes it
  /// (an observation, an effect) is not pure and runs whenever it is asked for.
  package let isPure: Bool

  package init(name: String, version: Int, isPure: Bool) {
    self.name = name
    self.version = version
    self.isPure = isPure
  }
}

/// The name of a job within one run: its stage, and which branch of the fan-out it belongs to.
package struct JobID: Hashable, Sendable {
  package let stage: String
  /// Nil for what runs once a run; else the recording.
  package let branch: String?

  package init(stage: String, branch: String? = nil) {
    self.stage = stage
    self.branch = branch
  }
}

extension JobID: CustomStringConvertible {
  package var description: String { branch.map { "\(stage)[\($0)]" } ?? stage }
}

/// What a job occupies while it runs.
package enum JobLane: Hashable, Sendable, CaseIterable {
  /// The one link to a recorder.
  case link
  /// A share of the processors.
  case processor
}

/// One node of the graph.
package struct Job: Hashable, Sendable {
  package let id: JobID
  package let kind: JobKind
  package let lane: JobLane
  /// Jobs that must have succeeded first.
  package let needs: [JobID]
  /// Goes into the fingerprint.
  package let parameters: [String: CanonicalJSON]
  /// Inputs that no job of this run makes: objects that an earlier run left.
  package let given: [String: SHA256Digest]

  package init(
    id: JobID, kind: JobKind, lane: JobLane, needs: [JobID] = [],
    parameters: [String: CanonicalJSON] = [:], given: [String: SHA256Digest] = [:]
  ) {
    self.id = id
    self.kind = kind
    self.lane = lane
    self.needs = needs
    self.parameters = parameters
    self.given = given
  }
}
