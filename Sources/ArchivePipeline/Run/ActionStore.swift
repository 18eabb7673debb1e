import BlobStore
import Fixity
import HostIO
import JobGraph

/// `actions/`: one file a finished job, named by its fingerprint.
struct ActionStore {
  let archive: Archive

  /// The record of a job that was finished before, if all it left is still here and whole.
  ///
  /// A record that cannot be understood counts as none: the job runs again and writes it anew.
  func record(of fingerprint: SHA256Digest) throws(PipelineError) -> ActionRecord? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try archive.fileSystem.readAll(
        archive.layout.action(fingerprint), limit: 1 << 20)
    } catch  where error.code == .notFound {
      return nil
    } catch {
      throw .file(error)
    }
    guard let record = decodeJSON(ActionRecord.self, from: bytes),
      record.fingerprint == fingerprint
    else { return nil }
    for object in record.outputs.values {
      do throws(BlobStoreError) {
        try archive.blobs.verify(object)
      } catch  where error.code == .missing || error.code == .corrupt {
        return nil
      } catch {
        throw .blob(error)
      }
    }
    return record
  }

  /// Stores a record durably. One that is there already is replaced: it has the same fingerprint.
  func store(_ record: ActionRecord) throws(PipelineError) {
    let path = archive.layout.action(record.fingerprint)
    let json = CanonicalJSON.object([
      "fingerprint": .string(record.fingerprint.hex), "kind": .string(record.kind),
      "version": .integer(Int64(record.version)), "parameters": .string(record.parameters),
      "inputs": .object(record.inputs.mapValues { .string($0.hex) }),
      "outputs": .object(record.outputs.mapValues { .string($0.hex) }),
      "started": .string(record.started), "ended": .string(record.ended),
      "program": .string(record.program),
    ])
    try PipelineError.wrap { () throws(FileError) in
      try archive.fileSystem.createDirectories(
        path.parent, permissions: ArchivePermissions.folder)
      try archive.fileSystem.writeDurably(
        json.fileBytes, to: path, staging: archive.layout.incoming,
        permissions: ArchivePermissions.fixed, replacing: true,
        randomness: archive.host.randomness)
    }
  }
}
