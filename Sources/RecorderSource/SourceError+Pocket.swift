import ArchivePipeline
import PocketProtocol

extension SourceError {
  /// What a conversation with a recorder threw, as the archive knows it.
  init(_ error: any Error) {
    if let error = error as? SourceError {
      self = error
    } else if let error = error as? SinkError {
      self.init(code: .sink, detail: "", sink: error)
    } else if error is CancellationError {
      self.init(code: .sink, detail: "", sink: .cancelled)
    } else if let error = error as? PocketError {
      self.init(error)
    } else {
      self.init(code: .link, detail: "the link failed")
    }
  }

  private init(_ error: PocketError) {
    switch error {
    case .authRejected:
      self.init(code: .keyRefused, detail: "the recorder refuses the session key")
    case .unencodable(.auth):
      self.init(code: .keyRefused, detail: "no recorder takes a session key of this form")
    case .busy(let text): self.init(code: .busy, detail: text)
    case .deviceNotFound: self.init(code: .notFound, detail: "the recorder is not there")
    case .unknownCommand(.download):
      self.init(code: .gone, detail: "the recorder no longer has it")
    case .unencodable(let command):
      self.init(code: .gone, detail: "it cannot be asked for: \(command)")
    case .timeout(let command):
      self.init(code: .link, detail: "the recorder did not answer \(command)")
    case .sizeMismatch(let expected, let received):
      self.init(
        code: .link,
        detail: received > expected
          ? "\(expected) bytes were announced and more came"
          : "\(expected) bytes were announced and \(received) came")
    case .disconnected: self.init(code: .link, detail: "the link to the recorder was lost")
    case .transferFailed(let text): self.init(code: .link, detail: text)
    case .wifiJoinFailed(let text):
      self.init(code: .link, detail: "the recorder's network could not be joined: \(text)")
    case .unknownCommand(let command):
      self.init(code: .link, detail: "the recorder does not know \(command)")
    case .unexpectedResponse(let text):
      self.init(code: .link, detail: "the recorder said what does not fit: \(text)")
    case .notAuthenticated, .notMP3, .emptyRecording, .incompleteListing, .deleteNotConfirmed:
      self.init(code: .link, detail: "\(error)")
    }
  }
}
