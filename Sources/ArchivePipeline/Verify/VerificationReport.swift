import HostIO

/// What `verify` found.
package struct VerificationReport: Hashable, Sendable {
  package struct Problem: Hashable, Sendable {
    /// Where, relative to the archive.
    package var place: String
    /// What is wrong there, for people.
    package var what: String
  }

  package var problems: [Problem] = []
  package var objects = 0
  /// Objects that were read and hashed, and their bytes.
  package var hashedObjects = 0
  package var hashedBytes: Int64 = 0
  package var recordings = 0
  package var receipts = 0

  mutating func add(_ place: Path, _ what: String) {
    problems.append(Problem(place: place.description, what: what))
  }
}

/// How thoroughly to look.
package struct VerificationScope: Hashable, Sendable {
  /// Sizes and names only: nothing is read back.
  package var isQuick: Bool
  /// How many of a hundred objects are read back, 0 to 100.
  package var samplePercent: Int

  package init(isQuick: Bool = false, samplePercent: Int = 100) {
    self.isQuick = isQuick
    self.samplePercent = samplePercent
  }
}
