package import FoundationEssentials
package import HostIO
import PocketProtocol
import Synchronization

/// A link that delivers each reply several times within a few milliseconds, as one that does not.
///
/// Exact repeats within 50 ms are dropped and counted. Replies only: audio is never compared with what came
/// before it. So that two replies of one text which are meant to be two lie further apart, a frame is
/// written no sooner than 50 ms after the last reply.
///
/// Device: `hardware`, seen under BlueZ. This code: `simulated`.
package final class EchoFilteredTransport: PocketTransport {
  private struct State {
    var filter = EchoFilter()
    var repeated = 0
    var lastReply: Duration?
  }

  private let link: any PocketTransport
  private let clock: any HostClock
  private let state = Mutex(State())

  /// - Parameters:
  ///   - link: The link that repeats.
  ///   - clock: By which repeats are told from replies.
  package init(_ link: any PocketTransport, clock: any HostClock) {
    self.link = link
    self.clock = clock
  }

  /// Notifications that were dropped so far.
  package var repeated: Int { state.withLock { $0.repeated } }

  package func send(_ data: Data) async throws {
    if let last = state.withLock({ $0.lastReply }) {
      let wait = last + EchoFilter.window - clock.monotonic
      if wait > .zero { try await clock.sleep(for: wait) }
    }
    try await link.send(data)
  }

  package func responseStream() -> AsyncStream<Data> {
    let incoming = link.responseStream()
    let (stream, sink) = AsyncStream.makeStream(of: Data.self)
    let task = clock.spawn { [self] in
      for await notification in incoming where isNew(notification) { sink.yield(notification) }
      sink.finish()
    }
    sink.onTermination = { _ in task.cancel() }
    return stream
  }

  package func bulkStream() -> AsyncStream<Data> { link.bulkStream() }

  package func disconnect() async { await link.disconnect() }

  private func isNew(_ notification: Data) -> Bool {
    let now = clock.monotonic
    return state.withLock { state in
      state.lastReply = now
      guard state.filter.isEcho(notification, at: now) else { return true }
      state.repeated += 1
      return false
    }
  }
}
