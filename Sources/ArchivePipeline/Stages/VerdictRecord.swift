package import JobGraph
package import MPEGAudio

/// What validation found, as an object.
package struct VerdictRecord: Hashable, Sendable, Codable {
  package struct Finding: Hashable, Sendable, Codable {
    package var code: String
    package var offset: Int64
    package var length: Int64
    package var text: String
    /// 1 for damage, 0 for a note.
    package var damage: Int
  }

  /// Bytes by what they are; they sum to `size`.
  package struct Ledger: Hashable, Sendable, Codable {
    package var frames: Int64
    package var headerFrames: Int64
    package var tags: Int64
    package var tail: Int64
    package var junk: Int64

    var total: Int64 { frames + headerFrames + tags + tail + junk }
  }

  package var verdict: String
  package var format: String?
  package var sampleRate: Int?
  package var frames: Int64
  package var samples: Int64
  package var milliseconds: Int64
  package var size: Int64
  package var ledger: Ledger
  package var findings: [Finding]
  package var omittedFindings: Int
  package var listedSeconds: Int64?
  /// How far the duration is from the listed one, by the rule.
  package var differenceMilliseconds: Int64?
  /// 1 if the durations agree, 0 if not, absent where none was listed.
  package var durationAgrees: Int?

  package init(_ inspection: Inspection, listedSeconds: Int64?) {
    verdict = inspection.verdict.rawValue
    format = inspection.format?.description
    sampleRate = inspection.format?.sampleRate
    frames = inspection.frames
    samples = inspection.samples
    milliseconds = inspection.milliseconds
    size = inspection.size
    let ledger = inspection.ledger
    self.ledger = Ledger(
      frames: ledger.frameBytes, headerFrames: ledger.headerFrameBytes, tags: ledger.tagBytes,
      tail: ledger.tailBytes, junk: ledger.junkBytes)
    findings = inspection.findings.map {
      Finding(
        code: $0.code.rawValue, offset: $0.offset, length: $0.length, text: $0.text,
        damage: $0.isDamage ? 1 : 0)
    }
    omittedFindings = inspection.omittedFindings
    self.listedSeconds = listedSeconds
    if let listedSeconds {
      let agreement = DurationAgreement(of: inspection, listedSeconds: listedSeconds)
      differenceMilliseconds = agreement.differenceMilliseconds
      durationAgrees = agreement.agrees ? 1 : 0
    }
  }

  package var isIntact: Bool { verdict == Verdict.intact.rawValue }
  package var isEmpty: Bool { verdict == Verdict.empty.rawValue }

  /// Whether every byte is a frame's, a tag's or the tail's.
  package var isFullyAccounted: Bool { ledger.total == size && ledger.junk == 0 }

  package var firstDamage: Finding? { findings.first { $0.damage == 1 } }

  /// One line for people: what is wrong first, and where.
  package var reason: String {
    guard let damage = firstDamage else { return verdict }
    let text = damage.text.hasSuffix(".") ? String(damage.text.dropLast()) : damage.text
    return "at byte \(damage.offset): \(text.prefix(1).lowercased())\(text.dropFirst())"
  }

  package var json: CanonicalJSON {
    .members([
      "verdict": .string(verdict), "format": format.json, "sampleRate": sampleRate.json,
      "frames": .integer(frames), "samples": .integer(samples),
      "milliseconds": .integer(milliseconds), "size": .integer(size),
      "ledger": .object([
        "frames": .integer(ledger.frames), "headerFrames": .integer(ledger.headerFrames),
        "tags": .integer(ledger.tags), "tail": .integer(ledger.tail),
        "junk": .integer(ledger.junk),
      ]),
      "findings": .list(findings.map(\.json)),
      "omittedFindings": .integer(Int64(omittedFindings)), "listedSeconds": listedSeconds.json,
      "differenceMilliseconds": differenceMilliseconds.json,
      "durationAgrees": durationAgrees.json,
    ])
  }
}

extension VerdictRecord.Finding {
  var json: CanonicalJSON {
    .object([
      "code": .string(code), "offset": .integer(offset), "length": .integer(length),
      "text": .string(text), "damage": .integer(Int64(damage)),
    ])
  }
}
