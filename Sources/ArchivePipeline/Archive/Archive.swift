package import BlobStore
package import HostIO

/// An archive that was opened: its place, its identity, and its objects. Holding one gives no right to
/// write; the lock does.
package struct Archive: Sendable {
  package let layout: ArchiveLayout
  package let identity: ArchiveIdentity
  package let host: Host
  package let blobs: BlobStore

  package var fileSystem: any FileSystem { host.fileSystem }

  private init(layout: ArchiveLayout, identity: ArchiveIdentity, host: Host) {
    self.layout = layout
    self.identity = identity
    self.host = host
    blobs = BlobStore(
      fileSystem: host.fileSystem, objects: layout.objects, incoming: layout.incoming,
      randomness: host.randomness)
  }

  /// Opens the archive at a path, for reading.
  ///
  /// - Throws: `.missing`, `.notAnArchive`, `.newerFormat`, `.damaged`, `.io`.
  package static func open(_ root: Path, host: Host) throws(ArchiveError) -> Archive {
    let layout = ArchiveLayout(root: root)
    if let identity = try readIdentity(layout, host: host) {
      return Archive(layout: layout, identity: identity, host: host)
    }
    let status = try ArchiveError.wrap(root) { () throws(FileError) in
      try host.fileSystem.status(of: root, following: true)
    }
    throw ArchiveError(code: status == nil ? .missing : .notAnArchive, path: root)
  }

  /// Opens the archive at a path and takes its lock; makes it where nothing lies yet.
  ///
  /// - Parameters:
  ///   - kind: What will come into it.
  ///   - holder: Who asks, for the message that others get.
  /// - Throws: What `open` throws but `.missing`; `.kindMismatch`, `.locked`.
  package static func openForWriting(
    _ root: Path, kind: ArchiveIdentity.Kind, holder: String, host: Host
  ) throws(ArchiveError) -> (Archive, FileLock) {
    let layout = ArchiveLayout(root: root)
    if try readIdentity(layout, host: host) == nil {
      try requireNothingForeign(layout, host: host)
      try ArchiveError.wrap(root) { () throws(FileError) in
        try host.fileSystem.createDirectories(root, permissions: ArchivePermissions.folder)
      }
    }
    let lock = try lock(layout, holder, host)
    let identity: ArchiveIdentity
    if let existing = try readIdentity(layout, host: host) {
      identity = existing
      try makeFolders(layout, host: host)
    } else {
      identity = try create(layout, kind: kind, host: host)
    }
    if identity.kind != kind {
      throw ArchiveError(
        code: .kindMismatch, path: root,
        detail: "it holds \(identity.kind.name) recordings, and these are \(kind.name)")
    }
    return (Archive(layout: layout, identity: identity, host: host), lock)
  }

  /// Takes the lock beside other readers, so that nothing changes underneath.
  package func lockShared() throws(ArchiveError) -> FileLock {
    try Self.lock(layout, "", host, mode: .shared)
  }

  private static func lock(
    _ layout: ArchiveLayout, _ holder: String, _ host: Host, mode: FileLock.Mode = .exclusive
  ) throws(ArchiveError) -> FileLock {
    let lock = try ArchiveError.wrap(layout.lock) { () throws(FileError) in
      try FileLock.acquire(
        layout.lock, mode, in: host.fileSystem, holder: holder,
        permissions: ArchivePermissions.file)
    }
    guard let lock else {
      let other = FileLock.holder(of: layout.lock, in: host.fileSystem) ?? "another process"
      throw ArchiveError(code: .locked, path: layout.root, detail: other)
    }
    return lock
  }

  /// The identity; nil where there is no `archive.json`.
  private static func readIdentity(
    _ layout: ArchiveLayout, host: Host
  ) throws(ArchiveError) -> ArchiveIdentity? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try host.fileSystem.readAll(layout.identity, limit: 1 << 16)
    } catch  where error.code == .notFound || error.code == .notDirectory {
      return nil
    } catch  where error.code == .tooLarge || error.code == .isDirectory {
      throw ArchiveError(code: .damaged, path: layout.identity, cause: error)
    } catch {
      throw ArchiveError(code: .io, path: layout.identity, cause: error)
    }
    if let format = decodeJSON(FormatNumber.self, from: bytes)?.format,
      format > ArchiveIdentity.currentFormat
    {
      throw ArchiveError(
        code: .newerFormat, path: layout.root,
        detail: "format \(format); this program knows \(ArchiveIdentity.currentFormat)")
    }
    guard let identity = decodeJSON(ArchiveIdentity.self, from: bytes), identity.format == 1 else {
      throw ArchiveError(
        code: .damaged, path: layout.identity, detail: "it does not describe an archive")
    }
    return identity
  }

  /// A folder becomes an archive only if it is empty, or holds what a first run left that was cut off.
  private static func requireNothingForeign(
    _ layout: ArchiveLayout, host: Host
  ) throws(ArchiveError) {
    let found: [Path]
    do throws(FileError) {
      guard try host.fileSystem.status(of: layout.root, following: true) != nil else { return }
      found = try host.fileSystem.entries(of: layout.root)
    } catch  where error.code == .notDirectory {
      throw ArchiveError(code: .notAnArchive, path: layout.root, detail: "it is not a folder")
    } catch {
      throw ArchiveError(code: .io, path: layout.root, cause: error)
    }
    let ours = Set(layout.folders.map(\.lastComponent) + [Path("lock"), Path("lost+found")])
    if let foreign = found.first(where: { !ours.contains($0) }) {
      throw ArchiveError(
        code: .notAnArchive, path: layout.root,
        detail: "it has no archive.json and is not empty: \(foreign)")
    }
  }

  /// Makes the folders first: `archive.json` says that everything else is there.
  private static func create(
    _ layout: ArchiveLayout, kind: ArchiveIdentity.Kind, host: Host
  ) throws(ArchiveError) -> ArchiveIdentity {
    try makeFolders(layout, host: host)
    let identity = ArchiveIdentity(
      id: host.randomness.hexName(), created: host.clock.now.rfc3339, kind: kind)
    try ArchiveError.wrap(layout.identity) { () throws(FileError) in
      try host.fileSystem.writeDurably(
        identity.bytes, to: layout.identity, staging: layout.incoming,
        permissions: ArchivePermissions.file, replacing: false, randomness: host.randomness)
    }
    return identity
  }

  private static func makeFolders(_ layout: ArchiveLayout, host: Host) throws(ArchiveError) {
    for folder in layout.folders {
      try ArchiveError.wrap(folder) { () throws(FileError) in
        guard try host.fileSystem.status(of: folder, following: true) == nil else { return }
        try host.fileSystem.createDirectories(folder, permissions: ArchivePermissions.folder)
      }
    }
  }
}

extension ArchiveIdentity.Kind {
  /// For sentences.
  package var name: String { self == .recorder ? "real" : "simulated" }
}
