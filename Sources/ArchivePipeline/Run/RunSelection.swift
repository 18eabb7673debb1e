/// Which of the recordings that need work a run is asked to do. Every condition that is given must hold.
package struct RunSelection: Hashable, Sendable {
  /// Raw IDs, or `directory/ID`; empty for all.
  package var ids: Set<String>
  /// The first day, and the last. What has no day is in no span.
  package var since: Day?
  package var until: Day?
  /// So many of the newest that are listed, by day and ID; nil for all.
  package var last: Int?

  package init(
    ids: Set<String> = [], since: Day? = nil, until: Day? = nil, last: Int? = nil
  ) {
    self.ids = ids
    self.since = since
    self.until = until
    self.last = last
  }

  package static let everything = RunSelection()

  /// Those of the work that are asked for, in their order.
  ///
  /// - Parameters:
  ///   - listing: What the source lists, of which the newest are counted.
  func selected(
    _ work: [Difference.Work], listing: ListingRecord
  ) -> [Difference.Work] {
    let newest = last.map { Self.newest($0, of: listing) }
    return work.filter { item in
      guard isNamed(item.directory, item.rawID), isInSpan(item) else { return false }
      guard let newest else { return true }
      return item.id.map { newest.contains($0) } ?? false
    }
  }

  private func isNamed(_ directory: String, _ rawID: String) -> Bool {
    ids.isEmpty || ids.contains { Self.matches($0, directory: directory, rawID: rawID) }
  }

  private func isInSpan(_ item: Difference.Work) -> Bool {
    if since == nil, until == nil { return true }
    let day = Day(of: item.directory, item.rawID, modified: item.modified)
    guard let day else { return false }
    return since.map { $0 <= day } ?? true && until.map { day <= $0 } ?? true
  }

  private static func newest(_ count: Int, of listing: ListingRecord) -> Set<RecordingID> {
    let dated = listing.entries.compactMap { entry -> (RecordingID, Day, String)? in
      guard let id = entry.id,
        let day = Day(of: entry.directory, entry.rawID, modified: entry.modified)
      else { return nil }
      return (id, day, entry.rawID)
    }
    let sorted = dated.sorted { ($0.1, $0.2) > ($1.1, $1.2) }
    return Set(sorted.prefix(count).map(\.0))
  }

  /// Those of the IDs that name none of these recordings, in order.
  func unmatched(among recordings: [RecordingID]) -> [String] {
    ids.filter { id in
      !recordings.contains {
        Self.matches(id, directory: $0.directory.text, rawID: $0.rawID.text)
      }
    }.sorted()
  }

  private static func matches(_ id: String, directory: String, rawID: String) -> Bool {
    let stem = rawID.split(separator: ".").first.map(String.init) ?? rawID
    return id == rawID || id == stem || id == directory + "/" + rawID
  }
}
