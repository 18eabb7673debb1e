/// A recording as a source lists it.
package struct ListedRecording: Hashable, Sendable {
  /// The directory on the source that holds it; of a folder its relative path, possibly empty.
  package var directory: RawName
  /// Its ID there; of a folder the file's name.
  package var rawID: RawName
  /// Whole seconds, where the source tells a duration.
  package var seconds: Int64?
  /// Bytes, where the source tells a size.
  package var bytes: Int64?
  /// Last change in nanoseconds since 1970 UTC, where the source is a file system.
  package var modifiedNanoseconds: Int64?
  /// Whether it is being recorded right now: left for the next run.
  package var isBeingRecorded: Bool
  /// Whether its name can be put into a command, so that it can be fetched at all.
  package var isAddressable: Bool

  package init(
    directory: RawName, rawID: RawName, seconds: Int64? = nil, bytes: Int64? = nil,
    modifiedNanoseconds: Int64? = nil, isBeingRecorded: Bool = false,
    isAddressable: Bool = true
  ) {
    self.directory = directory
    self.rawID = rawID
    self.seconds = seconds
    self.bytes = bytes
    self.modifiedNanoseconds = modifiedNanoseconds
    self.isBeingRecorded = isBeingRecorded
    self.isAddressable = isAddressable
  }

  package var id: RecordingID { RecordingID(directory: directory, rawID: rawID) }
}

/// Which recording of one recorder.
package struct RecordingID: Hashable, Sendable, Comparable, CustomStringConvertible {
  package var directory: RawName
  package var rawID: RawName

  package init(directory: RawName, rawID: RawName) {
    self.directory = directory
    self.rawID = rawID
  }

  package static func < (lhs: RecordingID, rhs: RecordingID) -> Bool {
    lhs.directory == rhs.directory ? lhs.rawID < rhs.rawID : lhs.directory < rhs.directory
  }

  /// For people.
  package var description: String {
    directory.bytes.isEmpty ? rawID.description : "\(directory)/\(rawID)"
  }
}

/// Everything a source lists at one moment.
package struct Inventory: Hashable, Sendable {
  package var recordings: [ListedRecording]
  /// Why the listing is not complete, a line each; empty if it is. Nothing that is missing from an
  /// incomplete listing is taken for gone.
  package var gaps: [String]
  /// What was seen and is no recording, a line each.
  package var skipped: [String]

  package init(recordings: [ListedRecording], gaps: [String] = [], skipped: [String] = []) {
    self.recordings = recordings
    self.gaps = gaps
    self.skipped = skipped
  }

  package var isComplete: Bool { gaps.isEmpty }

  /// Refuses an empty folder that held recordings once: where a recorder is mounted on other days nothing is
  /// to be seen while it is away, and that is no listing by which everything on it would be gone.
  ///
  /// - Parameters:
  ///   - isKnown: Whether recordings of this source are known.
  /// - Throws: `.notFound`.
  func requirePlausible(_ sighting: Sighting, isKnown: Bool) throws(SourceError) {
    guard sighting.origin == .folder, isKnown, recordings.isEmpty, skipped.isEmpty, gaps.isEmpty
    else { return }
    throw SourceError(
      code: .notFound, detail: "\(sighting.name) is empty: is what should be there mounted?")
  }
}
