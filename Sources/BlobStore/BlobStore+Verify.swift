package import Fixity
package import HostIO

extension BlobStore {
  /// Reads an object from the disk and hashes it again.
  ///
  /// - Parameters:
  ///   - fromDisk: Whether the system is first asked to forget what it holds of the file in memory, so that
  ///     the bytes come from the disk. It is a request; docs/archive-format.md says what it is worth.
  /// - Returns: The number of bytes.
  /// - Throws: `.missing`; `.corrupt` if the bytes do not have this digest; `.io`.
  @discardableResult
  package func verify(
    _ object: SHA256Digest, fromDisk: Bool = false
  ) throws(BlobStoreError) -> Int64 {
    let file = try open(object)
    let hasher = SHA256Hasher()
    var count: Int64 = 0
    try BlobStoreError.wrap(object) { () throws(FileError) in
      if fromDisk { try file.evictFromCache() }
      try file.forEachChunk(chunkBytes: 1 << 18) { chunk in
        hasher.update(chunk)
        count += Int64(chunk.count)
      }
    }
    guard hasher.finalize() == object else {
      throw BlobStoreError(code: .corrupt, object: object)
    }
    return count
  }

  /// What lies below `objects/`: the objects in order, and names that are none.
  package func contents() throws(BlobStoreError) -> (objects: [SHA256Digest], strangers: [Path]) {
    var found: [SHA256Digest] = []
    var strangers: [Path] = []
    try BlobStoreError.wrap { () throws(FileError) in
      for folder in try fileSystem.entries(of: objects) {
        let path = objects / folder
        guard try fileSystem.status(of: path, following: false)?.kind == .directory else {
          strangers.append(path)
          continue
        }
        for name in try fileSystem.entries(of: path) {
          if let text = name.text, let object = SHA256Digest(hex: text),
            folder.text == String(text.prefix(2))
          {
            found.append(object)
          } else {
            strangers.append(path / name)
          }
        }
      }
    }
    return (found, strangers)
  }
}
