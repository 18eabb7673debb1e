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
