import CSQLite
import HostIO
import Synchronization

/// The locks that connections of this process hold on files, in the five levels of SQLite.
///
/// Files are told apart by their paths as written. Source: https://www.sqlite.org/lockingv3.html
final class ConnectionLocks: Sendable {
  /// For each file the levels above none, by holder.
  private let levels = Mutex<[Path: [ObjectIdentifier: Int32]]>([:])

  /// Raises a holder's lock.
  ///
  /// A holder that wants to be alone and is not keeps newcomers out from then on (`PENDING`).
  ///
  /// - Parameters:
  ///   - level: `SQLITE_LOCK_…`.
  /// - Returns: Whether the level was reached.
  func raise(_ path: Path, _ holder: ObjectIdentifier, to level: Int32) -> Bool {
    levels.withLock { levels in
      let mine = levels[path]?[holder] ?? SQLITE_LOCK_NONE
      guard level > mine else { return true }
      let highest =
        levels[path]?.filter { $0.key != holder }.values.max() ?? SQLITE_LOCK_NONE
      let (granted, isReached): (Int32, Bool) =
        switch level {
        case SQLITE_LOCK_SHARED where highest < SQLITE_LOCK_PENDING: (level, true)
        case SQLITE_LOCK_RESERVED where highest < SQLITE_LOCK_RESERVED: (level, true)
        case SQLITE_LOCK_EXCLUSIVE where highest == SQLITE_LOCK_NONE: (level, true)
        case SQLITE_LOCK_EXCLUSIVE where highest == SQLITE_LOCK_SHARED:
          (SQLITE_LOCK_PENDING, false)
        default: (mine, false)
        }
      if granted > SQLITE_LOCK_NONE { levels[path, default: [:]][holder] = granted }
      return isReached
    }
  }

  /// Lowers a holder's lock.
  func lower(_ path: Path, _ holder: ObjectIdentifier, to level: Int32) {
    levels.withLock { levels in
      guard let mine = levels[path]?[holder], mine > level else { return }
      levels[path]?[holder] = level > SQLITE_LOCK_NONE ? level : nil
      if levels[path]?.isEmpty == true { levels[path] = nil }
    }
  }

  /// Whether anybody is about to write.
  func isReserved(_ path: Path) -> Bool {
    levels.withLock { levels in
      levels[path]?.values.contains { $0 >= SQLITE_LOCK_RESERVED } ?? false
    }
  }
}
