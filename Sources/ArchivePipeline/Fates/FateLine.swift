package import Fixity
import JobGraph

/// One line of `fates/<recorder>.jsonl`. Source: docs/archive-format.md, "fates".
package enum FateLine: Hashable, Sendable {
  case recorder(RecorderLine)
  case visit(VisitLine)
  case recording(RecordingLine)
}

/// The first line: whose fates these are. A later one with another name renames it for people; the
/// identity and the folder stay.
package struct RecorderLine: Hashable, Sendable, Codable {
  package var identity: String
  package var name: String
  /// Its folder's name in `library/`, before escaping: fixed when it was first seen.
  package var folder: String
  package var kind: ArchiveIdentity.Kind
  package var origin: String
}

/// A run that reached the recorder.
package struct VisitLine: Hashable, Sendable, Codable {
  package var run: String
  /// RFC 3339 UTC.
  package var at: String
  /// `complete` if everything listed was dealt with, else `partial`.
  package var outcome: String
  /// How the recorder was; absent of a folder.
  package var condition: RecorderCondition?
}

/// What has become of one recording.
package struct RecordingLine: Hashable, Sendable, Codable {
  package var fate: Fate
  package var directory: String
  package var rawID: String
  package var version: Int
  package var run: String
  /// RFC 3339 UTC.
  package var at: String
  package var listedSeconds: Int64?
  package var listedBytes: Int64?
  package var listedModified: Int64?
  package var object: SHA256Digest?
  package var bytes: Int64?
  package var samples: Int64?
  package var sampleRate: Int?
  package var verdict: String?
  /// The object that says how the bytes were obtained and checked.
  package var evidence: SHA256Digest?
  /// The sidecar in the library, as an object.
  package var sidecar: SHA256Digest?
  /// The receipt, which is written last: whether its file is there is what counts.
  package var receipt: SHA256Digest?
  /// The MP3, relative to `library/`.
  package var path: String?
  /// Why, for people.
  package var note: String?
  /// How often it was fetched.
  package var attempts: Int
}

extension FateLine {
  /// The line without its newline.
  package var bytes: [UInt8] {
    switch self {
    case .recorder(let line):
      CanonicalJSON.object([
        "recorder": .object([
          "identity": .string(line.identity), "name": .string(line.name),
          "folder": .string(line.folder), "kind": .string(line.kind.rawValue),
          "origin": .string(line.origin),
        ])
      ]).bytes
    case .visit(let line):
      CanonicalJSON.object([
        "visit": .members([
          "run": .string(line.run), "at": .string(line.at), "outcome": .string(line.outcome),
          "condition": line.condition?.json,
        ])
      ]).bytes
    case .recording(let line):
      CanonicalJSON.members([
        "fate": .string(line.fate.rawValue), "directory": .string(line.directory),
        "rawID": .string(line.rawID), "version": .integer(Int64(line.version)),
        "run": .string(line.run), "at": .string(line.at),
        "listedSeconds": line.listedSeconds.json, "listedBytes": line.listedBytes.json,
        "listedModified": line.listedModified.json, "object": (line.object?.hex).json,
        "bytes": line.bytes.json, "samples": line.samples.json,
        "sampleRate": line.sampleRate.json, "verdict": line.verdict.json,
        "evidence": (line.evidence?.hex).json, "sidecar": (line.sidecar?.hex).json,
        "receipt": (line.receipt?.hex).json, "path": line.path.json, "note": line.note.json,
        "attempts": .integer(Int64(line.attempts)),
      ]).bytes
    }
  }

  /// A line that was read; nil if it is none.
  package init?(bytes: [UInt8]) {
    if let line = decodeJSON(RecordingLine.self, from: bytes) {
      self = .recording(line)
    } else if let line = decodeJSON(Wrapped.self, from: bytes) {
      if let recorder = line.recorder {
        self = .recorder(recorder)
      } else if let visit = line.visit {
        self = .visit(visit)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  private struct Wrapped: Decodable {
    let recorder: RecorderLine?
    let visit: VisitLine?
  }
}
