extension OpenFile {
  /// Hands on the bytes of the file in pieces, in order.
  ///
  /// - Parameters:
  ///   - offset: The first byte.
  ///   - chunkBytes: Bytes in each piece but the last; at least 1.
  ///   - body: Gets bytes that are valid during the call only.
  package func forEachChunk(
    from offset: Int64 = 0, chunkBytes: Int = 65_536,
    _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, chunkBytes), alignment: 16)
    defer { buffer.deallocate() }
    var position = offset
    while true {
      let count = try read(into: buffer, at: position)
      guard count > 0 else { return }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      guard count == buffer.count else { return }
      position += Int64(count)
    }
  }

  /// All bytes of the file.
  ///
  /// - Parameters:
  ///   - limit: The most bytes to take.
  /// - Throws: `.tooLarge` if there are more.
  package func readAll(limit: Int64) throws(FileError) -> [UInt8] {
    let size = try status().size
    guard size <= limit else { throw FileError.tooLarge(path) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(size))
    // The file may have grown since; what counts is what arrives.
    try forEachChunk { chunk throws(FileError) in
      guard Int64(bytes.count + chunk.count) <= limit else { throw FileError.tooLarge(path) }
      bytes.append(contentsOf: chunk)
    }
    return bytes
  }
}

extension FileSystem {
  /// All bytes of a file.
  ///
  /// - Parameters:
  ///   - limit: The most bytes to take.
  /// - Throws: `.notFound`; `.tooLarge` if there are more.
  package func readAll(_ path: Path, limit: Int64) throws(FileError) -> [UInt8] {
    let file = try open(path, .read, permissions: 0)
    return try file.readAll(limit: limit)
  }
}

extension OpenFile {
  /// Writes all bytes of an array at an offset.
  package func write(_ bytes: [UInt8], at offset: Int64) throws(FileError) {
    try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
      try write(UnsafeRawBufferPointer(buffer), at: offset)
    }
  }
}
