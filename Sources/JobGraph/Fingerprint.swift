package import Fixity

/// What identifies a job's work: the SHA-256 of its kind, version, parameters and inputs in canonical
/// JSON.
///
/// Two pure jobs with one fingerprint have the same result. The job's name, the pipeline that holds
/// it and the moment it runs are no part of it, so that a result found on one night serves every
/// later one.
package struct Fingerprint: Hashable, Sendable {
  package let digest: SHA256Digest

  package init(digest: SHA256Digest) {
    self.digest = digest
  }

  /// The fingerprint of a job whose inputs are known.
  ///
  /// - Parameters:
  ///   - parameters: Everything besides the inputs that the result depends on.
  ///   - inputs: The objects the job reads, by the names it knows them under.
  package init(
    kind: JobKind, parameters: [String: CanonicalJSON], inputs: [String: SHA256Digest]
  ) {
    digest = SHA256Digest(
      of: Self.canonical(kind: kind, parameters: parameters, inputs: inputs).bytes)
  }

  /// The value that is hashed.
  package static func canonical(
    kind: JobKind, parameters: [String: CanonicalJSON], inputs: [String: SHA256Digest]
  ) -> CanonicalJSON {
    .object([
      "kind": .string(kind.name),
      "version": .integer(Int64(kind.version)),
      "parameters": .object(parameters),
      "inputs": .object(inputs.mapValues { .string($0.hex) }),
    ])
  }
}

extension Fingerprint: CustomStringConvertible {
  package var description: String { digest.hex }
}
