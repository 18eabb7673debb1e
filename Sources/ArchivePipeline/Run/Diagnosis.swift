package import BlobStore
import Catalog
import Fixity
package import HostIO
import JobGraph

/// An error in words: what happened, and what to do. The one place where codes become prose.
package struct Diagnosis: Hashable, Sendable {
  /// What happened, in one line without a full stop.
  package let what: String
  /// What to do about it; nil where the first line says it.
  package let remedy: String?

  private init(_ what: String, _ remedy: String?) {
    self.what = what
    self.remedy = remedy
  }

  package init(_ error: PipelineError) {
    switch error {
    case .archive(let error): self.init(error)
    case .source(let error): self.init(error)
    case .blob(let error): self.init(error)
    case .catalog(let error):
      self.init(
        "the catalog failed: \(error.context) (\(error.code.rawValue))",
        error.isRebuildable
          ? "remove catalog.sqlite; the next run makes it again from the logs" : nil)
    case .file(let error): self.init(error)
    case .graph(let error):
      self.init(
        "the job graph cannot be run: \(error.code.rawValue) at \(error.job)", nil)
    case .damagedRecord(let text):
      self.init(
        "the archive holds a record that cannot be read: \(text)", "run: pocket-archive verify")
    case .length(let announced, let received):
      self.init(
        "\(announced) bytes were announced and \(received) came", nil)
    case .cancelled:
      self.init(
        "interrupted", nil)
    case .fault(let text):
      self.init(
        "a fault in this program: \(text)", "please report it")
    }
  }

  package init(_ error: ArchiveError) {
    let path = error.path
    let more = error.detail.isEmpty ? "" : ": \(printable(Array(error.detail.utf8)))"
    switch error.code {
    case .missing:
      self.init("there is no archive at \(path)", "pocket-archive run makes one")
    case .notAnArchive: self.init("\(path) is no archive\(more)", nil)
    case .newerFormat:
      self.init("the archive \(path) is of a newer format\(more)", "use a newer pocket-archive")
    case .kindMismatch:
      self.init(
        "the archive \(path) does not take these recordings\(more)", "give another --archive")
    case .locked: self.init("the archive \(path) is in use by \(error.detail)", nil)
    case .damaged: self.init("\(path) cannot be understood\(more)", nil)
    case .tooLittleSpace:
      self.init(
        "too little space for the archive \(path)\(more)", "free space, or set a smaller reserve")
    case .io:
      if let cause = error.cause {
        self.init(cause)
      } else {
        self.init("\(path) cannot be used\(more)", nil)
      }
    }
  }

  package init(_ error: SourceError) {
    switch error.sink {
    case .store(let cause): self.init(cause)
    case .excess(let announced): self.init("more than the announced \(announced) bytes came", nil)
    case .cancelled: self.init("interrupted", nil)
    case nil: self.init(error.detail.isEmpty ? error.code.rawValue : error.detail, nil)
    }
  }

  package init(_ error: BlobStoreError) {
    let name = error.object.map { "object \($0.hex.prefix(12))…" } ?? "an object"
    switch error.code {
    case .sizeMismatch: self.init("\(name) has another length than announced", nil)
    case .missing: self.init("\(name) is missing", "run: pocket-archive verify")
    case .corrupt:
      self.init("\(name) is not what was stored", "run: pocket-archive verify")
    case .io:
      if let cause = error.cause {
        self.init(cause)
      } else {
        self.init("\(name) cannot be used", nil)
      }
    }
  }

  package init(_ error: FileError) {
    let path = error.path
    switch error.code {
    case .noSpace: self.init("the disk is full: \(path)", "free space and run again")
    case .readOnly: self.init("the disk is read-only: \(path)", nil)
    case .permission: self.init("no permission for \(path)", nil)
    case .notFound: self.init("\(path) is not there", nil)
    default:
      self.init("\(error.operation) failed on \(path) (\(error.code.rawValue))", nil)
    }
  }
}
