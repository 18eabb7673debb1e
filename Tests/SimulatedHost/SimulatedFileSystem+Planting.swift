package import HostIO
import Synchronization

/// What a test does to the disk beside the program under test. None of it counts as an operation,
/// none of it can be made to fail, and it works on a stopped file system too.
extension SimulatedFileSystem {
  /// Puts a durable file at a path, with the folders above it. A file that is there gets the bytes
  /// and the mode, and keeps its inode.
  package func plant(
    _ path: Path, _ bytes: [UInt8], permissions: UInt32 = 0o644
  ) throws(FileError) {
    try arrange(path) { volume throws(Refusal) in
      try volume.plantFolders(path.parent)
      var place = try volume.locate(path, following: false)
      if place.inode == nil {
        place.inode = try volume.create(.regular, at: place, permissions: permissions)
      }
      guard let inode = place.inode, try volume.node(inode).kind == .regular else {
        throw .isDirectory
      }
      volume.usedBytes += Int64(bytes.count) - Int64(try volume.node(inode).content.bytes.count)
      volume.nodes[inode]?.content = CachedContent(durable: bytes)
      volume.nodes[inode]?.permissions = permissions
      volume.nodes[inode]?.durablePermissions = permissions
      volume.touch(inode, content: true)
      volume.journal.commit(place.folder)
    }
  }

  /// Puts a durable folder at a path, with the folders above it.
  package func plantFolder(_ path: Path) throws(FileError) {
    try arrange(path) { volume throws(Refusal) in try volume.plantFolders(path) }
  }

  /// Puts a durable symbolic link at a path, with the folders above it.
  ///
  /// - Parameters:
  ///   - target: What it points at, whether or not anything lies there.
  package func plantLink(_ path: Path, to target: Path) throws(FileError) {
    try arrange(path) { volume throws(Refusal) in
      try volume.plantFolders(path.parent)
      let place = try volume.locate(path, following: false)
      try volume.create(.symbolicLink, at: place, permissions: 0o777, target: target.bytes)
      volume.journal.commit(place.folder)
    }
  }

  /// Everything below a folder, by the path from there: a file with its bytes, a folder, whose path
  /// ends in a slash, with none, and a link, whose path ends in `@`, with what it points at.
  package func tree(below path: Path) throws(FileError) -> [String: [UInt8]] {
    try arrange(path) { volume throws(Refusal) in
      var found: [String: [UInt8]] = [:]
      var waiting = [("", try volume.find(path, following: true))]
      while let (prefix, folder) = waiting.popLast() {
        for (name, inode) in try volume.node(folder).names {
          let node = try volume.node(inode)
          let key = prefix + Path(bytes: name).description
          switch node.kind {
          case .directory:
            found[key + "/"] = []
            waiting.append((key + "/", inode))
          case .symbolicLink: found[key + "@"] = node.target
          case .regular, .other: found[key] = node.content.bytes
          }
        }
      }
      return found
    }
  }

  private func arrange<Value: Sendable>(
    _ path: Path, _ body: (inout Volume) throws(Refusal) -> Value
  ) throws(FileError) -> Value {
    try state.withLock { state throws(FileError) -> Value in
      do throws(Refusal) {
        return try body(&state.volume)
      } catch {
        throw FileError(code: error.code, operation: "plant", path: path, errno: error.errno)
      }
    }
  }
}

extension Volume {
  /// Makes the missing folders of a path durably.
  fileprivate mutating func plantFolders(_ path: Path) throws(Refusal) {
    let place: Place
    do throws(Refusal) {
      place = try locate(path, following: true)
    } catch {
      guard error.code == .notFound, path.parent != path else { throw error }
      try plantFolders(path.parent)
      try plantFolders(path)
      return
    }
    guard let inode = place.inode else {
      try create(.directory, at: place, permissions: 0o755)
      journal.commit(place.folder)
      return
    }
    guard try node(inode).kind == .directory else { throw .notDirectory }
  }
}
