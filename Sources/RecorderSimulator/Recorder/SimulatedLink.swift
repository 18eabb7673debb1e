package import FoundationEssentials
import HostIO
import PocketProtocol
import PocketSession
import Synchronization

/// A link to a simulated recorder, in this process. Nothing is repeated on it unless the recorder's faults
/// say so.
package final class SimulatedLink: PocketTransport {
  private struct State {
    var upload: Upload?
    var isOpen = true
    /// Who waits for the next chunk.
    var waiter: CheckedContinuation<Void, Never>?
  }

  private enum Next {
    case chunk(Data, [Response])
    case nothing(wasShort: Bool)
    case ended
  }

  private let recorder: SimulatedRecorder
  private let responses: AsyncStream<Data>
  private let responseSink: AsyncStream<Data>.Continuation
  private let state = Mutex(State())

  init(to recorder: SimulatedRecorder) {
    self.recorder = recorder
    (responses, responseSink) = AsyncStream.makeStream()
  }

  package func send(_ data: Data) async throws {
    guard state.withLock({ $0.isOpen }) else { throw PocketError.disconnected }
    perform(recorder.receive(String(decoding: data, as: UTF8.self)))
  }

  package func responseStream() -> AsyncStream<Data> { responses }

  /// Chunks are made as they are taken, so that a slow taker holds the recorder back.
  package func bulkStream() -> AsyncStream<Data> {
    AsyncStream(
      unfolding: { await self.nextChunk() },
      onCancel: { self.close() })
  }

  package func disconnect() async { close() }

  /// Does what the recorder decided.
  func perform(_ actions: [RecorderMachine.Action]) {
    let replies = actions.compactMap { action in
      if case .reply(let response) = action { response } else { nil }
    }
    notify(replies)
    for action in actions {
      switch action {
      case .reply: break
      case .replyLater(let response, let delay): later(response, after: delay)
      case .upload(let upload): begin(upload)
      case .uploadOverTCP(let file): recorder.beginTCP(file)
      case .stopUpload: state.withLock { $0.upload = nil }
      case .fallSilent: recorder.fellSilent(self)
      case .drop: close()
      }
    }
  }

  private func notify(_ replies: [Response]) {
    let faults = recorder.faults
    var notifications = replies.map { Data($0.wireFormat.utf8) }
    if faults.fuses, !replies.isEmpty {
      notifications = [Data(replies.map(\.wireFormat).joined().utf8) + [0]]
    }
    for notification in notifications {
      for _ in 0..<max(1, faults.copies) { responseSink.yield(notification) }
    }
  }

  private func later(_ response: Response, after delay: Duration) {
    let clock = recorder.clock
    // It ends by itself, and does nothing on a link that is closed by then.
    _ = clock.spawn { [weak self] in
      if delay > .zero { try? await clock.sleep(for: delay) }
      self?.notify([response])
    }
  }

  private func begin(_ upload: Upload) {
    let waiter = state.withLock { state in
      state.upload = upload
      return state.waiter.take()
    }
    waiter?.resume()
  }

  private func close() {
    let waiter = state.withLock { state in
      state.isOpen = false
      state.upload = nil
      return state.waiter.take()
    }
    waiter?.resume()
    responseSink.finish()
    recorder.linkEnded(self)
  }

  private func nextChunk() async -> Data? {
    while true {
      switch next() {
      case .ended: return nil
      case .nothing(let wasShort):
        if wasShort { recorder.fellSilent(self) }
        await withCheckedContinuation { continuation in
          let isIdle = state.withLock { state in
            guard state.isOpen, state.upload == nil else { return false }
            state.waiter = continuation
            return true
          }
          if !isIdle { continuation.resume() }
        }
      case .chunk(let chunk, let replies):
        if recorder.countChunk() {
          close()
          return nil
        }
        if let rate = recorder.bytesPerSecond {
          try? await recorder.clock.sleep(for: .seconds(1) * chunk.count / rate)
        }
        notify(replies)
        return chunk
      }
    }
  }

  private func next() -> Next {
    state.withLock { state in
      guard state.isOpen else { return .ended }
      guard var upload = state.upload else { return .nothing(wasShort: false) }
      guard let (chunk, replies) = try? upload.next(from: recorder.fileSystem) else {
        // Nothing is left, or a file of this machine is gone: a recorder falls silent then.
        state.upload = nil
        return .nothing(wasShort: upload.endsInSilence)
      }
      state.upload = upload
      return .chunk(chunk, replies)
    }
  }
}
