package import Fixity

/// What the catalog holds of one version of a recording: the state that the log of its recorder,
/// read up to `RecorderRow.logOffset`, adds up to.
package struct RecordingRow: Hashable, Sendable {
  package var key: RecordingKey
  /// What has become of the recording, in the word of the log.
  package var fate: String
  /// The stored bytes; nil while there are none.
  package var object: SHA256Digest?
  /// Length of the object in bytes.
  package var bytes: Int64?
  /// Length in samples of one channel, as decoding counted it.
  package var samples: Int64?
  /// Samples a second, of one channel.
  package var sampleRate: Int?
  /// What verification said of the audio.
  package var verdict: String?
  /// Length in seconds that the recorder's listing claims.
  package var listedSeconds: Int64?
  /// Length in bytes that the recorder's listing claims.
  package var listedBytes: Int64?
  /// Time of change that the recorder's listing claims, in nanoseconds since 1970.
  package var listedModified: Int64?
  /// The object that proves the verdict.
  package var evidence: SHA256Digest?
  /// The sidecar in the library, as an object.
  package var sidecar: SHA256Digest?
  /// The receipt; whether its file is there is not said here.
  package var receipt: SHA256Digest?
  /// Where the audio file lies, relative to the library.
  package var path: String?
  /// One line that says why the fate is what it is.
  package var note: String?
  /// When a listing first showed the recording, as in RFC 3339.
  package var firstListed: String
  /// Since when the fate holds, as in RFC 3339.
  package var since: String
  /// How many times the recording was tried.
  package var attempts: Int

  package init(
    key: RecordingKey, fate: String, object: SHA256Digest? = nil, bytes: Int64? = nil,
    samples: Int64? = nil, sampleRate: Int? = nil, verdict: String? = nil,
    listedSeconds: Int64? = nil, listedBytes: Int64? = nil, listedModified: Int64? = nil,
    evidence: SHA256Digest? = nil, sidecar: SHA256Digest? = nil, receipt: SHA256Digest? = nil,
    path: String? = nil, note: String? = nil, firstListed: String, since: String, attempts: Int
  ) {
    self.key = key
    self.fate = fate
    self.object = object
    self.bytes = bytes
    self.samples = samples
    self.sampleRate = sampleRate
    self.verdict = verdict
    self.listedSeconds = listedSeconds
    self.listedBytes = listedBytes
    self.listedModified = listedModified
    self.evidence = evidence
    self.sidecar = sidecar
    self.receipt = receipt
    self.path = path
    self.note = note
    self.firstListed = firstListed
    self.since = since
    self.attempts = attempts
  }
}
