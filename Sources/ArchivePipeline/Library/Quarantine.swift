import BlobStore
import Fixity
import HostIO
import JobGraph

/// `quarantine/`: what arrived and is not whole, with the verdict beside it. Never published, never thrown
/// away: a damaged recording may be the only one there is.
struct Quarantine {
  let archive: Archive

  /// Puts the bytes and the verdict in place.
  func place(
    _ content: SHA256Digest, verdict: VerdictRecord, at path: LibraryPath
  ) throws(PipelineError) {
    let folder = archive.layout.quarantine
    try LibraryView(archive: archive).put(content, at: folder / path.audio)
    let record = verdict.json.fileBytes
    let target = folder / path.sidecar
    try PipelineError.wrap { () throws(FileError) in
      try archive.fileSystem.writeDurably(
        record, to: target, staging: archive.layout.incoming,
        permissions: ArchivePermissions.fixed, replacing: true,
        randomness: archive.host.randomness)
    }
  }
}
