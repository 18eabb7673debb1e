import ArchivePipeline
import Catalog
import Fixity
import HostIO
import JobGraph

/// A row of the catalog for people and for machines.
enum RowText {
  static func name(_ row: RecordingRow) -> String {
    let name = row.id?.description ?? row.key.rawID
    return row.key.version > 1 ? "\(name) v\(row.key.version)" : name
  }

  static func length(_ row: RecordingRow) -> String {
    guard let samples = row.samples, let rate = row.sampleRate, rate > 0 else { return "-" }
    let (product, overflow) = samples.multipliedReportingOverflow(by: 1000)
    return overflow ? "-" : Sentence.length(milliseconds: product / Int64(rate))
  }

  static func note(_ row: RecordingRow) -> String {
    row.note.map { printable(Array($0.utf8)) } ?? ""
  }

  static func json(_ row: RecordingRow) -> CanonicalJSON {
    let members: [String: CanonicalJSON?] = [
      "schema": "pocket-archive/recording/1", "recorder": .string(row.key.recorder),
      "directory": .string(row.key.directory), "rawID": .string(row.key.rawID),
      "version": .integer(Int64(row.key.version)), "fate": .string(row.fate),
      "sha256": row.object.map { .string($0.hex) }, "bytes": row.bytes.map { .integer($0) },
      "samples": row.samples.map { .integer($0) },
      "sampleRate": row.sampleRate.map { .integer(Int64($0)) },
      "verdict": row.verdict.map { .string($0) },
      "listedSeconds": row.listedSeconds.map { .integer($0) },
      "listedBytes": row.listedBytes.map { .integer($0) },
      "evidence": row.evidence.map { .string($0.hex) },
      "sidecar": row.sidecar.map { .string($0.hex) },
      "receipt": row.receipt.map { .string($0.hex) }, "path": row.path.map { .string($0) },
      "note": row.note.map { .string($0) }, "firstListed": .string(row.firstListed),
      "since": .string(row.since), "attempts": .integer(Int64(row.attempts)),
    ]
    return .object(members.compactMapValues { $0 })
  }
}
