import Catalog
import Fixity
import HostIO
import JobGraph

/// `manifest.jsonl` and `SHA256SUMS`: functions of what is published, written again when they are not what
/// they should be.
struct Manifest {
  /// One line a recording, sorted by path.
  let manifest: [UInt8]
  /// `sha256sum -c` reads it: every other file of the library, sorted by path.
  let checksums: [UInt8]

  /// - Parameters:
  ///   - rows: Of all recorders; those that are not published are passed over.
  init(rows: [RecordingRow]) {
    var entries: [(path: Path, line: CanonicalJSON, object: SHA256Digest, sidecar: SHA256Digest)] =
      []
    for row in rows where row.knownFate?.isPublished == true {
      guard let text = row.path, let object = row.object, let sidecar = row.sidecar else {
        continue
      }
      let line = CanonicalJSON.members([
        "path": .string(text), "sha256": .string(object.hex), "bytes": row.bytes.json,
        "samples": row.samples.json, "sampleRate": row.sampleRate.json,
        "verdict": row.verdict.json, "recorder": .string(row.key.recorder),
        "directory": .string(row.key.directory), "rawID": .string(row.key.rawID),
        "version": .integer(Int64(row.key.version)),
      ])
      entries.append((Path(text), line, object, sidecar))
    }
    entries.sort { $0.path < $1.path }
    manifest = entries.flatMap { $0.line.fileBytes }
    var sums = [(LibraryPath.manifest, SHA256Digest(of: manifest))]
    for entry in entries {
      sums.append((entry.path, entry.object))
      sums.append((LibraryPath.sidecar(besideAudio: entry.path), entry.sidecar))
    }
    sums.sort { $0.0 < $1.0 }
    // Published paths are plain ASCII without backslash or newline, so no line needs escaping.
    checksums = sums.flatMap { Array($0.1.hex.utf8) + Array("  ".utf8) + $0.0.bytes + [0x0a] }
  }

  /// Writes what is not up to date.
  ///
  /// - Returns: Whether anything was written.
  @discardableResult
  func write(to archive: Archive) throws(PipelineError) -> Bool {
    // Sums first would promise a manifest that is not there; a crash in between leaves sums that say so,
    // and the next run writes both.
    let manifestIsNew = try replace(LibraryPath.manifest, manifest, in: archive)
    let sumsAreNew = try replace(LibraryPath.checksums, checksums, in: archive)
    return manifestIsNew || sumsAreNew
  }

  private func replace(
    _ name: Path, _ bytes: [UInt8], in archive: Archive
  ) throws(PipelineError) -> Bool {
    let path = archive.layout.library / name
    return try PipelineError.wrap { () throws(FileError) in
      let files = archive.fileSystem
      if try files.status(of: path, following: false)?.size == Int64(bytes.count),
        try files.readAll(path, limit: Int64(bytes.count)) == bytes
      {
        return false
      }
      try files.writeDurably(
        bytes, to: path, staging: archive.layout.incoming, permissions: ArchivePermissions.file,
        replacing: true, randomness: archive.host.randomness)
      return true
    }
  }
}
