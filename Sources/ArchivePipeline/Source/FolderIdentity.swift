import Fixity
package import HostIO
import JobGraph

/// Tells one folder from another, also after it was renamed or mounted elsewhere.
///
/// An ID file beside the folder, `.<name>.pocket-archive-id`, never inside it: what is a recorder's is not
/// written to. Where no such file can be (the folder is a mount point, or the folder above is not ours),
/// the file system's UUID and the path stand for it. An empty folder gets none: it may be where a recorder
/// is mounted on other days. Source: docs/archive-format.md, "identity".
package struct FolderIdentity: Sendable {
  /// What people call the folder in the settings; nil for its own name.
  let name: String?
  /// Whether an ID file may be written: a run may, a plan touches nothing.
  let mayWrite: Bool
  /// The UUID of the file system that holds a path, where the machine tells it.
  let fileSystemUUID: @Sendable (Path) -> String?
  let randomness: any HostRandomness

  package init(
    name: String?, mayWrite: Bool, randomness: any HostRandomness,
    fileSystemUUID: @escaping @Sendable (Path) -> String?
  ) {
    self.name = name
    self.mayWrite = mayWrite
    self.randomness = randomness
    self.fileSystemUUID = fileSystemUUID
  }

  /// The ID file's place.
  package static func idFile(of folder: Path) -> Path {
    folder.parent
      / Path(
        bytes: Array(".".utf8) + folder.lastComponent.bytes + Array(".pocket-archive-id".utf8))
  }

  /// - Throws: `.notASource` for an ID file that says nothing.
  func sighting(of folder: Path, fileSystem: any FileSystem) throws(SourceError) -> Sighting {
    let content = try existing(of: folder, fileSystem) ?? written(of: folder, fileSystem)
    return Sighting(
      identity: content?.id ?? fallback(for: folder),
      name: name ?? RawName(bytes: folder.lastComponent.bytes).text,
      origin: .folder,
      kind: content?.kind ?? .recorder)
  }

  func kind(
    of folder: Path, fileSystem: any FileSystem
  ) throws(SourceError) -> ArchiveIdentity.Kind {
    try existing(of: folder, fileSystem)?.kind ?? .recorder
  }

  /// What an ID file says.
  private struct Content: Decodable {
    let id: String
    let kind: ArchiveIdentity.Kind?
  }

  /// - Throws: `.notASource` for a file that is there and says nothing: a new identity would make every
  ///   recording new again.
  private func existing(
    of folder: Path, _ fileSystem: any FileSystem
  ) throws(SourceError) -> Content? {
    // A file beside a mount point speaks of the folder beneath, which is another one.
    guard !isMountPoint(folder, fileSystem) else { return nil }
    let path = Self.idFile(of: folder)
    do throws(FileError) {
      let bytes = try fileSystem.readAll(path, limit: 4096)
      if let content = decodeJSON(Content.self, from: bytes), isPlain(content.id) { return content }
      throw FileError(code: .unsupported, operation: "read", path: path, errno: 0)
    } catch  where error.code == .notFound {
      return nil
    } catch {
      throw SourceError(
        code: .notASource,
        detail: "\(path) should hold the folder's ID and cannot be understood", cause: error)
    }
  }

  /// An ID is of letters, digits and `-._:`, and not longer than a name may be.
  private func isPlain(_ id: String) -> Bool {
    (1...128).contains(id.utf8.count)
      && id.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._:".unicodeScalars.contains($0))
      }
  }

  /// Writes a new ID file; nil where there cannot be one.
  private func written(of folder: Path, _ fileSystem: any FileSystem) -> Content? {
    guard mayWrite, !isMountPoint(folder, fileSystem),
      let entries = try? fileSystem.entries(of: folder), !entries.isEmpty
    else { return nil }
    let id = "folder-" + randomness.hexName()
    let bytes = CanonicalJSON.object(["id": .string(id)]).fileBytes
    do throws(FileError) {
      try fileSystem.writeDurably(
        bytes, to: Self.idFile(of: folder), staging: folder.parent, permissions: 0o644,
        replacing: false, randomness: randomness)
      return Content(id: id, kind: nil)
    } catch {
      return nil
    }
  }

  private func isMountPoint(_ folder: Path, _ fileSystem: any FileSystem) -> Bool {
    guard let inside = try? fileSystem.status(of: folder, following: true),
      let above = try? fileSystem.status(of: folder.parent, following: true)
    else { return true }
    return inside.device != above.device || inside.inode == above.inode
  }

  private func fallback(for folder: Path) -> String {
    let place = (fileSystemUUID(folder) ?? "") + "\n"
    return "path-" + SHA256Digest(of: Array(place.utf8) + folder.bytes).hex.prefix(16)
  }
}
