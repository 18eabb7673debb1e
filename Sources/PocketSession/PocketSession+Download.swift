public import FoundationEssentials
import HostIO
public import PocketProtocol

extension PocketSession {
  /// Fetches a recording over the bulk channel into memory.
  ///
  /// - Parameters:
  ///   - idleTimeout: How long no byte may come.
  ///   - progress: Is told the part that is here, 0 to 1.
  /// - Throws: As `PocketDevice.download(_:via:progress:)`.
  public func downloadOverBLE(
    _ recording: RecordingInfo, idleTimeout: Duration = .seconds(5),
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> Data {
    let sink = MemorySink(progress: progress)
    try await downloadOverBLE(recording.id, idleTimeout: idleTimeout, into: sink)
    return sink.data
  }

  /// Fetches a recording over the bulk channel into a file, as
  /// `PocketDevice.download(_:to:via:progress:)` does.
  ///
  /// - Parameters:
  ///   - destination: A file URL in a folder that exists.
  ///   - idleTimeout: How long no byte may come.
  ///   - progress: Is told the part that is here, 0 to 1.
  /// - Throws: As `PocketDevice.download(_:to:via:progress:)`.
  public func downloadOverBLE(
    _ recording: RecordingInfo, to destination: URL, idleTimeout: Duration = .seconds(5),
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    let sink = try FileSink(destination, progress: progress)
    try await sink.filled {
      try await downloadOverBLE(recording.id, idleTimeout: idleTimeout, into: $0)
    }
  }

  /// Fetches a recording over the bulk channel, piece by piece, to where the caller is.
  ///
  /// After any failure but `.emptyRecording` and `.unknownCommand` nothing more can be fetched in this
  /// session: bytes that are still on their way could be taken for another recording's.
  ///
  /// - Parameters:
  ///   - idleTimeout: How long no byte may come.
  ///   - sink: Keeps what came, also of a transfer that failed.
  /// - Throws: `.emptyRecording`, `.sizeMismatch`, `.transferFailed`, `.timeout`, `.unencodable`, `.busy`,
  ///   `.disconnected`; whatever the sink throws, after which the transfer is broken off.
  public nonisolated(nonsending) func downloadOverBLE(
    _ id: RecordingID, idleTimeout: Duration = .seconds(5), into sink: any RecordingSink
  ) async throws {
    let deadline = try await beginTransfer(id)
    var transfer = Transfer(Download(id), idleTimeout: idleTimeout, deadline: deadline)
    do {
      let write = try await post(transfer.download.command, in: .transfer)
      defer { write.cancel() }
      while transfer.download.waiting != .nothing {
        let arrival = try await mailbox.next(.transfer, until: transfer.deadline)
        try transfer.take(arrival, into: sink, clock.monotonic) { mailbox.surface($0) }
      }
      if let fault = transfer.download.fault { throw fault }
      mailbox.close(.transfer)
    } catch {
      await breakOff(error)
      throw error
    }
  }

  /// - Returns: When the size must be here.
  private func beginTransfer(_ id: RecordingID) throws -> Duration {
    try requireReady()
    try requireInStep()
    guard Command.download(id).isEncodable else { throw PocketError.unencodable(.download(id)) }
    try mailbox.open(.transfer, for: "a transfer", takesBulk: true) { response in
      switch response {
      case .transferSize, .transferComplete: true
      default: false
      }
    }
    return clock.monotonic + Timing.request
  }

  /// Ends a transfer that failed.
  func breakOff(_ error: any Error) {
    switch error as? PocketError {
    case .emptyRecording, .unknownCommand: break
    default: brokenOff = "a transfer that was broken off"
    }
    mailbox.close(.transfer)
  }
}

/// A transfer that runs, and how long it may stay silent.
private struct Transfer {
  var download: Download
  let idleTimeout: Duration
  var deadline: Duration

  init(_ download: Download, idleTimeout: Duration, deadline: Duration) {
    self.download = download
    self.idleTimeout = idleTimeout
    self.deadline = deadline
  }

  /// - Parameters:
  ///   - now: On the monotonic clock.
  ///   - surface: Takes a frame that is none of the transfer's.
  mutating func take(
    _ arrival: Mailbox.Arrival, into sink: any RecordingSink, _ now: Duration,
    _ surface: (Mailbox.Frame) -> Void
  ) throws {
    switch arrival {
    case .frame(let frame):
      guard let steps = download.receive(frame.response) else { return surface(frame) }
      try perform(steps, sink)
    case .bulk(let chunks):
      for chunk in chunks { try perform(download.receive(bulk: chunk), sink) }
    case .writeFailed(let error):
      throw PocketSession.fault(of: error, writing: download.command)
    case .timedOut:
      if let fault = download.idle() { throw fault }
    case .ended: throw PocketError.disconnected
    }
    deadline = now + (download.waiting == .end ? Timing.transferEnd : idleTimeout)
  }

  private func perform(_ steps: [Download.Step], _ sink: any RecordingSink) throws {
    for step in steps {
      switch step {
      case .announce(let bytes): try sink.announce(bytes: bytes)
      case .bytes(let bytes): try sink.receive(bytes)
      }
    }
  }
}
