/// The names in all folders that are on the disk, and the changes of names that are not yet.
///
/// Changes have one order in the whole file system, as in a journal. Synchronizing a folder makes
/// durable the changes of its names, and the earlier ones that these build on; changes in other
/// folders go on waiting. A crash keeps the waiting ones up to one of them. So a rename has
/// happened or has not, and no change is found without those before it in the same folder.
struct NameJournal: Sendable {
  typealias Names = [[UInt8]: UInt64]

  struct Change: Sendable {
    var folder: UInt64
    var name: [UInt8]
    /// nil takes the name away.
    var inode: UInt64?
  }

  /// Changes that happen together or not at all.
  struct Operation: Sendable {
    var changes: [Change]
    /// A folder whose earlier changes must be durable before this one is, though it does not
    /// change.
    var requiredFolder: UInt64?
    /// Whether all earlier operations must be: a folder that moves, which could otherwise come to
    /// lie within itself.
    var requiresAll = false
  }

  private(set) var durable: [UInt64: Names] = [:]
  private(set) var pending: [Operation] = []

  init() {}

  /// Names that are all on the disk.
  init(durable: [UInt64: Names]) {
    self.durable = durable
  }

  mutating func record(_ operation: Operation) { pending.append(operation) }

  /// Makes the names in a folder durable.
  mutating func commit(_ folder: UInt64) {
    var wanted: Set<UInt64> = [folder]
    var takesAll = false
    var isTaken = [Bool](repeating: false, count: pending.count)
    for (index, operation) in pending.enumerated().reversed() {
      guard takesAll || operation.changes.contains(where: { wanted.contains($0.folder) }) else {
        continue
      }
      isTaken[index] = true
      wanted.formUnion(operation.changes.map(\.folder))
      if let required = operation.requiredFolder { wanted.insert(required) }
      takesAll = takesAll || operation.requiresAll
    }
    var waiting: [Operation] = []
    for (index, operation) in pending.enumerated() {
      if isTaken[index] { apply(operation, to: &durable) } else { waiting.append(operation) }
    }
    pending = waiting
  }

  /// The names that are on the disk after a crash now.
  func survivors(_ dice: inout CrashDice) -> [UInt64: Names] {
    var names = durable
    for operation in pending.prefix(dice.prefix(of: pending.count)) { apply(operation, to: &names) }
    return names
  }

  private func apply(_ operation: Operation, to names: inout [UInt64: Names]) {
    for change in operation.changes {
      names[change.folder, default: [:]][change.name] = change.inode
    }
  }
}
