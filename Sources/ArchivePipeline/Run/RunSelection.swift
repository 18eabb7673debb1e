/// Which of the recordings that need work a run is asked to do.
package struct RunSelection: Hashable, Sendable {
  /// Raw IDs, or `directory/ID`; empty for all.
  package var ids: Set<String>

  package init(ids: Set<String> = []) {
    self.ids = ids
  }

  package static let everything = RunSelection()

  package func includes(_ work: Difference.Work) -> Bool {
    ids.isEmpty || ids.contains { Self.matches($0, directory: work.directory, rawID: work.rawID) }
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
