package import Fixity

/// One finished job as it is kept on disk, named by its fingerprint.
///
/// The record of a pure job stands for its result for ever. That of an observation or an effect says
/// what was seen or done, and when. Source: docs/archive-format.md, "actions".
package struct ActionRecord: Hashable, Sendable, Codable {
  package var fingerprint: SHA256Digest
  package var kind: String
  package var version: Int
  /// The parameters in canonical JSON, so that the fingerprint can be computed again.
  package var parameters: String
  package var inputs: [String: SHA256Digest]
  /// Objects, by the names that later jobs know them under.
  package var outputs: [String: SHA256Digest]
  /// RFC 3339 UTC, to the millisecond.
  package var started: String
  package var ended: String
  /// The version of the program that ran it.
  package var program: String

  package init(
    job: Job, inputs: [String: SHA256Digest], outputs: [String: SHA256Digest],
    started: String, ended: String, program: String
  ) {
    fingerprint =
      Fingerprint(kind: job.kind, parameters: job.parameters, inputs: inputs).digest
    kind = job.kind.name
    version = job.kind.version
    parameters = CanonicalJSON.object(job.parameters).text
    self.inputs = inputs
    self.outputs = outputs
    self.started = started
    self.ended = ended
    self.program = program
  }
}
