import FoundationEssentials
import PocketProtocol
import PocketSession
import Synchronization

/// A link whose other end is a test.
final class ScriptedTransport: PocketTransport {
  private struct State {
    var sent: [String] = []
    var disconnects = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let responses = AsyncStream.makeStream(of: Data.self)
  private let bulk = AsyncStream.makeStream(of: Data.self)
  private let answer: @Sendable (String, ScriptedTransport) throws -> Void
  private let gate: (@Sendable (String) async throws -> Void)?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - accepts: Whether the handshake is answered, whatever the key.
  ///   - answer: What is done about every other frame.
  ///   - gate: What every write passes first.
  init(
    accepts: Bool = true,
    _ answer: @escaping @Sendable (String, ScriptedTransport) throws -> Void = { _, _ in },
    gate: (@Sendable (String) async throws -> Void)? = nil
  ) {
    self.gate = gate
    self.answer = { frame, transport in
      if accepts, frame.hasPrefix("APP&SK&") { return transport.say("MCU&SK&OK") }
      try answer(frame, transport)
    }
  }

  var sent: [String] { state.withLock { $0.sent } }
  var disconnects: Int { state.withLock { $0.disconnects } }

  func say(_ text: String, times: Int = 1) {
    for _ in 0..<times { responses.continuation.yield(Data(text.utf8)) }
  }

  func push(_ bytes: Data) { bulk.continuation.yield(bytes) }

  /// The link goes.
  func lose() {
    responses.continuation.finish()
    bulk.continuation.finish()
  }

  /// Returns once so many frames were sent.
  func untilSent(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sent.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func send(_ data: Data) async throws {
    let frame = String(decoding: data, as: UTF8.self)
    let due = state.withLock { state in
      state.sent.append(frame)
      let due = state.watchers.filter { $0.count <= state.sent.count }
      state.watchers.removeAll { $0.count <= state.sent.count }
      return due.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
    try await gate?(frame)
    try answer(frame, self)
  }

  func responseStream() -> AsyncStream<Data> { responses.stream }
  func bulkStream() -> AsyncStream<Data> { bulk.stream }

  func disconnect() async {
    state.withLock { $0.disconnects += 1 }
    lose()
  }
}
