import CSQLite
import HostIO

/// A prepared statement of one connection.
///
/// Confined like its connection: it never leaves the actor that owns that.
final class Statement {
  private let handle: OpaquePointer
  private let path: Path

  /// Compiles one statement.
  ///
  /// - Parameters:
  ///   - database: An open connection.
  init(_ sql: String, database: OpaquePointer, path: Path) throws(CatalogError) {
    var handle: OpaquePointer?
    let result = sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard result == SQLITE_OK, let handle else {
      throw CatalogError(result: result, database: database, context: sql, path: path)
    }
    self.handle = handle
    self.path = path
  }

  deinit { sqlite3_finalize(handle) }

  /// Makes the statement ready to run anew, and forgets what was bound.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Binds values to the parameters, in order.
  func bind(_ values: [Value]) throws(CatalogError) {
    for (index, value) in values.enumerated() {
      let result = bind(value, at: Int32(index) + 1)
      if result != SQLITE_OK { throw failure(result) }
    }
  }

  /// Goes to the next row.
  ///
  /// - Returns: Whether there is one.
  func step() throws(CatalogError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw failure(result)
    }
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .text(var text):
      return text.withUTF8 { utf8 in
        // An empty buffer may have no address, and SQLite takes that for NULL.
        guard let start = utf8.baseAddress else {
          return sqlite3_bind_text(handle, index, "", 0, Self.copying)
        }
        return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
          sqlite3_bind_text(handle, index, $0, Int32(clamping: utf8.count), Self.copying)
        }
      }
    case .blob(let bytes):
      return sqlite3_bind_blob(handle, index, bytes, Int32(clamping: bytes.count), Self.copying)
    }
  }

  private func failure(_ result: Int32) -> CatalogError {
    CatalogError(
      result: result, database: sqlite3_db_handle(handle),
      context: String(cString: sqlite3_sql(handle)), path: path)
  }

  /// `SQLITE_TRANSIENT`: SQLite copies the bytes before the call returns. The C macro is a cast of
  /// -1 to a function pointer, which is not imported.
  private static var copying: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}

// Columns of the current row. The tables are STRICT, so another type than expected is damage, and
// so is text that is not UTF-8.
extension Statement {
  func text(_ column: Int32) throws(CatalogError) -> String {
    guard let text = try optionalText(column) else { throw unexpected(column) }
    return text
  }

  func optionalText(_ column: Int32) throws(CatalogError) -> String? {
    guard try has(SQLITE_TEXT, column) else { return nil }
    // The pointer first: the length is that of the form the last call asked for.
    guard let start = sqlite3_column_text(handle, column) else {
      throw failure(SQLITE_NOMEM)
    }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    guard let text = String(validating: bytes, as: UTF8.self) else { throw unexpected(column) }
    return text
  }

  func integer(_ column: Int32) throws(CatalogError) -> Int64 {
    guard let number = try optionalInteger(column) else { throw unexpected(column) }
    return number
  }

  func optionalInteger(_ column: Int32) throws(CatalogError) -> Int64? {
    guard try has(SQLITE_INTEGER, column) else { return nil }
    return sqlite3_column_int64(handle, column)
  }

  func optionalBlob(_ column: Int32) throws(CatalogError) -> [UInt8]? {
    guard try has(SQLITE_BLOB, column) else { return nil }
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// The error for a value that no catalog holds.
  func unexpected(_ column: Int32) -> CatalogError {
    let name = sqlite3_column_name(handle, column).map { String(cString: $0) } ?? "\(column)"
    return CatalogError(
      code: .corrupt, extendedCode: 0, context: String(cString: sqlite3_sql(handle)), path: path,
      message: "unexpected value in column \(name)")
  }

  private func has(_ type: Int32, _ column: Int32) throws(CatalogError) -> Bool {
    switch sqlite3_column_type(handle, column) {
    case type: return true
    case SQLITE_NULL: return false
    default: throw unexpected(column)
    }
  }
}
