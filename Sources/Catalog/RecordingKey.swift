/// What one row of the catalog is about: one version of one recording of one recorder.
///
/// Keys are compared by the bytes of their texts, as SQLite compares them. `String` would take two
/// spellings of one accented letter for the same name, where a recorder has two recordings.
package struct RecordingKey: Hashable, Sendable {
  /// The identity of the recorder.
  package let recorder: String
  /// The folder on the recorder.
  package let directory: String
  /// The recording's identifier as the recorder gives it.
  package let rawID: String
  /// Counts the different contents that one identifier had.
  package let version: Int

  package init(recorder: String, directory: String, rawID: String, version: Int) {
    self.recorder = recorder
    self.directory = directory
    self.rawID = rawID
    self.version = version
  }

  package static func == (lhs: RecordingKey, rhs: RecordingKey) -> Bool {
    lhs.version == rhs.version && lhs.texts.elementsEqual(rhs.texts) { $0.elementsEqual($1) }
  }

  package func hash(into hasher: inout Hasher) {
    for text in texts {
      for byte in text { hasher.combine(byte) }
      // No byte of UTF-8, so that the border between two texts counts.
      hasher.combine(UInt8.max)
    }
    hasher.combine(version)
  }

  private var texts: [String.UTF8View] { [recorder.utf8, directory.utf8, rawID.utf8] }
}

extension RecordingKey: Comparable {
  /// By recorder, directory, identifier and version, the texts by their UTF-8 bytes.
  package static func < (lhs: RecordingKey, rhs: RecordingKey) -> Bool {
    for (left, right) in zip(lhs.texts, rhs.texts) where !left.elementsEqual(right) {
      return left.lexicographicallyPrecedes(right)
    }
    return lhs.version < rhs.version
  }
}
