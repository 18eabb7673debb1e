extension FileSystem {
  /// Writes a small file so that after a crash at any moment the target holds what it held before, or
  /// all of the new bytes.
  ///
  /// The order is what makes it so: a new file in `staging`, its content, `fsync`, `close`, `rename`,
  /// `fsync` of the target's folder. Source: rename(2), fsync(2).
  ///
  /// - Parameters:
  ///   - path: The target; its folder exists.
  ///   - staging: A folder on the same file system; it may be the target's own.
  ///   - permissions: The mode of the file, whatever the umask is.
  ///   - replacing: Whether a file at `path` is replaced; else `.exists` is thrown.
  ///   - randomness: Names the temporary file.
  /// - Throws: The first error. The temporary file is removed where that can be done, and the target is
  ///   as it was, unless only the last step failed: then it holds the new bytes, and a power cut may still
  ///   take them back.
  package func writeDurably(
    _ bytes: [UInt8], to path: Path, staging: Path, permissions: UInt32, replacing: Bool,
    randomness: any HostRandomness
  ) throws(FileError) {
    let temporary = staging / (randomness.hexName() + ".tmp")
    let file = try open(temporary, .createNew, permissions: 0o600)
    do throws(FileError) {
      try file.fill(bytes, permissions: permissions)
      try rename(temporary, to: path, replacing: replacing)
    } catch {
      // The first error is the one that tells what happened.
      try? file.close()
      try? remove(temporary)
      throw error
    }
    try synchronizeDirectory(path.parent)
  }
}

extension OpenFile {
  fileprivate func fill(_ bytes: [UInt8], permissions: UInt32) throws(FileError) {
    try write(bytes, at: 0)
    try setPermissions(permissions)
    try synchronize()
    try close()
  }
}
