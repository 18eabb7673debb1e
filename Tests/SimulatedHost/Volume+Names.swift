import HostIO

extension Volume {
  /// Makes a node and gives it a name.
  @discardableResult
  mutating func create(
    _ kind: FileStatus.Kind, at place: Place, permissions: UInt32, target: [UInt8] = []
  ) throws(Refusal) -> Inode {
    guard place.inode == nil else { throw .exists }
    try check(3, of: place.folder)
    guard try node(place.folder).links > 0 else { throw .noEntry }
    let inode = takeNumber()
    // The umask does not concern links. Source: symlink(7), "Ownership, timestamps, and
    // permissions".
    let mode = permissions & 0o7777 & (kind == .symbolicLink ? 0o7777 : ~Self.umask)
    nodes[inode] = Node(
      kind: kind, permissions: mode, durablePermissions: mode, modified: now, changed: now,
      parent: place.folder, target: target)
    set(place.name, of: place.folder, to: inode)
    journal.record(.init(changes: [.init(folder: place.folder, name: place.name, inode: inode)]))
    return inode
  }

  mutating func createDirectory(_ path: Path, permissions: UInt32) throws(Refusal) {
    try create(.directory, at: locate(path, following: false), permissions: permissions)
  }

  mutating func remove(_ path: Path) throws(Refusal) {
    let place = try locate(path, following: false)
    guard let inode = place.inode else { throw .noEntry }
    guard try node(inode).kind != .directory else { throw .isDirectory }
    if place.mustBeFolder { throw .notDirectory }
    try check(3, of: place.folder)
    takeAway(place, inode)
  }

  mutating func removeDirectory(_ path: Path) throws(Refusal) {
    let place = try locate(path, following: false)
    guard let inode = place.inode else { throw .noEntry }
    guard try node(inode).kind == .directory else { throw .notDirectory }
    guard !place.name.isEmpty else {
      // Source: rmdir(2), ERRORS.
      switch path.lastComponent {
      case Path("."): throw .invalid
      case Path(".."): throw .notEmpty
      default: throw .busy
      }
    }
    try check(3, of: place.folder)
    guard try node(inode).names.isEmpty else { throw .notEmpty }
    takeAway(place, inode)
  }

  /// Source: rename(2), ERRORS.
  mutating func rename(
    _ source: Path, to target: Path, replacing: Bool
  ) throws(Refusal) {
    let from = try locate(source, following: false)
    let to = try locate(target, following: false)
    guard !from.name.isEmpty else { throw .busy }
    guard !to.name.isEmpty else { throw replacing ? .busy : .exists }
    guard let moved = from.inode else { throw .noEntry }
    if to.inode != nil, !replacing { throw .exists }
    let isFolder = try node(moved).kind == .directory
    if isFolder, try isWithin(to.folder, moved) { throw .invalid }
    if let replaced = to.inode, try isWithin(from.folder, replaced) { throw .notEmpty }
    if !isFolder, from.mustBeFolder || to.mustBeFolder { throw .notDirectory }
    try check(3, of: from.folder)
    try check(3, of: to.folder)
    if let replaced = to.inode {
      guard replaced != moved else { return }
      let isOverFolder = try node(replaced).kind == .directory
      if isOverFolder, !isFolder { throw .isDirectory }
      if isFolder, !isOverFolder { throw .notDirectory }
      guard try node(replaced).names.isEmpty else { throw .notEmpty }
      nodes[replaced]?.links -= 1
    }
    set(from.name, of: from.folder, to: nil)
    set(to.name, of: to.folder, to: moved)
    touch(moved, content: false)
    if isFolder { nodes[moved]?.parent = to.folder }
    recordRename(from, to, moved, isFolder: isFolder)
    if let replaced = to.inode { release(replaced) }
  }

  mutating func synchronizeDirectory(_ path: Path) throws(Refusal) {
    let inode = try findFolder(path)
    journal.commit(inode)
    forgetNameless()
  }

  private mutating func recordRename(_ from: Place, _ to: Place, _ moved: Inode, isFolder: Bool) {
    let addition = NameJournal.Change(folder: to.folder, name: to.name, inode: moved)
    let removal = NameJournal.Change(folder: from.folder, name: from.name, inode: nil)
    if renameModel == .linkThenUnlink, from.folder != to.folder, !isFolder {
      // The new name builds on the old one, and the old one goes only after the new one has come.
      journal.record(.init(changes: [addition], requiredFolder: nil))
      journal.record(.init(changes: [removal], requiredFolder: to.folder))
    } else {
      journal.record(
        .init(
          changes: [removal, addition], requiresAll: isFolder && from.folder != to.folder))
    }
  }

  private mutating func takeAway(_ place: Place, _ inode: Inode) {
    set(place.name, of: place.folder, to: nil)
    journal.record(.init(changes: [.init(folder: place.folder, name: place.name, inode: nil)]))
    nodes[inode]?.links -= 1
    touch(inode, content: false)
    release(inode)
  }

  private mutating func set(_ name: [UInt8], of folder: Inode, to inode: Inode?) {
    nodes[folder]?.names[name] = inode
    touch(folder, content: true)
  }

  /// Whether a folder is another one or lies below it.
  private func isWithin(_ folder: Inode, _ other: Inode) throws(Refusal) -> Bool {
    var current = folder
    while current != other {
      let parent = try node(current).parent
      if parent == current { return false }
      current = parent
    }
    return true
  }
}
