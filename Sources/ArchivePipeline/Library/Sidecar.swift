import Fixity
import HostIO
import JobGraph

/// What lies beside a published MP3: a function of the recording and of nothing else, no run and no time
/// of ours, so that the same recordings give the same library.
enum Sidecar {
  /// - Parameters:
  ///   - parameters: The publish job's.
  static func json(
    parameters: [String: CanonicalJSON], content: SHA256Digest, verdict: VerdictRecord
  ) -> CanonicalJSON {
    var start: CanonicalJSON?
    if case .string(let rawID) = parameters["rawID"] { start = Self.start(rawID) }
    return .members([
      "recorder": .members([
        "identity": parameters["recorder"], "name": parameters["recorderName"],
        "kind": parameters["kind"],
      ]),
      "directory": parameters["directory"], "rawID": parameters["rawID"],
      "version": parameters["version"], "start": start,
      "listedSeconds": parameters["seconds"],
      "milliseconds": .integer(verdict.milliseconds), "samples": .integer(verdict.samples),
      "sampleRate": verdict.sampleRate.json, "frames": .integer(verdict.frames),
      "format": verdict.format.json,
      "bytes": .integer(verdict.size), "sha256": .string(content.hex),
      "verdict": .string(verdict.verdict),
      "notes": .list(verdict.findings.map(\.json)),
      "provenance": .members(["source": parameters["origin"]]),
    ])
  }

  /// When a recording began, and how that is known: recorders name recordings by the time of their own
  /// clock, in UTC, as fourteen digits. Nothing else is guessed.
  static func start(_ rawID: String) -> CanonicalJSON? {
    let stem = rawID.utf8.prefix { $0 != UInt8(ascii: ".") }
    guard let civil = CivilTime(digits: stem), let time = Timestamp(civil) else { return nil }
    return .object(["time": .string(time.rfc3339), "from": "rawID"])
  }
}
