/// What has become of a recording. Every ID that was ever listed has one.
package enum Fate: String, Hashable, Sendable, Codable, CaseIterable {
  /// Seen, and not yet more than fetched.
  case listed
  /// Not reached before the run ended.
  case pending
  /// Being recorded when it was listed last.
  case recording
  /// In the library.
  case archived
  /// What arrived is not whole, twice; kept in quarantine.
  case damaged
  /// Zero bytes.
  case empty
  /// Could not be fetched.
  case failed
  /// Listed again as something else, and found to hold what an earlier version holds.
  case changed
  /// Its name cannot be put into a command.
  case unaddressable
  /// About to be deleted on the recorder.
  case deleting
  /// Deleted there by us, with proof.
  case deleted
  /// Removed from the archive on purpose; never fetched again.
  case forgotten
  /// Gone from the recorder before it was archived.
  case vanished

  /// Whether its bytes are in the library.
  package var isPublished: Bool { self == .archived || self == .deleting || self == .deleted }

  /// Whether nothing of it is safe yet, so that its loss would be one.
  package var isUnsafe: Bool {
    switch self {
    case .listed, .pending, .recording, .failed, .unaddressable: true
    case .archived, .damaged, .empty, .changed, .deleting, .deleted, .forgotten, .vanished: false
    }
  }

  /// Whether its bytes are what they will be: other bytes of the same recording are another version.
  package var isSettled: Bool { !isUnsafe }
}
