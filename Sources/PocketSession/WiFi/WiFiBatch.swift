import HostIO
public import PocketProtocol

/// What became of one recording of a batch.
public struct WiFiDelivery: Sendable {
  /// Why a recording used the opening of the access point that it used.
  public enum Reason: Sendable, Hashable {
    /// There was none before.
    case first
    /// The one before it was still open and had a connection left.
    case reused
    /// The one before had no connection left, as far as is known of the recorder.
    case noneLeft
    /// It had been tried in the one before, which refused; the text says how.
    case refused(String)
    /// The last opening failed for good, with this recording or the one before it; the text says how.
    case failed(String)
  }

  /// Which one.
  public let recording: RecordingInfo
  /// Which opening of the access point it used, or tried last, counted from 1; 0 if none was tried.
  public let session: Int
  /// Why that one; nil if none was tried.
  public let reason: Reason?
  /// nil if all of it came; else a `PocketError`, a `CancellationError`, or what its sink threw.
  public let error: (any Error)?
}

/// A batch on its way: which openings it takes, and why.
///
/// One opening serves as many recordings as the recorder grants. A refused or broken further use costs a fresh
/// opening for that recording, and what fails in a fresh one is tried in another: as one at a time would be.
final class WiFiBatch {
  /// Openings made for one recording before it is given up.
  static let freshTries = 2

  private let session: PocketSession
  private let options: WiFiOptions
  private(set) var reuse: SessionReuse
  private var accessPoint: AccessPoint?
  private var openings = 0
  private var reason = WiFiDelivery.Reason.first

  init(_ session: PocketSession, _ options: WiFiOptions, _ reuse: SessionReuse) {
    self.session = session
    self.options = options
    self.reuse = reuse
  }

  /// Fetches one recording.
  ///
  /// - Returns: How; after a cancellation nothing more can be fetched.
  nonisolated(nonsending) func fetch(
    _ recording: RecordingInfo, into sink: any RecordingSink
  ) async -> WiFiDelivery {
    guard Command.download(recording.id).isEncodable else {
      return delivery(recording, PocketError.unencodable(.download(recording.id)), tried: false)
    }
    var tries = 0
    while true {
      let isFresh: Bool
      do {
        (isFresh, tries) = try await ready(tries)
      } catch {
        await close()
        let error = (error as? WiFiFault)?.cause ?? error
        reason = .failed(text(error))
        tries += 1
        if await isOver(error) || tries >= Self.freshTries { return delivery(recording, error) }
        continue
      }
      guard let accessPoint else { return delivery(recording, PocketError.disconnected) }
      do {
        try await accessPoint.fetch(recording.id, into: sink)
        reuse.granted(accessPoint.connections)
        return delivery(recording, nil)
      } catch WiFiFault.final(let error) {
        let delivery = delivery(recording, error)
        if !Self.leavesSessionWhole(error) { await close() }
        return delivery
      } catch {
        let cause = (error as? WiFiFault)?.cause ?? error
        let delivery = delivery(recording, cause)
        if !isFresh, !(cause is CancellationError) { reuse.refused(accessPoint.connections) }
        await close()
        reason = isFresh ? .failed(text(cause)) : .refused(text(cause))
        if await isOver(cause) || tries >= Self.freshTries { return delivery }
      }
    }
  }

  /// Stops the access point. Comes at the end of a batch in any case.
  nonisolated(nonsending) func close() async {
    await accessPoint?.close()
    accessPoint = nil
  }

  /// Sees to it that an access point is open with a connection to ask for.
  private nonisolated(nonsending) func ready(_ tries: Int) async throws -> (Bool, Int) {
    if let open = accessPoint {
      if reuse.allows(after: open.connections) {
        reason = .reused
        return (false, tries)
      }
      await close()
      reason = .noneLeft
    }
    try Task.checkCancellation()
    let fresh = AccessPoint(session, options)
    accessPoint = fresh
    openings += 1
    try await fresh.open()
    return (true, tries + 1)
  }

  private nonisolated(nonsending) func isOver(_ error: any Error) async -> Bool {
    if error is CancellationError { return true }
    return await !session.isUsable
  }

  /// Whether a recording that cannot come leaves the opening as it was.
  private static func leavesSessionWhole(_ error: any Error) -> Bool {
    switch error as? PocketError {
    case .emptyRecording, .unknownCommand: true
    default: false
    }
  }

  private func delivery(
    _ recording: RecordingInfo, _ error: (any Error)?, tried: Bool = true
  ) -> WiFiDelivery {
    WiFiDelivery(
      recording: recording, session: tried ? openings : 0, reason: tried ? reason : nil,
      error: error)
  }

  private func text(_ error: any Error) -> String { session.mailbox.redaction.redacted("\(error)") }
}
