extension Connection {
  /// Which migrations of `Schema` the file has not had yet, in order.
  ///
  /// - Throws: `.newerSchema` if it had one that this program does not know; `.notADatabase` if it
  ///   belongs to another program. Nothing is changed.
  func pendingMigrations(_ known: [Migration]) throws(CatalogError) -> [Migration] {
    let applied = Set(try appliedMigrations())
    if let unknown = applied.subtracting(known.map(\.name)).min() {
      throw CatalogError(
        code: .newerSchema, extendedCode: 0, context: "open", path: path,
        message: "unknown migration \(unknown)")
    }
    return known.filter { !applied.contains($0.name) }
  }

  /// Brings the schema up to date, each migration in a transaction of its own.
  func migrate(_ known: [Migration]) throws(CatalogError) {
    for migration in try pendingMigrations(known) {
      try immediateTransaction { () throws(CatalogError) in
        // Another connection may have been first.
        guard try pendingMigrations(known).contains(where: { $0.name == migration.name }) else {
          return
        }
        try execute(
          """
          PRAGMA application_id = \(Schema.applicationID);
          CREATE TABLE IF NOT EXISTS migrations (
            name TEXT NOT NULL PRIMARY KEY
          ) STRICT, WITHOUT ROWID;
          """)
        try execute(migration.sql)
        try run("INSERT INTO migrations (name) VALUES (?)", [.text(migration.name)])
      }
    }
  }

  private func appliedMigrations() throws(CatalogError) -> [String] {
    // One statement sees one state of the file, whatever others do meanwhile.
    let header = try rows(
      """
      SELECT (SELECT application_id FROM pragma_application_id),
        (SELECT count(*) FROM sqlite_schema)
      """
    ) { row throws(CatalogError) in (id: try row.integer(0), tables: try row.integer(1)) }
    guard let header = header.first, header.id != 0 || header.tables != 0 else { return [] }
    guard header.id == Schema.applicationID else {
      throw CatalogError(
        code: .notADatabase, extendedCode: 0, context: "open", path: path,
        message: "a database of another program")
    }
    return try rows("SELECT name FROM migrations ORDER BY name") { row throws(CatalogError) in
      try row.text(0)
    }
  }
}
