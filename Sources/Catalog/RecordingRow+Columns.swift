import Fixity

extension RecordingRow {
  /// The columns of the table, in the order of `values` and `init(_:)`.
  static let columns = [
    "recorder", "directory", "raw_id", "version", "fate", "object", "bytes", "samples",
    "sample_rate", "verdict", "listed_seconds", "listed_bytes", "listed_modified", "evidence",
    "sidecar", "receipt", "path", "note", "first_listed", "since", "attempts",
  ]

  /// Adds the row, or replaces the one of the same key.
  static let upsert = """
    INSERT INTO recordings (\(columns.joined(separator: ", ")))
    VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
    ON CONFLICT (recorder, directory, raw_id, version) DO UPDATE
    SET \(columns.dropFirst(4).map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """

  /// The start of every query for rows.
  static let select = "SELECT \(columns.joined(separator: ", ")) FROM recordings"

  /// The end of every query for rows: the order of keys.
  static let keyOrder = "ORDER BY recorder, directory, raw_id, version"

  var values: [Value] {
    [
      .text(key.recorder), .text(key.directory), .text(key.rawID), .integer(key.version),
      .text(fate), .blob(object?.bytes), .integer(bytes), .integer(samples), .integer(sampleRate),
      .text(verdict), .integer(listedSeconds), .integer(listedBytes), .integer(listedModified),
      .blob(evidence?.bytes), .blob(sidecar?.bytes), .blob(receipt?.bytes), .text(path),
      .text(note), .text(firstListed), .text(since), .integer(attempts),
    ]
  }

  init(_ row: Statement) throws(CatalogError) {
    self.init(
      key: RecordingKey(
        recorder: try row.text(0), directory: try row.text(1), rawID: try row.text(2),
        version: Int(try row.integer(3))),
      fate: try row.text(4), object: try row.digest(5), bytes: try row.optionalInteger(6),
      samples: try row.optionalInteger(7), sampleRate: try row.optionalInteger(8).map(Int.init),
      verdict: try row.optionalText(9), listedSeconds: try row.optionalInteger(10),
      listedBytes: try row.optionalInteger(11), listedModified: try row.optionalInteger(12),
      evidence: try row.digest(13), sidecar: try row.digest(14), receipt: try row.digest(15),
      path: try row.optionalText(16), note: try row.optionalText(17),
      firstListed: try row.text(18), since: try row.text(19), attempts: Int(try row.integer(20)))
  }
}

extension RecorderRow {
  static let upsert = """
    INSERT INTO recorders (identity, name, folder, kind, origin, last_seen, last_success,
      condition, log_offset)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (identity) DO UPDATE
    SET name = excluded.name, folder = excluded.folder, kind = excluded.kind,
      origin = excluded.origin, last_seen = excluded.last_seen, last_success = excluded.last_success,
      condition = excluded.condition, log_offset = excluded.log_offset
    """

  static let select = """
    SELECT identity, name, folder, kind, origin, last_seen, last_success, condition,
      log_offset
    FROM recorders
    """

  var values: [Value] {
    [
      .text(identity), .text(name), .text(folder), .text(kind), .text(origin),
      .text(lastSeen), .text(lastSuccess), .text(condition), .integer(logOffset),
    ]
  }

  init(_ row: Statement) throws(CatalogError) {
    self.init(
      identity: try row.text(0), name: try row.text(1), folder: try row.text(2),
      kind: try row.text(3), origin: try row.text(4), lastSeen: try row.optionalText(5),
      lastSuccess: try row.optionalText(6), condition: try row.optionalText(7),
      logOffset: try row.integer(8))
  }
}

extension Statement {
  fileprivate func digest(_ column: Int32) throws(CatalogError) -> SHA256Digest? {
    guard let bytes = try optionalBlob(column) else { return nil }
    guard let digest = SHA256Digest(bytes: bytes) else { throw unexpected(column) }
    return digest
  }
}
