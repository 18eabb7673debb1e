import Glibc

extension LinuxFileSystem {
  /// The one absolute path of what lies at a path: without links, `.` and `..`. Source: realpath(3).
  ///
  /// - Throws: `.notFound`, `.permission`, `.symbolicLinkLoop`.
  package func canonicalPath(_ path: Path) throws(FileError) -> Path {
    guard let resolved = path.withCString({ realpath($0, nil) }) else {
      throw FileError("realpath", path, errno: errno)
    }
    defer { free(resolved) }
    return Path(bytes: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// The UUID of the file system that holds a path, as `/dev/disk/by-uuid` names it; nil for one that no
  /// block device holds, or where the system does not say.
  package func fileSystemUUID(of path: Path) -> String? {
    guard let device = try? status(of: path, following: true)?.device else { return nil }
    let folder = Path("/dev/disk/by-uuid")
    guard let names = try? entries(of: folder) else { return nil }
    for name in names {
      var raw = stat()
      let found = (folder / name).withCString { stat($0, &raw) }
      if found == 0, UInt64(raw.st_rdev) == device { return name.text }
    }
    return nil
  }

  /// The working directory, for paths that are relative to it.
  package func workingDirectory() throws(FileError) -> Path {
    try canonicalPath(Path("."))
  }
}
