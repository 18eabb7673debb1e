import Glibc

extension LinuxFileSystem {
  package func entries(of directory: Path) throws(FileError) -> [Path] {
    guard let stream = directory.withCString({ opendir($0) }) else {
      throw FileError("opendir", directory, errno: errno)
    }
    defer { closedir(stream) }
    var names: [Path] = []
    while true {
      // The only way to tell the end from a failure. Source: readdir(3), RETURN VALUE.
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw FileError("readdir", directory, errno: errno) }
        return names.sorted()
      }
      let name = Self.name(of: entry)
      if name != Path(".") && name != Path("..") { names.append(name) }
    }
  }

  /// The name in an entry. It is read where it lies: a long name may reach behind the 256 bytes that
  /// the structure declares. Source: readdir(3), NOTES.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> Path {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      fatalError("dirent has no d_name")
    }
    let start = UnsafeRawPointer(entry).advanced(by: offset)
    let length = strlen(start.assumingMemoryBound(to: CChar.self))
    return Path(bytes: UnsafeRawBufferPointer(start: start, count: length))
  }
}
