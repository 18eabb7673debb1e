import JobGraph

/// A listing as an object: what `inventory` saw and `diff` compares.
struct ListingRecord: Hashable, Sendable, Codable {
  struct Entry: Hashable, Sendable, Codable {
    var directory: String
    var rawID: String
    var seconds: Int64?
    var bytes: Int64?
    var modified: Int64?
    /// 1 while it is being recorded, else absent.
    var recording: Int?
    /// 1 if its name cannot be put into a command, else absent.
    var unaddressable: Int?
  }

  var entries: [Entry]
  var gaps: [String]

  init(_ inventory: Inventory) {
    entries = inventory.recordings.map { listed in
      Entry(
        directory: listed.directory.text, rawID: listed.rawID.text, seconds: listed.seconds,
        bytes: listed.bytes, modified: listed.modifiedNanoseconds,
        recording: listed.isBeingRecorded ? 1 : nil,
        unaddressable: listed.isAddressable ? nil : 1)
    }
    gaps = inventory.gaps
  }

  var isComplete: Bool { gaps.isEmpty }

  var json: CanonicalJSON {
    .object([
      "entries": .list(entries.map(\.json)), "gaps": .list(gaps.map { .string($0) }),
    ])
  }
}

extension ListingRecord.Entry {
  var json: CanonicalJSON {
    .members([
      "directory": .string(directory), "rawID": .string(rawID), "seconds": seconds.json,
      "bytes": bytes.json, "modified": modified.json, "recording": recording.json,
      "unaddressable": unaddressable.json,
    ])
  }

  var id: RecordingID? {
    guard let directory = RawName(text: directory), let rawID = RawName(text: rawID) else {
      return nil
    }
    return RecordingID(directory: directory, rawID: rawID)
  }
}
