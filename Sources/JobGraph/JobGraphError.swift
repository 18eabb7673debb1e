/// A graph that cannot be run.
package struct JobGraphError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    /// Two jobs have one name.
    case duplicateJob
    /// A job needs one that the graph does not hold.
    case unknownNeed
    /// Jobs need each other in a circle; `related` lists them.
    case cycle
  }

  package let code: Code
  package let job: JobID
  /// The job needed, or the circle.
  package let related: [JobID]

  package init(code: Code, job: JobID, related: [JobID] = []) {
    self.code = code
    self.job = job
    self.related = related
  }
}
