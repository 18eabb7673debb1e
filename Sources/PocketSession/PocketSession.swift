import FoundationEssentials
package import HostIO
import PocketProtocol

/// One authenticated conversation with a recorder, over one transport.
///
/// It serves one connection: once stopped, failed or lost it is spent. One request runs at a time, and one
/// transfer beside it; a second one fails at once with `.busy`. Everything it throws is a `PocketError` or a
/// `CancellationError`.
///
/// Device: `hardware`. This code: `simulated`.
public actor PocketSession {
  enum Phase { case fresh, starting, ready, over }

  /// What comes unasked. One consumer; the newest 64 are kept; it always ends, and after a lost link with
  /// `.disconnected`.
  public nonisolated let events: AsyncStream<DeviceEvent>

  nonisolated let clock: any HostClock
  nonisolated let tcp: any TCPConnecting
  nonisolated let mailbox: Mailbox
  nonisolated let transport: any PocketTransport
  private nonisolated let outbox: Outbox
  private var handshake: Result<Handshake, PocketError>
  private(set) var phase = Phase.fresh
  /// Why nothing that follows could be told from what is still on its way; nil while all is in step.
  var brokenOff: String?
  /// Commands that were sent and not answered so far: an `MCU&UNKNOWN` may belong to one of them.
  var unanswered = 0
  /// Own requests of a transfer that wait for the request under way to end.
  var queue: [OneShot<Void>] = []
  private var tasks: [Task<Void, Never>] = []
  private var openStreams = 2

  /// - Parameters:
  ///   - transport: A link that is up.
  ///   - sessionKey: The recorder's key, 16 characters. It is kept in memory and sent to the recorder.
  public init(transport: any PocketTransport, sessionKey: String) {
    self.init(transport: transport, sessionKey: sessionKey, clock: RealClock())
  }

  /// - Parameters:
  ///   - transport: A link that is up.
  ///   - sessionKey: The recorder's key.
  ///   - clock: By which every wait is measured, and whose executor runs what goes on by itself.
  ///   - tcp: By which recordings come over the recorder's own network.
  package init(
    transport: any PocketTransport, sessionKey: String, clock: any HostClock,
    tcp: any TCPConnecting = LinuxTCP()
  ) {
    self.transport = transport
    self.clock = clock
    self.tcp = tcp
    mailbox = Mailbox(clock: clock, redaction: Redaction(key: sessionKey))
    outbox = Outbox(transport: transport, clock: clock)
    events = mailbox.events
    handshake = Result { () throws(PocketError) in try Handshake(key: sessionKey) }
  }

  deinit {
    for task in tasks { task.cancel() }
    mailbox.end(saying: nil)
  }

  /// Performs the handshake. After a failure the session is spent and the link is ended.
  ///
  /// - Parameters:
  ///   - timeout: How long the recorder may take to answer.
  /// - Throws: `.authRejected`, `.timeout(.auth)`, `.disconnected`, `.busy`, `.unencodable`,
  ///   `.transferFailed` where the frame cannot be written.
  public func start(timeout: Duration = .seconds(5)) async throws {
    switch phase {
    case .fresh: break
    case .starting: throw PocketError.busy("connect already in progress")
    case .ready: throw PocketError.busy("already connected")
    case .over: throw PocketError.disconnected
    }
    phase = .starting
    do {
      var handshake = try handshake.get()
      try mailbox.open(.request, for: "the handshake")
      startPumps()
      try await perform(&handshake, timeout: timeout)
      guard phase == .starting else { throw PocketError.disconnected }
      mailbox.close(.request)
      phase = .ready
      startKeepalive()
    } catch {
      await end(saying: nil)
      throw error
    }
  }

  private func perform(_ handshake: inout Handshake, timeout: Duration) async throws {
    let deadline = clock.monotonic + timeout
    let write = try post(handshake.command, in: .request)
    defer { write.cancel() }
    while true {
      switch try await mailbox.next(.request, until: deadline) {
      case .frame(let frame):
        if !handshake.receive(frame.response) { mailbox.surface(frame) }
      case .bulk: break
      case .writeFailed(let error): throw Self.fault(of: error, writing: handshake.command)
      case .timedOut: throw PocketError.timeout(handshake.command)
      case .ended: throw PocketError.disconnected
      }
      switch handshake.outcome {
      case .accepted: return
      case .refused: throw PocketError.authRejected
      case nil: break
      }
    }
  }

  /// Whether it is connected, and nothing has happened that only a new connection makes good.
  package var isUsable: Bool { phase == .ready && brokenOff == nil }

  /// The recording that the recorder said last was started or is running, in this session.
  package var lastStarted: String? { mailbox.lastStarted }

  /// Ends the session and the link. Whatever waits fails with `.disconnected`. May be called again.
  public func stop() async {
    await end(saying: nil)
  }

  private func end(saying event: DeviceEvent?) async {
    guard phase != .over else { return }
    phase = .over
    for task in tasks { task.cancel() }
    tasks = []
    mailbox.end(saying: event)
    await transport.disconnect()
  }

  /// - Throws: `.notAuthenticated`, `.disconnected`.
  func requireReady() throws {
    switch phase {
    case .fresh, .starting: throw PocketError.notAuthenticated
    case .over: throw PocketError.disconnected
    case .ready: break
    }
  }

  /// - Throws: `.transferFailed` if what is still on its way could be taken for the answer.
  func requireInStep() throws {
    if let brokenOff {
      throw PocketError.transferFailed("\(brokenOff) came before: reconnect first")
    }
  }

  // MARK: The wire

  /// Begins to write the command of a lane; a failure arrives in the lane while it is open.
  ///
  /// - Returns: The write, to be cancelled by whoever stops waiting.
  /// - Throws: `.unencodable`.
  func post(_ command: Command, in lane: Mailbox.LaneName) throws -> Task<Void, Never> {
    guard command.isEncodable else { throw PocketError.unencodable(command) }
    let number = mailbox.number(of: lane)
    return outbox.write(command.encoded) { [mailbox] result in
      if case .failure(let error) = result { mailbox.failWrite(error, in: lane, number) }
    }
  }

  /// Writes a command and waits until it is written.
  ///
  /// - Throws: `.unencodable`, `.timeout`, whatever the transport throws.
  func write(_ command: Command) async throws {
    guard command.isEncodable else { throw PocketError.unencodable(command) }
    let outcome = OneShot<Void>()
    let write = outbox.write(command.encoded) { outcome.settle($0) }
    let timer = clock.spawn { [clock] in
      guard (try? await clock.sleep(for: Timing.write)) != nil else { return }
      outcome.settle(.failure(PocketError.timeout(command)))
    }
    defer {
      timer.cancel()
      write.cancel()
    }
    do {
      try await outcome.value()
    } catch {
      throw Task.isCancelled ? CancellationError() : Self.fault(of: error, writing: command)
    }
  }

  /// What is thrown for a write that failed, where nobody cancelled it.
  static func fault(of error: any Error, writing command: Command) -> any Error {
    if error is PocketError { return error }
    return PocketError.transferFailed("\(command) could not be written")
  }

  private func startPumps() {
    let responses = transport.responseStream()
    let bulk = transport.bulkStream()
    tasks = [
      clock.spawn { [mailbox, weak self] in
        for await notification in responses { mailbox.take(response: notification) }
        await self?.streamEnded()
      },
      clock.spawn { [mailbox, weak self] in
        for await chunk in bulk where !mailbox.take(bulk: chunk) { await mailbox.untilRoom() }
        await self?.streamEnded()
      },
    ]
  }

  private func streamEnded() async {
    openStreams -= 1
    if openStreams == 0 { await end(saying: .disconnected) }
  }

  private func startKeepalive() {
    tasks.append(
      clock.spawn { [clock, outbox, mailbox] in
        while (try? await clock.sleep(for: Timing.keepalive)) != nil {
          keepAlive(by: .battery, outbox, mailbox)
        }
      })
  }

  /// Keeps the access point up: as the link's keepalive, for as long as the task runs.
  nonisolated func keepAccessPoint(every interval: Duration) -> Task<Void, Never> {
    clock.spawn { [clock, outbox, mailbox] in
      repeat {
        keepAlive(by: .wifiKeepalive, outbox, mailbox)
      } while (try? await clock.sleep(for: interval)) != nil
    }
  }
}

/// Writes a frame whose reply nobody waits for. A write that fails is noticed by whoever asks for something.
private func keepAlive(by command: Command, _ outbox: Outbox, _ mailbox: Mailbox) {
  mailbox.expectReply(to: command)
  _ = outbox.write(command.encoded) { result in
    if case .failure = result { mailbox.expectNoReply(to: command) }
  }
}
