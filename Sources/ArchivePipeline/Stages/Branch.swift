import Fixity
import JobGraph

/// One recording on its way through the graph.
struct Branch: Hashable, Sendable {
  let work: Difference.Work
  /// Which reading of this run it is, from 1.
  var attempt = 1
  /// How many readings of this run have come in whole.
  var readings = 0
  /// The bytes of the reading before this one.
  var earlier: SHA256Digest?
  var content: SHA256Digest?
  /// The object that tells how `content` was obtained.
  var evidence: SHA256Digest?
  var verdict: SHA256Digest?

  init(work: Difference.Work) {
    self.work = work
    content = work.object
  }

  /// How often it was read, over all runs.
  var attempts: Int { work.attempts + readings }

  /// Names this attempt's jobs within the run.
  ///
  /// Names are encoded: two that differ in bytes only, such as composed and decomposed letters, are equal as
  /// text, and one may hold any separator.
  var key: String {
    let name =
      percentEncoded(id.directory.bytes) + [UInt8(ascii: "/")] + percentEncoded(id.rawID.bytes)
    return String(decoding: name, as: UTF8.self) + "#\(work.version).\(attempt)"
  }

  /// For people and for paths.
  var id: RecordingID {
    work.id ?? RecordingID(directory: RawName(bytes: []), rawID: RawName(bytes: []))
  }

  /// What was read or kept of it so far, for when no more is to be had.
  var bestContent: SHA256Digest? { content ?? earlier }

  /// The next reading.
  ///
  /// - Parameters:
  ///   - remembering: Whether what there is was a reading, to be compared with the next one.
  func nextAttempt(remembering: Bool = true) -> Branch {
    var next = self
    next.attempt += 1
    next.earlier = remembering ? bestContent : nil
    next.content = nil
    next.evidence = nil
    next.verdict = nil
    return next
  }
}
