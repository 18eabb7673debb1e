import CSQLite
import HostIO

// The one place where SQLite's result codes become codes of ours, and errors of files become codes
// of SQLite's. Source: https://www.sqlite.org/rescode.html

extension CatalogError.Code {
  /// What a result code, primary or extended, means to a caller.
  ///
  /// Every statement is fixed and tested. So if SQLite cannot make sense of one (`SQLITE_ERROR`),
  /// it is the schema in the file that is not what the migrations made.
  init(result: Int32) {
    self =
      switch result & 0xff {
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
      case SQLITE_CORRUPT, SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_FORMAT: .corrupt
      case SQLITE_NOTADB: .notADatabase
      case SQLITE_FULL: .noSpace
      case SQLITE_READONLY: .readOnly
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen
      case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_TOOBIG: .misuse
      default: .io
      }
  }
}

/// What SQLite can be told that a file operation failed at: the extended codes of `SQLITE_IOERR`,
/// whose macros are not imported.
enum IOFailure: Int32 {
  case read = 1
  case shortRead = 2
  case write = 3
  case fsync = 4
  case folderFsync = 5
  case truncate = 6
  case status = 7
  case delete = 10
  case access = 13
  case close = 16
  case deleteMissing = 23

  /// The extended result code.
  var resultCode: Int32 { SQLITE_IOERR | rawValue << 8 }
}

extension FileError {
  /// What SQLite is told of a failed file operation: a full disk has a code of its own.
  func resultCode(_ failure: IOFailure) -> Int32 {
    code == .noSpace ? SQLITE_FULL : failure.resultCode
  }

  /// What SQLite is told of a file that could not be opened.
  var openingResultCode: Int32 {
    code == .noSpace ? SQLITE_FULL : SQLITE_CANTOPEN
  }
}
