package import Fixity
import HostIO

extension BlobStore {
  /// Starts taking bytes.
  ///
  /// - Parameters:
  ///   - note: One line of JSON that tells which recording and attempt this is, written beside the bytes
  ///     before the first of them; nil for small objects of our own.
  /// - Throws: `.io`.
  package func stage(note: [UInt8]? = nil) throws(BlobStoreError) -> StagedBlob {
    let name = randomness.hexName()
    return try BlobStoreError.wrap { () throws(FileError) in
      var notePath: Path?
      if let note {
        let path = incoming / (name + ".note")
        let file = try fileSystem.open(path, .createNew, permissions: 0o600)
        try file.write(note + [0x0a], at: 0)
        try file.close()
        notePath = path
      }
      let file = try fileSystem.open(
        incoming / (name + ".part"), .createNew, permissions: 0o600)
      return StagedBlob(file: file, note: notePath)
    }
  }

  /// Stores staged bytes under their digest.
  ///
  /// On return the object and its name are on disk. Bytes that are stored already are not an error: the
  /// object is read, and replaced only if it is not what its name says.
  ///
  /// - Parameters:
  ///   - expected: The number of bytes that was announced, where one was.
  /// - Returns: SHA-256 of the stored bytes.
  /// - Throws: `.sizeMismatch` if the count differs, `.io`. Nothing is stored and the staged bytes are gone.
  package func commit(
    _ staged: StagedBlob, expected: Int64? = nil
  ) throws(BlobStoreError) -> SHA256Digest {
    guard let object = staged.finish() else { throw BlobStoreError(code: .missing) }
    do throws(BlobStoreError) {
      if let expected, expected != staged.count {
        throw BlobStoreError(code: .sizeMismatch, object: object)
      }
      try place(staged, as: object)
    } catch {
      discard(staged)
      throw error
    }
    if let note = staged.note { try? fileSystem.remove(note) }
    return object
  }

  /// Stores bytes that are all here.
  package func put(_ bytes: [UInt8]) throws(BlobStoreError) -> SHA256Digest {
    let object = SHA256Digest(of: bytes)
    if try holds(object) { return object }
    let staged = try stage()
    do throws(BlobStoreError) {
      try bytes.withUnsafeBufferPointer { buffer throws(BlobStoreError) in
        try staged.append(UnsafeRawBufferPointer(buffer))
      }
    } catch {
      discard(staged)
      throw error
    }
    return try commit(staged)
  }

  /// Drops staged bytes. What cannot be removed now goes at the next sweep.
  package func discard(_ staged: StagedBlob) {
    try? staged.file.close()
    try? fileSystem.remove(staged.file.path)
    if let note = staged.note { try? fileSystem.remove(note) }
  }

  /// Removes what earlier runs left in `incoming/`. Only the holder of the archive's lock may.
  ///
  /// - Returns: The notes of the downloads that were cut off, one line each.
  package func sweep() throws(BlobStoreError) -> [[UInt8]] {
    try BlobStoreError.wrap { () throws(FileError) in
      var notes: [[UInt8]] = []
      for name in try fileSystem.entries(of: incoming) {
        let path = incoming / name
        if name.bytes.suffix(5).elementsEqual(".note".utf8) {
          let note = (try? fileSystem.readAll(path, limit: 65_536)) ?? []
          if note.last == 0x0a { notes.append(note.dropLast()) }
        }
        try fileSystem.removeTree(path)
      }
      return notes
    }
  }

  private func place(_ staged: StagedBlob, as object: SHA256Digest) throws(BlobStoreError) {
    try BlobStoreError.wrap(object) { () throws(FileError) in
      try staged.file.setPermissions(permissions.object)
      try staged.file.synchronize()
      try staged.file.close()
      try fileSystem.createDirectories(folder(of: object), permissions: permissions.folder)
    }
    // An object that is there and whole stays; one that has rotted is healed by the new bytes.
    let isThere = try holds(object)
    try BlobStoreError.wrap(object) { () throws(FileError) in
      if isThere {
        try fileSystem.remove(staged.file.path)
      } else {
        try fileSystem.rename(staged.file.path, to: path(of: object), replacing: true)
        try fileSystem.synchronizeDirectory(folder(of: object))
      }
    }
  }

  /// Whether the object is there with the right bytes. Its name is made durable: the run that placed it
  /// may have been cut off before.
  private func holds(_ object: SHA256Digest) throws(BlobStoreError) -> Bool {
    guard try status(of: object) != nil else { return false }
    do throws(BlobStoreError) {
      try verify(object)
    } catch  where error.code == .corrupt || error.code == .missing {
      return false
    }
    try BlobStoreError.wrap(object) { () throws(FileError) in
      try fileSystem.synchronizeDirectory(folder(of: object))
    }
    return true
  }
}
