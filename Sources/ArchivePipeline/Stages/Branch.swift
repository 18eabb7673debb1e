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

  /// The same for every attempt.
  var recording: String { work.directory + "\n" + work.rawID }

  /// Names this attempt's jobs within the run.
  var key: String { recording + "\n" + String(attempt) }

  /// For people and for paths.
  var id: RecordingID {
    work.id ?? RecordingID(directory: RawName(bytes: []), rawID: RawName(bytes: []))
  }

  func nextAttempt() -> Branch {
    var next = self
    next.attempt += 1
    next.earlier = content
    next.content = nil
    next.evidence = nil
    next.verdict = nil
    return next
  }
}
