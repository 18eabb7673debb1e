import HostIO

extension Volume {
  mutating func open(
    _ path: Path, _ access: FileAccess, permissions: UInt32
  ) throws(Refusal) -> Handle {
    let place = try locate(path, following: access != .createNew)
    let inode: Inode
    if let found = place.inode {
      if access == .createNew { throw .exists }
      guard try node(found).kind != .directory else { throw .isDirectory }
      if place.mustBeFolder { throw .notDirectory }
      try check(access == .read ? 4 : 6, of: found)
      inode = found
    } else {
      guard access == .readWriteCreate || access == .createNew else { throw .noEntry }
      if place.mustBeFolder { throw .isDirectory }
      inode = try create(.regular, at: place, permissions: permissions)
    }
    nodes[inode]?.openings += 1
    let handle = takeNumber()
    openings[handle] = Opening(inode: inode, isWritable: access != .read)
    return handle
  }

  /// Closing twice changes nothing.
  mutating func close(_ handle: Handle) {
    guard let opening = openings.removeValue(forKey: handle) else { return }
    nodes[opening.inode]?.openings -= 1
    release(opening.inode)
  }

  func opening(_ handle: Handle) throws(Refusal) -> Opening {
    guard let opening = openings[handle] else { throw .badDescriptor }
    return opening
  }

  func read(
    _ handle: Handle, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(Refusal) -> Int {
    let inode = try opening(handle).inode
    guard offset >= 0 else { throw .invalid }
    let bytes = try node(inode).content.bytes
    guard offset < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - Int(offset))
    bytes.withUnsafeBytes { source in
      let piece = UnsafeRawBufferPointer(rebasing: source[Int(offset)..<(Int(offset) + count)])
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).copyMemory(from: piece)
    }
    return count
  }

  /// A write that does not fit leaves what does, as on a disk that fills up.
  mutating func write(
    _ handle: Handle, _ bytes: UnsafeRawBufferPointer, at offset: Int64
  ) throws(Refusal) {
    let opening = try opening(handle)
    guard opening.isWritable else { throw .badDescriptor }
    guard offset >= 0 else { throw .invalid }
    let (_, overflow) = offset.addingReportingOverflow(Int64(bytes.count))
    if overflow { throw .tooBig }
    let size = Int64(try node(opening.inode).content.bytes.count)
    let limit = max(size, size + capacity - usedBytes)
    let fitting = Int(min(Int64(bytes.count), max(0, limit - offset)))
    if fitting > 0 {
      nodes[opening.inode]?.content.write(.init(rebasing: bytes[..<fitting]), at: Int(offset))
      usedBytes += max(0, offset + Int64(fitting) - size)
      touch(opening.inode, content: true)
    }
    if fitting < bytes.count { throw .noSpace }
  }

  /// Holes take space here, other than on most real file systems.
  mutating func truncate(_ handle: Handle, to length: Int64) throws(Refusal) {
    let opening = try opening(handle)
    guard opening.isWritable, length >= 0 else { throw .invalid }
    let growth = length - Int64(try node(opening.inode).content.bytes.count)
    guard growth <= capacity - usedBytes || growth <= 0 else { throw .noSpace }
    nodes[opening.inode]?.content.truncate(to: Int(length))
    usedBytes += growth
    touch(opening.inode, content: true)
  }

  mutating func synchronize(_ handle: Handle) throws(Refusal) {
    let inode = try opening(handle).inode
    nodes[inode]?.content.synchronize()
    if let node = nodes[inode] { nodes[inode]?.durablePermissions = node.permissions }
  }

  /// What a `fsync` that is told to fail does all the same.
  mutating func failToSynchronize(_ handle: Handle) throws(Refusal) {
    let inode = try opening(handle).inode
    nodes[inode]?.content.failToSynchronize(&faultDice)
  }

  mutating func setPermissions(_ handle: Handle, _ permissions: UInt32) throws(Refusal) {
    let inode = try opening(handle).inode
    nodes[inode]?.permissions = permissions & 0o7777
    touch(inode, content: false)
  }

  /// A lock that the same opening holds is given back first, and so is lost where the new one is
  /// not granted. Source: flock(2), NOTES.
  mutating func tryLock(_ handle: Handle, exclusive: Bool) throws(Refusal) -> Bool {
    let inode = try opening(handle).inode
    openings[handle]?.isExclusive = nil
    let others = openings.values.filter { $0.inode == inode && $0.isExclusive != nil }
    guard others.isEmpty || !exclusive && others.allSatisfy({ $0.isExclusive == false }) else {
      return false
    }
    openings[handle]?.isExclusive = exclusive
    return true
  }
}
