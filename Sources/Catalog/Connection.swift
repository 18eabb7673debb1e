import CSQLite
import HostIO

/// A connection to one database file, with its prepared statements.
///
/// It is opened without SQLite's own mutex, so one call follows another: the actor that owns it
/// sees to that, and the class is not `Sendable`.
final class Connection {
  /// How the file is opened.
  enum Access {
    case readWriteCreate
    case readOnly
    /// For a file that nobody changes meanwhile: no lock is taken, and no file beside it is looked
    /// for.
    case immutable
  }

  let path: Path
  private var handle: OpaquePointer?
  private var statements: [String: Statement] = [:]

  /// Opens a database. Nothing is read yet, so a file that is no database is not noticed here.
  ///
  /// - Parameters:
  ///   - vfs: The name of the registered VFS to use; nil for the default.
  ///   - busyMilliseconds: How long a call waits for another connection's lock.
  init(
    _ path: Path, _ access: Access, vfs: String?, busyMilliseconds: Int32
  ) throws(CatalogError) {
    self.path = path
    let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE
    let (name, flags): (Path, Int32) =
      switch access {
      case .readWriteCreate: (path.unambiguous, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      case .readOnly: (path.unambiguous, SQLITE_OPEN_READONLY)
      case .immutable: (path.immutableURI, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      }
    var handle: OpaquePointer?
    let result = name.withNulTerminated { sqlite3_open_v2($0, &handle, common | flags, vfs) }
    guard result == SQLITE_OK, let handle else {
      let error = CatalogError(result: result, database: handle, context: "open", path: path)
      sqlite3_close_v2(handle)
      throw error
    }
    sqlite3_busy_timeout(handle, busyMilliseconds)
    self.handle = handle
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Finalizes all statements and closes. Closing twice is harmless; any other later call throws
  /// `.misuse`.
  func close() throws(CatalogError) {
    guard let handle else { return }
    statements.removeAll()
    let result = sqlite3_close(handle)
    guard result == SQLITE_OK else {
      throw CatalogError(result: result, database: handle, context: "close", path: path)
    }
    self.handle = nil
  }

  /// Runs statements that give no rows, or whose rows do not matter.
  func execute(_ sql: String) throws(CatalogError) {
    let handle = try open()
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else {
      throw CatalogError(result: result, database: handle, context: sql, path: path)
    }
  }

  /// Runs one statement that gives no rows. It stays prepared.
  func run(_ sql: String, _ values: [Value] = []) throws(CatalogError) {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    _ = try statement.step()
  }

  /// All rows that a statement gives. It stays prepared.
  ///
  /// - Parameters:
  ///   - read: Makes an element of the current row.
  func rows<Element>(
    _ sql: String, _ values: [Value] = [],
    _ read: (Statement) throws(CatalogError) -> Element
  ) throws(CatalogError) -> [Element] {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    var elements: [Element] = []
    while try statement.step() { elements.append(try read(statement)) }
    return elements
  }

  /// Runs a body in a transaction that holds the write lock from its start, and takes everything
  /// back if the body throws.
  func immediateTransaction(
    _ body: () throws(CatalogError) -> Void
  ) throws(CatalogError) {
    try run("BEGIN IMMEDIATE")
    do throws(CatalogError) {
      try body()
      try run("COMMIT")
    } catch {
      // Some errors have already taken everything back; then there is nothing to roll back. Where
      // the rollback itself fails, closing does it, and until then every BEGIN fails.
      if let handle, sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  private func statement(_ sql: String) throws(CatalogError) -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try Statement(sql, database: open(), path: path)
    statements[sql] = statement
    return statement
  }

  private func open() throws(CatalogError) -> OpaquePointer {
    if let handle { return handle }
    throw CatalogError(
      code: .misuse, extendedCode: 0, context: "use", path: path, message: "the catalog is closed")
  }
}

extension CatalogError {
  /// An error from a result code.
  ///
  /// - Parameters:
  ///   - result: The extended code.
  ///   - database: The connection that said so, for its message; nil where there is none.
  init(result: Int32, database: OpaquePointer?, context: String, path: Path) {
    let message = database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(result)
    self.init(
      code: Code(result: result), extendedCode: result, context: context, path: path,
      message: message.map { String(cString: $0) } ?? "unknown")
  }
}
