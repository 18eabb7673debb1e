import FoundationEssentials
import HostIO
import Synchronization

/// Writes frames to a transport one after another. A write that hangs holds up those behind it, and nobody
/// who has stopped waiting for one hears of its end.
final class Outbox: Sendable {
  private let transport: any PocketTransport
  private let clock: any HostClock
  private let last = Mutex<Task<Void, Never>?>(nil)

  init(transport: any PocketTransport, clock: any HostClock) {
    self.transport = transport
    self.clock = clock
  }

  /// Writes once all earlier writes have ended.
  ///
  /// - Parameters:
  ///   - ended: Is told the outcome.
  /// - Returns: The write. A cancelled one that has not begun is not made.
  func write(
    _ bytes: Data, _ ended: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> Task<Void, Never> {
    let transport = transport
    return last.withLock { last in
      let previous = last
      let task = clock.spawn {
        await previous?.value
        do {
          try Task.checkCancellation()
          try await transport.send(bytes)
          ended(.success(()))
        } catch {
          ended(.failure(error))
        }
      }
      last = task
      return task
    }
  }
}
