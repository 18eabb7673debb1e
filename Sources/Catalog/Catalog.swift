package import HostIO

/// An index over the logs of all recorders, in one SQLite database.
///
/// The logs are the truth. The catalog can be removed at any time and is then replayed from them:
/// with the rows it holds, per recorder, how far they were read. Both change in one transaction, so
/// whatever interrupts a run, reading on from there gives what a replay from the start would.
///
/// Every call may throw `.busy`, `.io` and `.corrupt`, and after `close` throws `.misuse`.
package actor Catalog {
  package enum Mode: Sendable {
    /// Made if it is not there, and brought up to the schema of this program.
    case readWrite
    /// Never changed. It must be there and have the schema of this program.
    case readOnly
  }

  let connection: Connection

  /// How long a call waits for another process's lock, in milliseconds.
  private static let busyMilliseconds: Int32 = 5000

  private init(_ connection: sending Connection) {
    self.connection = connection
  }

  /// Opens a catalog.
  ///
  /// - Parameters:
  ///   - path: The database file.
  ///   - vfs: The name of a registered VFS, which then serves this connection alone: it is opened for
  ///     exclusive use, since a VFS of ours has no memory to share with others. nil for the default.
  /// - Throws: `.cannotOpen` if the folder, or when reading the file, is missing; `.notADatabase`;
  ///   `.newerSchema`; `.readOnly` if the schema is older than this program's and may not be changed.
  package static func open(
    at path: Path, mode: Mode, vfs: String? = nil
  ) throws(CatalogError) -> Catalog {
    switch mode {
    case .readWrite: Catalog(try openForWriting(path, vfs: vfs, migrations: Schema.migrations))
    case .readOnly: Catalog(try openForReading(path, vfs: vfs))
    }
  }

  /// Finalizes everything and closes the file. Closing twice is harmless.
  package func close() throws(CatalogError) { try connection.close() }

  static func openForWriting(
    _ path: Path, vfs: String?, migrations: [Migration]
  ) throws(CatalogError) -> sending Connection {
    let connection = try Connection(
      path, .readWriteCreate, vfs: vfs, busyMilliseconds: busyMilliseconds)
    try connection.configure(exclusive: vfs != nil)
    // Before anything is written: what is not ours stays as it is.
    _ = try connection.pendingMigrations(migrations)
    // Where there can be no WAL, SQLite keeps the rollback journal. That is as safe, and only keeps
    // readers waiting.
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
    try connection.migrate(migrations)
    return connection
  }

  private static func openForReading(
    _ path: Path, vfs: String?
  ) throws(CatalogError) -> sending Connection {
    do throws(CatalogError) {
      return try openForReading(path, .readOnly, vfs: vfs)
    } catch  where error.code == .cannotOpen || error.code == .readOnly {
      // To read a WAL database SQLite makes files beside it. Where it cannot, the file can still be
      // read as one that nobody changes, unless a log beside it holds a part of its content.
      guard vfs == nil, error.extendedCode != 0, !isAnyLog(beside: path) else { throw error }
      return try openForReading(path, .immutable, vfs: vfs)
    }
  }

  private static func openForReading(
    _ path: Path, _ access: Connection.Access, vfs: String?
  ) throws(CatalogError) -> sending Connection {
    let connection = try Connection(path, access, vfs: vfs, busyMilliseconds: busyMilliseconds)
    try connection.configure(exclusive: vfs != nil)
    let pending = try connection.pendingMigrations(Schema.migrations)
    guard let first = pending.first else { return connection }
    throw CatalogError(
      code: .readOnly, extendedCode: 0, context: "open", path: path,
      message: "migration \(first.name) is missing")
  }

  private static func isAnyLog(beside path: Path) -> Bool {
    ["-wal", "-journal"].contains { suffix in
      let status = try? LinuxFileSystem().status(of: path.withSuffix(suffix), following: true)
      return (status?.size ?? 0) > 0
    }
  }
}

extension Connection {
  /// Settings that hold for a connection and are not in the file.
  ///
  /// `cell_size_check` and `trusted_schema` are for files that somebody has tampered with; sorting
  /// in memory needs no other files. Source: https://www.sqlite.org/pragma.html and
  /// https://www.sqlite.org/security.html
  fileprivate func configure(exclusive: Bool) throws(CatalogError) {
    try execute(
      """
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY;
      """)
    if exclusive { try execute("PRAGMA locking_mode = EXCLUSIVE;") }
  }
}
