extension Catalog {
  /// Takes in what was read of a recorder's log: the recorder with its new `logOffset`, and the
  /// rows that have changed. All or nothing; durable on return.
  ///
  /// - Parameters:
  ///   - recorder: Added, or put in the place of the row with the same identity.
  ///   - rows: Rows of this recorder. Each is added, or put in the place of the row with the same key; of
  ///     two with one key the later counts.
  ///   - replacing: Whether the rows are all there are of the recorder, so that others of it go.
  /// - Throws: `.misuse` for a row of another recorder or a negative offset; `.noSpace`; `.readOnly`.
  ///   Nothing has changed then.
  package func apply(
    _ recorder: RecorderRow, _ rows: [RecordingRow], replacing: Bool = false
  ) throws(CatalogError) {
    try connection.immediateTransaction { () throws(CatalogError) in
      if replacing {
        try connection.run(
          "DELETE FROM recordings WHERE recorder = ?", [.text(recorder.identity)])
      }
      try connection.run(RecorderRow.upsert, recorder.values)
      for row in rows {
        guard row.key.recorder.utf8.elementsEqual(recorder.identity.utf8) else {
          throw CatalogError(
            code: .misuse, extendedCode: 0, context: "apply", path: connection.path,
            message: "a row of recorder \(row.key.recorder) for \(recorder.identity)")
        }
        try connection.run(RecordingRow.upsert, row.values)
      }
    }
  }
}
