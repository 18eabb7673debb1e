import BlobStore
import Fixity
import HostIO
import JobGraph

/// The world of one run, as its stages see it.
struct RunContext: Sendable {
  let id: String
  let archive: Archive
  let source: any RecordingSource
  let pipeline: Pipeline
  let selection: RunSelection
  /// Bytes that must stay free on the archive's disk.
  let reserveBytes: Int64
  let state: RunState
  let reporter: RunReporter

  func report(_ event: RunEvent) { reporter.take(event) }

  /// Stores a value as an object.
  func put(_ json: CanonicalJSON) throws(PipelineError) -> SHA256Digest {
    try PipelineError.wrapBlob { () throws(BlobStoreError) in
      try archive.blobs.put(json.bytes)
    }
  }

  /// Stores a value as an object that is a text file: with a newline at its end.
  func putFile(_ json: CanonicalJSON) throws(PipelineError) -> SHA256Digest {
    try PipelineError.wrapBlob { () throws(BlobStoreError) in
      try archive.blobs.put(json.fileBytes)
    }
  }

  /// Reads an object that this program wrote as JSON.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ object: SHA256Digest
  ) throws(PipelineError) -> Value {
    let bytes = try PipelineError.wrapBlob { () throws(BlobStoreError) in
      try archive.blobs.read(object)
    }
    guard let value = decodeJSON(type, from: bytes) else {
      throw .damagedRecord("object \(object.hex) is no \(type)")
    }
    return value
  }

  /// Reads such an object; nil if it is gone or has rotted.
  func decodeIfWhole<Value: Decodable>(
    _ type: Value.Type, _ object: SHA256Digest
  ) throws(PipelineError) -> Value? {
    do throws(PipelineError) {
      return try decode(type, object)
    } catch {
      switch error {
      case .damagedRecord: return nil
      case .blob(let cause) where cause.code == .missing || cause.code == .corrupt: return nil
      default: throw error
      }
    }
  }

  func size(of object: SHA256Digest) throws(PipelineError) -> Int64 {
    let status = try PipelineError.wrapBlob { () throws(BlobStoreError) in
      try archive.blobs.status(of: object)
    }
    guard let status else { throw .blob(BlobStoreError(code: .missing, object: object)) }
    return status.size
  }

  /// A line of the fate log about a recording, now, with what its listing says.
  func line(_ work: Difference.Work, _ fate: Fate, note: String? = nil) -> RecordingLine {
    RecordingLine(
      fate: fate, directory: work.directory, rawID: work.rawID, version: work.version, run: id,
      at: archive.host.clock.now.rfc3339, listedSeconds: work.seconds, listedBytes: work.bytes,
      listedModified: work.modified, note: note, attempts: work.attempts)
  }

  /// The jobs of a branch in the stages of one kind.
  func jobs(of kind: String, _ branch: Branch, needs: [JobID]) -> [Job] {
    pipeline.stages.filter { $0.kind == kind }.compactMap { job($0, branch, needs: needs) }
  }

  /// The jobs of a branch in the stages behind one that has ended.
  func jobs(after kind: JobKind, _ branch: Branch, needs: [JobID]) -> [Job] {
    pipeline.stages.filter { $0.after == kind.name }.compactMap { job($0, branch, needs: needs) }
  }

  private func job(_ stage: Pipeline.Stage, _ branch: Branch, needs: [JobID]) -> Job? {
    guard let implementation = Stages.named(stage.kind) else { return nil }
    return Job(
      id: JobID(stage: stage.kind, branch: branch.key), kind: implementation.kind,
      lane: implementation.lane, needs: needs)
  }
}
