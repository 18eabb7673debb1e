import BlobStore
import Fixity
import HostIO
import JobGraph

/// Whether a recording is proven safe, and the receipt that says so.
///
/// Receipts are the only thing that may ever authorise a delete. One exists only if the listing was
/// complete, as many bytes came as were announced, every byte is accounted for, the duration agrees with
/// the listing, and the object was read back from the disk and hashed again. Source:
/// docs/archive-format.md, "receipts".
struct Proof {
  /// The receipt's bytes; nil if there is none to be had.
  let receipt: [UInt8]?
  /// Why there is none.
  let note: String?

  static let version = 1

  /// Reads the object back and weighs what is known.
  ///
  /// - Throws: `.blob` with `.corrupt` if the object is not what was stored.
  init(
    _ branch: Branch, verdict: VerdictRecord, in run: RunContext
  ) async throws(PipelineError) {
    guard let content = branch.content, let evidence = branch.evidence,
      let verdictObject = branch.verdict
    else { throw .fault("a proof without its parts") }
    let readBack = try PipelineError.wrapBlob { () throws(BlobStoreError) in
      try run.archive.blobs.verify(content, fromDisk: true)
    }
    let sighting = try await run.state.sighting()
    if let reason = try await Self.objection(branch, verdict, readBack: readBack, in: run) {
      (receipt, note) = (nil, reason)
      return
    }
    let json = CanonicalJSON.members([
      "receipt": .integer(Int64(Self.version)), "recorder": .string(sighting.identity),
      "directory": .string(branch.work.directory), "rawID": .string(branch.work.rawID),
      "listedSeconds": branch.work.seconds.json, "listedBytes": branch.work.bytes.json,
      "sha256": .string(content.hex), "bytes": .integer(readBack),
      "samples": .integer(verdict.samples), "evidence": .string(evidence.hex),
      "verdict": .string(verdictObject.hex),
      "checks": [
        "listing-complete", "bytes-as-announced", "every-byte-accounted",
        .string(branch.work.seconds == nil ? "no-duration-listed" : "duration-agrees"),
        "read-back",
      ],
    ])
    (receipt, note) = (json.fileBytes, nil)
  }

  /// What stands against a receipt; nil if nothing does.
  private static func objection(
    _ branch: Branch, _ verdict: VerdictRecord, readBack: Int64, in run: RunContext
  ) async throws(PipelineError) -> String? {
    if !verdict.isIntact { return "no receipt: the verdict is \(verdict.verdict)" }
    if !verdict.isFullyAccounted || readBack != verdict.size {
      return "no receipt: not every byte is accounted for"
    }
    if verdict.durationAgrees == 0 {
      return
        "no receipt: the duration is \(verdict.differenceMilliseconds ?? 0) ms off the listed one"
    }
    if let listed = branch.work.bytes, listed != readBack {
      return "no receipt: \(listed) bytes were listed and \(readBack) came"
    }
    let evidence = try branch.evidence.map { object throws(PipelineError) in
      try run.decode(EvidenceRecord.self, object)
    }
    if let reason = try transferObjection(evidence, readBack: readBack, in: run) { return reason }
    if await !run.state.isComplete(evidence?.listing, in: run) { return Notes.listingIncomplete }
    return nil
  }

  /// Whether as many bytes came as the source had announced.
  private static func transferObjection(
    _ evidence: EvidenceRecord?, readBack: Int64, in run: RunContext
  ) throws(PipelineError) -> String? {
    guard let object = evidence?.transfer,
      let transfer = try run.decodeIfWhole(TransferRecord.self, object)
    else { return "no receipt: it is not known how the bytes came" }
    guard let announced = transfer.announced else {
      return "no receipt: the source did not announce how many bytes would come"
    }
    if announced != readBack {
      return "no receipt: \(announced) bytes were announced and \(readBack) came"
    }
    return nil
  }

  /// Whether a receipt is there as it was written.
  static func isStored(
    _ receipt: SHA256Digest, in archive: Archive
  ) throws(FileError) -> Bool {
    do throws(FileError) {
      let bytes = try archive.fileSystem.readAll(archive.layout.receipt(receipt), limit: 1 << 20)
      return SHA256Digest(of: bytes) == receipt
    } catch  where error.code == .notFound || error.code == .tooLarge {
      return false
    }
  }

  /// Stores a receipt under its own digest. One that is there already is the same.
  static func write(_ receipt: [UInt8], to archive: Archive) throws(PipelineError) {
    let digest = SHA256Digest(of: receipt)
    let path = archive.layout.receipt(digest)
    try PipelineError.wrap { () throws(FileError) in
      if try isStored(digest, in: archive) {
        try archive.fileSystem.synchronizeDirectory(path.parent)
        return
      }
      try archive.fileSystem.writeDurably(
        receipt, to: path, staging: archive.layout.incoming,
        permissions: ArchivePermissions.fixed, replacing: true,
        randomness: archive.host.randomness)
    }
  }
}
