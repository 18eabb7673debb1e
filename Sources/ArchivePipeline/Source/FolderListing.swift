import HostIO

/// Walks a folder and lists its MP3s.
///
/// Hidden names and symbolic links are passed over and counted: a link could lead anywhere, or list one
/// recording twice. A folder that cannot be read leaves a gap, not an error.
struct FolderListing {
  let root: Path
  let fileSystem: any FileSystem
  /// A folder that is passed over.
  let excluded: FileStatus?
  private(set) var inventory = Inventory(recordings: [])

  static let extensions: Set<String> = ["mp3", "mp2", "mp1", "mpga"]
  private static let depthLimit = 64

  init(root: Path, fileSystem: any FileSystem, excluded: FileStatus?) {
    self.root = root
    self.fileSystem = fileSystem
    self.excluded = excluded
  }

  /// - Throws: `.notFound` if not even the top folder can be read.
  mutating func walk() throws(SourceError) {
    do throws(FileError) {
      _ = try fileSystem.entries(of: root)
    } catch {
      throw SourceError(code: .notFound, detail: "\(root) cannot be read", cause: error)
    }
    visit([], depth: 0)
    inventory.recordings.sort { $0.id < $1.id }
  }

  private mutating func visit(_ relative: [UInt8], depth: Int) {
    let folder = relative.isEmpty ? root : root.appending(relative)
    let names: [Path]
    do throws(FileError) {
      guard depth < Self.depthLimit else {
        throw FileError(code: .nameTooLong, operation: "opendir", path: folder, errno: 0)
      }
      names = try fileSystem.entries(of: folder)
    } catch {
      inventory.gaps.append("\(folder) cannot be read (\(error.code.rawValue))")
      return
    }
    for name in names {
      let path = folder / name
      do throws(FileError) {
        // Nothing there any more: it was removed while we looked, which the next run sees.
        guard let status = try fileSystem.status(of: path, following: false) else { continue }
        take(name, status, in: relative, depth: depth)
      } catch {
        inventory.gaps.append("\(path) cannot be looked at (\(error.code.rawValue))")
      }
    }
  }

  private mutating func take(
    _ name: Path, _ status: FileStatus, in relative: [UInt8], depth: Int
  ) {
    let whole = (relative.isEmpty ? [] : relative + [UInt8(ascii: "/")]) + name.bytes
    guard name.bytes.first != UInt8(ascii: ".") else {
      skip(whole, "hidden")
      return
    }
    switch status.kind {
    case .directory:
      if let excluded, excluded.device == status.device, excluded.inode == status.inode {
        skip(whole, "the archive itself")
      } else {
        visit(whole, depth: depth + 1)
      }
    case .symbolicLink: skip(whole, "a symbolic link")
    case .other: skip(whole, "not a file")
    case .regular:
      guard hasKnownExtension(name) else {
        skip(whole, "not named like an MP3")
        return
      }
      inventory.recordings.append(
        ListedRecording(
          directory: RawName(bytes: relative), rawID: RawName(bytes: name.bytes),
          bytes: status.size, modifiedNanoseconds: status.modifiedNanoseconds))
    }
  }

  private mutating func skip(_ name: [UInt8], _ reason: String) {
    inventory.skipped.append("\(RawName(bytes: name)): \(reason)")
  }

  private func hasKnownExtension(_ name: Path) -> Bool {
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0,
      let text = String(validating: name.bytes[(dot + 1)...], as: UTF8.self)
    else { return false }
    return Self.extensions.contains(text.lowercased())
  }
}
