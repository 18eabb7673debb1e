import FoundationEssentials
import PocketProtocol
import Synchronization

extension Mailbox {
  /// Chunks of live audio that wait to be taken: about 2 s.
  static let listenerLimit = 32

  /// Gives the bulk channel to a listener. The transfer lane is taken until the stream ends, from either
  /// side.
  ///
  /// - Throws: `.busy`, `.disconnected`.
  func listen() throws(PocketError) -> AsyncStream<Data> {
    try open(.transfer, for: "live audio")
    let (stream, sink) = AsyncStream.makeStream(
      of: Data.self, bufferingPolicy: .bufferingNewest(Self.listenerLimit))
    let number = number(of: .transfer)
    state.withLock { $0.bulkOwner = .listener(sink, number: number) }
    sink.onTermination = { [weak self] _ in self?.endListening(number) }
    // The link may have gone between opening the lane and listening.
    if state.withLock({ $0.isOver }) { sink.finish() }
    return stream
  }

  private func endListening(_ number: Int) {
    let isHere = state.withLock { state in
      guard case .listener(_, number) = state.bulkOwner else { return false }
      return true
    }
    if isHere { close(.transfer) }
  }
}
