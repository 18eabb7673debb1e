package import Fixity
package import HostIO

/// Write-once files, each named by the SHA-256 of its bytes: `objects/3f/3fa9…`.
///
/// Bytes come in through `incoming/`, are made durable there and only then renamed, so that an object is
/// whole from the moment its name exists. Objects are never changed. Source: docs/archive-format.md,
/// "objects"; rename(2), fsync(2).
package struct BlobStore: Sendable {
  package let fileSystem: any FileSystem
  let objects: Path
  let incoming: Path
  let randomness: any HostRandomness
  let permissions: BlobPermissions

  /// A store over two folders that exist, on one file system.
  package init(
    fileSystem: any FileSystem, objects: Path, incoming: Path, randomness: any HostRandomness,
    permissions: BlobPermissions = BlobPermissions()
  ) {
    self.fileSystem = fileSystem
    self.objects = objects
    self.incoming = incoming
    self.randomness = randomness
    self.permissions = permissions
  }

  /// Where an object lies, whether or not it is there.
  package func path(of object: SHA256Digest) -> Path {
    folder(of: object) / object.hex
  }

  func folder(of object: SHA256Digest) -> Path {
    objects / String(object.hex.prefix(2))
  }

  /// What lies under an object's name; nil if nothing does.
  package func status(of object: SHA256Digest) throws(BlobStoreError) -> FileStatus? {
    try BlobStoreError.wrap(object) { () throws(FileError) in
      try fileSystem.status(of: path(of: object), following: false)
    }
  }

  /// Opens an object for reading.
  ///
  /// - Throws: `.missing`.
  package func open(_ object: SHA256Digest) throws(BlobStoreError) -> any OpenFile {
    do throws(FileError) {
      return try fileSystem.open(path(of: object), .read, permissions: 0)
    } catch {
      let isMissing = error.code == .notFound || error.code == .notDirectory
      throw BlobStoreError(code: isMissing ? .missing : .io, object: object, cause: error)
    }
  }

  /// The bytes of a small object, whose digest is checked.
  ///
  /// - Parameters:
  ///   - limit: The most bytes to take.
  /// - Throws: `.missing`; `.corrupt` if the bytes are not the ones that were stored.
  package func read(
    _ object: SHA256Digest, limit: Int64 = 64 << 20
  ) throws(BlobStoreError) -> [UInt8] {
    let file = try open(object)
    let bytes = try BlobStoreError.wrap(object) { () throws(FileError) in
      try file.readAll(limit: limit)
    }
    guard SHA256Digest(of: bytes) == object else {
      throw BlobStoreError(code: .corrupt, object: object)
    }
    return bytes
  }
}

/// The modes of what the store makes: private voices, readable by their owner only.
package struct BlobPermissions: Hashable, Sendable {
  /// Of an object; nobody writes it again.
  package var object: UInt32
  package var folder: UInt32

  package init(object: UInt32 = 0o400, folder: UInt32 = 0o700) {
    self.object = object
    self.folder = folder
  }
}
