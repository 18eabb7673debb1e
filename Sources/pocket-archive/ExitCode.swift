import ArchivePipeline
import BlobStore
import Catalog
import HostIO

/// The exit codes, and the one place where outcomes and errors are mapped to them.
enum ExitCode: Int32, CaseIterable {
  case done = 0
  case fault = 1
  case usage = 2
  case notFound = 10
  case busy = 11
  case keyRefused = 12
  case noRadio = 13
  case incomplete = 20
  case damaged = 21
  case vanished = 22
  case locked = 30
  case disk = 31
  case unverified = 32
  case interrupted = 130

  var meaning: String {
    switch self {
    case .done: "all done, or nothing new"
    case .fault: "a fault in the program"
    case .usage: "usage or configuration"
    case .notFound: "recorder not found (away, asleep)"
    case .busy: "recorder busy with another central"
    case .keyRefused: "session key refused"
    case .noRadio: "no usable radio (no adapter, powered off, blocked)"
    case .incomplete: "some recordings failed or are still pending; the rest is archived"
    case .damaged: "damaged recordings found"
    case .vanished: "a recording vanished before it was archived"
    case .locked: "another run holds the archive"
    case .disk: "disk full, not writable, or too little space to start"
    case .unverified: "the archive failed verification"
    case .interrupted: "interrupted; everything finished so far is kept"
    }
  }

  /// Of several outcomes the one that a program ends with: the first of these that is among them.
  static let precedence: [ExitCode] = [
    .interrupted, .unverified, .disk, .vanished, .damaged, .incomplete, .noRadio, .keyRefused,
    .busy, .notFound, .locked, .usage, .fault, .done,
  ]

  static func worst(_ codes: [ExitCode]) -> ExitCode {
    precedence.first { codes.contains($0) } ?? .done
  }

  init(_ summary: RunSummary) {
    if !summary.vanished.isEmpty {
      self = .vanished
    } else if !summary.damaged.isEmpty {
      self = .damaged
    } else if summary.outcome == .partial || !summary.failed.isEmpty {
      self = .incomplete
    } else {
      // What stopped a run has a code of its own.
      self = .done
    }
  }

  init(_ error: PipelineError) {
    switch error {
    case .archive(let error): self.init(error)
    case .source(let error): self.init(error)
    case .blob(let error): self = error.code == .io ? .disk : .unverified
    case .catalog(let error):
      self =
        switch error.code {
        case .newerSchema: .usage
        case .corrupt, .notADatabase: .unverified
        case .busy: .locked
        case .misuse: .fault
        case .noSpace, .readOnly, .cannotOpen, .io: .disk
        }
    case .file: self = .disk
    case .graph, .fault: self = .fault
    case .damagedRecord: self = .unverified
    case .length: self = .incomplete
    case .cancelled: self = .interrupted
    }
  }

  init(_ error: ArchiveError) {
    self =
      switch error.code {
      case .missing, .notAnArchive, .newerFormat, .kindMismatch, .damaged: .usage
      case .locked: .locked
      case .tooLittleSpace, .io: .disk
      }
  }

  private init(_ error: SourceError) {
    switch error.code {
    case .notFound: self = .notFound
    case .busy: self = .busy
    case .keyRefused: self = .keyRefused
    case .noRadio: self = .noRadio
    case .notASource: self = .usage
    case .gone, .changed, .link: self = .incomplete
    case .sink:
      switch error.sink {
      case .store: self = .disk
      case .cancelled: self = .interrupted
      case .excess, nil: self = .incomplete
      }
    }
  }
}
