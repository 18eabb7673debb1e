import Fixity
import HostIO

/// Bytes on their way into the store, hashed as they are written. Until `BlobStore.commit` nothing of
/// it counts. It belongs to one task.
package final class StagedBlob {
  let file: any OpenFile
  /// The file that tells whose bytes these are, beside them; nil for small objects.
  let note: Path?
  /// Bytes taken so far.
  package private(set) var count: Int64 = 0
  private var hasher: SHA256Hasher? = SHA256Hasher()

  init(file: any OpenFile, note: Path?) {
    self.file = file
    self.note = note
  }

  /// Adds bytes at the end.
  ///
  /// - Throws: `.io`; the staged file is of no use then and should be discarded.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(BlobStoreError) {
    try BlobStoreError.wrap { () throws(FileError) in try file.write(bytes, at: count) }
    hasher?.update(bytes)
    count += Int64(bytes.count)
  }

  /// The digest of everything appended; nil the second time.
  func finish() -> SHA256Digest? {
    hasher.take()?.finalize()
  }
}
