import BlobStore
import Fixity
import MPEGAudio

/// Where the bytes of a download go: to the disk, into the digest and through the frame walk, in one pass.
final class Intake: DownloadSink {
  private let blobs: BlobStore
  private let staged: StagedBlob
  private let progress: (Int64) -> Void
  private var walk = FrameWalk()
  private(set) var announced: Int64?

  var received: Int64 { staged.count }

  /// - Parameters:
  ///   - note: Which recording and attempt this is, as one line of JSON.
  ///   - progress: Is told how many bytes have come so far.
  init(
    blobs: BlobStore, note: [UInt8], progress: @escaping (Int64) -> Void
  ) throws(BlobStoreError) {
    self.blobs = blobs
    self.progress = progress
    staged = try blobs.stage(note: note)
  }

  func announce(bytes: Int64) throws(SinkError) {
    announced = bytes
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(SinkError) {
    guard !Task.isCancelled else { throw .cancelled }
    if let announced, staged.count + Int64(bytes.count) > announced {
      throw .excess(announced: announced)
    }
    do throws(BlobStoreError) {
      try staged.append(bytes)
    } catch {
      throw .store(error)
    }
    walk.consume(bytes)
    progress(staged.count)
  }

  /// Stores what came, if it is as long as was announced.
  ///
  /// - Throws: `.sizeMismatch`; what the store throws.
  func commit() throws(BlobStoreError) -> (object: SHA256Digest, inspection: Inspection) {
    let object = try blobs.commit(staged, expected: announced)
    return (object, walk.finish())
  }

  func discard() {
    blobs.discard(staged)
  }
}
