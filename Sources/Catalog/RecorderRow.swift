/// What the catalog holds of one recorder.
package struct RecorderRow: Hashable, Sendable {
  /// What tells the recorder from all others.
  package var identity: String
  /// What people call it.
  package var name: String
  /// Its folder in the library.
  package var folder: String
  /// Whether its recordings are a simulation's.
  package var kind: String
  /// What sort of source it is.
  package var origin: String
  /// When it was last reached, as in RFC 3339; nil if never.
  package var lastSeen: String?
  /// When a run last brought everything home, as in RFC 3339; nil if never.
  package var lastSuccess: String?
  /// How the recorder was when it was last reached, as JSON; nil if that is not known.
  package var condition: String?
  /// Up to which byte the recorder's log is in the catalog. Whoever brings the catalog up to date
  /// reads the log from here.
  package var logOffset: Int64

  package init(
    identity: String, name: String, folder: String, kind: String, origin: String = "recorder",
    lastSeen: String? = nil, lastSuccess: String? = nil, condition: String? = nil,
    logOffset: Int64
  ) {
    self.identity = identity
    self.name = name
    self.folder = folder
    self.kind = kind
    self.origin = origin
    self.lastSeen = lastSeen
    self.lastSuccess = lastSuccess
    self.condition = condition
    self.logOffset = logOffset
  }
}
