public import FoundationEssentials
import HostIO
public import PocketProtocol

/// A transfer that runs, and how long it may stay silent.
struct Transfer {
  var download: Download
  var idleTimeout: Duration
  var deadline: Duration
}

extension PocketSession {
  /// Fetches a recording over the bulk channel into memory.
  ///
  /// - Parameters:
  ///   - idleTimeout: How long no byte may come.
  ///   - progress: Is told the part that is here, 0 to 1.
  /// - Throws: As `PocketDevice.download(_:progress:)`.
  public func downloadOverBLE(
    _ recording: RecordingInfo, idleTimeout: Duration = .seconds(5),
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> Data {
    var data = Data()
    try await pull(recording.id, requiresMP3: true, idleTimeout: idleTimeout) { step in
      if case .bytes(let bytes) = step { data.append(bytes) }
    } progress: {
      progress?($0)
    }
    return data
  }

  /// Fetches a recording over the bulk channel, piece by piece, to where the caller is.
  ///
  /// After any failure but `.emptyRecording` and `.unknownCommand` nothing more can be fetched in this
  /// session: bytes that are still on their way could be taken for another recording's.
  ///
  /// - Parameters:
  ///   - requiresMP3: Whether what does not begin as an MP3 of a recorder is refused.
  ///   - take: Is told how many bytes will come, once, and then is given them in order. What it throws ends
  ///     the transfer and is thrown on.
  package nonisolated(nonsending) func pull(
    _ id: RecordingID, requiresMP3: Bool, idleTimeout: Duration = .seconds(5),
    _ take: (Download.Step) throws -> Void, progress: (Double) -> Void = { _ in }
  ) async throws {
    try await beginTransfer(
      Download(id, requiresMP3: requiresMP3), idleTimeout: idleTimeout)
    var (announced, received) = (0, 0)
    do {
      while let steps = try await nextSteps() {
        for step in steps {
          try take(step)
          switch step {
          case .announce(let bytes): announced = bytes
          case .bytes(let bytes): received += bytes.count
          }
        }
        if announced > 0 { progress(Double(received) / Double(announced)) }
      }
    } catch {
      await breakOff(error)
      throw error
    }
  }

  private func beginTransfer(_ download: Download, idleTimeout: Duration) async throws {
    try requireInStep()
    guard download.command.isEncodable else { throw PocketError.unencodable(download.command) }
    try beginOperation("a transfer")
    transfer = Transfer(
      download: download, idleTimeout: idleTimeout, deadline: clock.monotonic + Timing.request)
    do {
      try await write(download.command)
    } catch {
      breakOff(error)
      throw error
    }
  }

  /// What has come since the last call; nil when everything is here and the session is free again.
  private func nextSteps() async throws -> [Download.Step]? {
    var steps: [Download.Step] = []
    while let current = transfer {
      if let fault = current.download.fault { throw fault }
      if current.download.waiting == .nothing {
        if !steps.isEmpty { return steps }
        endTransfer()
        return nil
      }
      if !steps.isEmpty, !hasInput { return steps }
      let input = try await next(until: current.deadline)
      steps += try take(input, current)
    }
    // Somebody stopped the session meanwhile.
    throw PocketError.disconnected
  }

  private func take(_ input: Input, _ current: Transfer) throws -> [Download.Step] {
    var current = current
    var steps: [Download.Step] = []
    switch input {
    case .frame(let text, let response):
      if let taken = current.download.receive(response) {
        steps = taken
      } else {
        surface(text, response)
        return []
      }
    case .bulk(let bytes): steps = current.download.receive(bulk: bytes)
    case .timedOut:
      if let fault = current.download.idle() { throw fault }
    case .ended: throw PocketError.disconnected
    }
    let wait = current.download.waiting == .end ? Timing.transferEnd : current.idleTimeout
    current.deadline = clock.monotonic + wait
    transfer = current
    return steps
  }

  private func endTransfer() {
    transfer = nil
    finishOperation()
  }

  /// Ends a transfer that failed.
  private func breakOff(_ error: any Error) {
    guard transfer != nil else { return }
    switch error as? PocketError {
    case .emptyRecording, .unknownCommand: break
    default: brokenOff = "a transfer that was broken off"
    }
    endTransfer()
  }
}
