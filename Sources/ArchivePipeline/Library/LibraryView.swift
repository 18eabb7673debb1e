import BlobStore
import Fixity
import HostIO

/// `library/`: the published recordings as plain files, made from objects and never read as truth.
///
/// Files are clones of the objects where the file system can share blocks, else copies; never hard links,
/// through which an edit would reach the proof. Each appears whole, under its name, or not at all.
struct LibraryView {
  let archive: Archive

  /// Puts a recording and its sidecar in place, if they are not there as they should be.
  func place(
    _ content: SHA256Digest, sidecar: SHA256Digest, at path: LibraryPath
  ) throws(PipelineError) {
    let layout = archive.layout
    try put(content, at: layout.library / path.audio)
    try put(sidecar, at: layout.library / path.sidecar)
  }

  /// Copies an object to a path, durably and in one step.
  ///
  /// - Throws: `.blob` with `.corrupt` if the bytes that were copied are not the object's: nothing damaged is
  ///   ever published.
  func put(_ object: SHA256Digest, at target: Path) throws(PipelineError) {
    if try holds(object, target) { return }
    let files = archive.fileSystem
    let temporary = archive.layout.incoming / (archive.host.randomness.hexName() + ".tmp")
    let source = try PipelineError.wrapBlob { () throws(BlobStoreError) in
      try archive.blobs.open(object)
    }
    try PipelineError.wrap { () throws(FileError) in
      try files.createDirectories(target.parent, permissions: ArchivePermissions.folder)
    }
    do throws(PipelineError) {
      let digest = try PipelineError.wrap { () throws(FileError) in
        try copy(source, to: temporary)
      }
      guard digest == object else { throw .blob(BlobStoreError(code: .corrupt, object: object)) }
      try PipelineError.wrap { () throws(FileError) in
        try files.rename(temporary, to: target, replacing: true)
      }
    } catch {
      try? files.remove(temporary)
      throw error
    }
    try PipelineError.wrap { () throws(FileError) in
      try files.synchronizeDirectory(target.parent)
    }
  }

  /// Whether the file is there with the object's bytes.
  private func holds(_ object: SHA256Digest, _ target: Path) throws(PipelineError) -> Bool {
    let files = archive.fileSystem
    guard let digest = try? Self.digest(of: target, in: files), digest == object else {
      return false
    }
    try PipelineError.wrap { () throws(FileError) in
      try files.synchronizeDirectory(target.parent)
    }
    return true
  }

  /// SHA-256 of a file's bytes; nil where there is no file.
  static func digest(
    of path: Path, in files: any FileSystem
  ) throws(FileError) -> SHA256Digest? {
    guard try files.status(of: path, following: false)?.kind == .regular else { return nil }
    let hasher = SHA256Hasher()
    let file = try files.open(path, .read, permissions: 0)
    try file.forEachChunk(chunkBytes: 1 << 18) { hasher.update($0) }
    return hasher.finalize()
  }

  private func copy(
    _ source: any OpenFile, to path: Path
  ) throws(FileError) -> SHA256Digest {
    let copy = try archive.fileSystem.open(path, .createNew, permissions: 0o600)
    let isClone = try copy.clone(from: source)
    let hasher = SHA256Hasher()
    var offset: Int64 = 0
    try source.forEachChunk(chunkBytes: 1 << 18) { chunk throws(FileError) in
      if !isClone { try copy.write(chunk, at: offset) }
      hasher.update(chunk)
      offset += Int64(chunk.count)
    }
    try copy.setPermissions(ArchivePermissions.fixed)
    try copy.synchronize()
    try copy.close()
    return hasher.finalize()
  }
}
