extension FileSystem {
  /// Makes a folder and every missing one above it, durably. A folder that is there is not an error.
  ///
  /// Each folder's name is made durable before the next folder is made in it. So of a run that was
  /// interrupted, only the deepest folder that is there can have a name that is not durable; it is made so
  /// here, whether or not anything was missing.
  ///
  /// - Parameters:
  ///   - permissions: The mode of the folders that are made, before the umask.
  /// - Throws: `.notDirectory` if something else lies in the way.
  package func createDirectories(_ path: Path, permissions: UInt32) throws(FileError) {
    if let status = try status(of: path, following: true) {
      guard status.kind == .directory else {
        throw FileError(code: .notDirectory, operation: "mkdir", path: path, errno: 0)
      }
      // The folder above may belong to somebody else, and be closed to us: then the name is not ours.
      do throws(FileError) {
        try synchronizeDirectory(path.parent)
      } catch  where error.code == .permission {}
      return
    }
    let parent = path.parent
    if parent != path { try createDirectories(parent, permissions: permissions) }
    do throws(FileError) {
      try createDirectory(path, permissions: permissions)
    } catch  where error.code == .exists {
      guard try status(of: path, following: true)?.kind == .directory else { throw error }
    }
    try synchronizeDirectory(parent)
  }

  /// Removes whatever lies at a path: a file, a link itself and not what it points at, or a folder with
  /// all it holds. A path where nothing lies is not an error.
  ///
  /// The removal of the path itself becomes durable with the next `synchronizeDirectory` of its folder.
  package func removeTree(_ path: Path) throws(FileError) {
    guard let status = try status(of: path, following: false) else { return }
    guard status.kind == .directory else {
      try remove(path)
      return
    }
    for name in try entries(of: path) { try removeTree(path / name) }
    try removeDirectory(path)
  }
}
