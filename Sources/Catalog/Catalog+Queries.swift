package import Fixity

extension Catalog {
  /// All recorders, by identity.
  package func recorders() throws(CatalogError) -> [RecorderRow] {
    try connection.rows("\(RecorderRow.select) ORDER BY identity") { row throws(CatalogError) in
      try RecorderRow(row)
    }
  }

  /// The recorder with an identity; nil if the catalog has none.
  package func recorder(_ identity: String) throws(CatalogError) -> RecorderRow? {
    try connection.rows(
      "\(RecorderRow.select) WHERE identity = ?", [.text(identity)]
    ) { row throws(CatalogError) in try RecorderRow(row) }.first
  }

  /// Rows in the order of their keys.
  ///
  /// - Parameters:
  ///   - recorder: The identity of the recorder; nil for all.
  ///   - fates: The fates to show; nil for all.
  package func recordings(
    of recorder: String? = nil, fates: Set<String>? = nil
  ) throws(CatalogError) -> [RecordingRow] {
    var conditions: [String] = []
    var values: [Value] = []
    if let recorder {
      conditions.append("recorder = ?")
      values.append(.text(recorder))
    }
    if let fates {
      conditions.append("fate IN (\(fates.map { _ in "?" }.joined(separator: ", ")))")
      values += fates.sorted().map { .text($0) }
    }
    return try recordings(where: conditions.joined(separator: " AND "), values)
  }

  /// Every version of the recordings that have an identifier, of any recorder and in any folder.
  package func recordings(withID rawID: String) throws(CatalogError) -> [RecordingRow] {
    try recordings(where: "raw_id = ?", [.text(rawID)])
  }

  /// The rows whose content is an object.
  package func recordings(
    withObject object: SHA256Digest
  ) throws(CatalogError) -> [RecordingRow] {
    try recordings(where: "object = ?", [.blob(object.bytes)])
  }

  /// For each recording of a recorder the row of its highest version.
  package func latest(of recorder: String) throws(CatalogError) -> [RecordingRow] {
    try recordings(
      where: """
        recorder = ? AND NOT EXISTS (
          SELECT 1 FROM recordings AS later
          WHERE later.recorder = recordings.recorder AND later.directory = recordings.directory
            AND later.raw_id = recordings.raw_id AND later.version > recordings.version)
        """, [.text(recorder)])
  }

  /// How many rows of a recorder, all versions counted, have each fate.
  package func fateCounts(of recorder: String) throws(CatalogError) -> [String: FateCount] {
    let counts = try connection.rows(
      """
      SELECT fate, count(*), coalesce(sum(bytes), 0) FROM recordings
      WHERE recorder = ? GROUP BY fate
      """, [.text(recorder)]
    ) { row throws(CatalogError) in
      (
        fate: try row.text(0),
        count: FateCount(count: Int(try row.integer(1)), bytes: try row.integer(2))
      )
    }
    return counts.reduce(into: [:]) { $0[$1.fate] = $1.count }
  }

  /// What is wrong with the database as such, in SQLite's words, at most 100 findings; none if it
  /// is sound. Damage that keeps SQLite from looking is thrown as `.corrupt`.
  ///
  /// - Parameters:
  ///   - quick: Leaves out whether the indexes agree with the tables.
  package func integrityProblems(quick: Bool = false) throws(CatalogError) -> [String] {
    let findings = try connection.rows(
      quick ? "PRAGMA quick_check(100)" : "PRAGMA integrity_check(100)"
    ) { row throws(CatalogError) in try row.text(0) }
    let orphans = try connection.rows("PRAGMA foreign_key_check") { row throws(CatalogError) in
      "\(try row.text(0)): a row without its row in \(try row.text(2))"
    }
    return findings.filter { $0 != "ok" } + orphans.prefix(100)
  }

  private func recordings(
    where condition: String, _ values: [Value]
  ) throws(CatalogError) -> [RecordingRow] {
    let filter = condition.isEmpty ? "" : "WHERE \(condition)"
    return try connection.rows(
      "\(RecordingRow.select) \(filter) \(RecordingRow.keyOrder)", values
    ) { row throws(CatalogError) in try RecordingRow(row) }
  }
}
