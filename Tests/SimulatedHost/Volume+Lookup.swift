import HostIO

extension Volume {
  /// Where a path leads.
  struct Place {
    var folder: Inode
    /// Empty where the path ends in `.`, `..` or `/`.
    var name: [UInt8]
    /// nil where the folder has no such name.
    var inode: Inode?
    /// Whether a slash at the end asks for a folder.
    var mustBeFolder = false
  }

  /// Walks along a path. Source: path_resolution(7).
  ///
  /// - Parameters:
  ///   - following: Whether a link in the last component is followed.
  func locate(_ path: Path, following: Bool) throws(Refusal) -> Place {
    guard !path.bytes.isEmpty else { throw .noEntry }
    guard path.bytes.count < 4096 else { throw .nameTooLong }
    var rest = Self.components(path.bytes)
    var current = Self.root
    var linksFollowed = 0
    var mustBeFolder = path.bytes.last == 0x2f
    while let name = rest.popLast() {
      guard try node(current).kind == .directory else { throw .notDirectory }
      try check(1, of: current)
      if name == [0x2e] { continue }
      if name == [0x2e, 0x2e] {
        current = try node(current).parent
        continue
      }
      guard name.count <= 255 else { throw .nameTooLong }
      guard let inode = try node(current).names[name] else {
        guard rest.isEmpty else { throw .noEntry }
        return Place(folder: current, name: name, inode: nil, mustBeFolder: mustBeFolder)
      }
      let found = try node(inode)
      if found.kind == .symbolicLink, !rest.isEmpty || following || mustBeFolder {
        linksFollowed += 1
        guard linksFollowed <= 40 else { throw .loop }
        mustBeFolder = mustBeFolder || rest.isEmpty && found.target.last == 0x2f
        rest += Self.components(found.target)
        if found.target.first == 0x2f { current = Self.root }
      } else if rest.isEmpty {
        return Place(folder: current, name: name, inode: inode, mustBeFolder: mustBeFolder)
      } else {
        current = inode
      }
    }
    return Place(folder: current, name: [], inode: current, mustBeFolder: true)
  }

  /// What lies at a path.
  func find(_ path: Path, following: Bool) throws(Refusal) -> Inode {
    let place = try locate(path, following: following)
    guard let inode = place.inode else { throw .noEntry }
    if place.mustBeFolder, try node(inode).kind != .directory { throw .notDirectory }
    return inode
  }

  /// The folder at a path.
  func findFolder(_ path: Path) throws(Refusal) -> Inode {
    let inode = try find(path, following: true)
    guard try node(inode).kind == .directory else { throw .notDirectory }
    try check(4, of: inode)
    return inode
  }

  /// The last component first.
  private static func components(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x2f).reversed().map(Array.init)
  }
}
