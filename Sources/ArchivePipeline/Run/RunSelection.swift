/// Which of the recordings that need work a run is asked to do.
package struct RunSelection: Hashable, Sendable {
  /// Raw IDs, or `directory/ID`; empty for all.
  package var ids: Set<String>

  package init(ids: Set<String> = []) {
    self.ids = ids
  }

  package static let everything = RunSelection()

  package func includes(_ work: Difference.Work) -> Bool {
    guard !ids.isEmpty else { return true }
    let stem = work.rawID.split(separator: ".").first.map(String.init) ?? work.rawID
    return ids.contains(work.rawID) || ids.contains(stem)
      || ids.contains(work.directory + "/" + work.rawID)
  }
}
