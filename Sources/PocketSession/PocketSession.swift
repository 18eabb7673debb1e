import FoundationEssentials
package import HostIO
import PocketProtocol

/// One authenticated conversation with a recorder, over one transport.
///
/// It serves one connection: once stopped, failed or lost it is spent. One request or transfer runs at a
/// time; a second one fails at once with `.busy`. Everything it throws is a `PocketError` or a
/// `CancellationError`.
public actor PocketSession {
  enum Phase { case fresh, starting, ready, over }
  /// What arrives while an operation waits.
  enum Input {
    case frame(String, Response)
    case bulk(Data)
    case timedOut, ended
  }

  /// What comes unasked. One consumer; the newest 64 are kept; it always ends.
  public nonisolated let events: AsyncStream<DeviceEvent>

  nonisolated let clock: any HostClock
  let transport: any PocketTransport
  let redaction: Redaction
  private let eventSink: AsyncStream<DeviceEvent>.Continuation
  private var handshake: Result<Handshake, PocketError>
  private(set) var phase = Phase.fresh

  // The operation that runs, and what has arrived for it.
  private var activity: String?
  private var inbox: [Input] = []
  private var waiter: CheckedContinuation<Void, Never>?
  private var timer: (end: Duration, task: Task<Void, Never>)?
  /// The bulk channel's pump, while more has come than is taken.
  private var heldPump: CheckedContinuation<Void, Never>?
  var transfer: Transfer?
  /// Why nothing that follows could be told from what is still on its way; nil while all is in step.
  var brokenOff: String?

  /// The recording that the recorder said last was started or is running, in this session.
  package private(set) var lastStarted: String?

  private var tasks: [Task<Void, Never>] = []
  private var openStreams = 2
  private var echoes = EchoFilter()
  private var lastReply = Duration.zero - EchoFilter.window
  /// Replies to frames that keep the link alive, still to come.
  private var keepaliveReplies = 0

  /// - Parameters:
  ///   - transport: A link that is up.
  ///   - sessionKey: The recorder's key, 16 characters.
  public init(transport: any PocketTransport, sessionKey: String) {
    self.init(transport: transport, sessionKey: sessionKey, clock: RealClock())
  }

  /// - Parameters:
  ///   - transport: A link that is up.
  ///   - sessionKey: The recorder's key.
  ///   - clock: By which every wait is measured.
  package init(transport: any PocketTransport, sessionKey: String, clock: any HostClock) {
    self.transport = transport
    self.clock = clock
    redaction = Redaction(key: sessionKey)
    handshake = Result { () throws(PocketError) in try Handshake(key: sessionKey) }
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
  }

  deinit {
    for task in tasks { task.cancel() }
    timer?.task.cancel()
    eventSink.finish()
  }

  /// Performs the handshake. After a failure the session is spent and the link is ended.
  ///
  /// - Throws: `.authRejected`, `.timeout(.auth)`, `.disconnected`, `.busy`, `.unencodable`.
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
      activity = "the handshake"
      startPumps()
      try await perform(&handshake, timeout: timeout)
      guard phase == .starting else { throw PocketError.disconnected }
      finishOperation()
      phase = .ready
      startKeepalive()
    } catch {
      await end(saying: nil)
      throw error
    }
  }

  private func perform(_ handshake: inout Handshake, timeout: Duration) async throws {
    try await write(handshake.command)
    let deadline = clock.monotonic + timeout
    while true {
      switch try await next(until: deadline) {
      case .frame(let text, let response):
        if !handshake.receive(response) { surface(text, response) }
      case .bulk: break
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

  /// Ends the session and the link. Whatever waits fails with `.disconnected`. May be called again.
  public func stop() async {
    await end(saying: nil)
  }

  private func end(saying event: DeviceEvent?) async {
    guard phase != .over else { return }
    phase = .over
    if let event { eventSink.yield(event) }
    eventSink.finish()
    timer?.task.cancel()
    timer = nil
    for task in tasks { task.cancel() }
    tasks = []
    wake()
    releasePump()
    await transport.disconnect()
  }

  // MARK: The operation that runs

  /// Claims the session for one operation.
  ///
  /// - Throws: `.notAuthenticated`, `.disconnected`, `.busy`.
  func beginOperation(_ name: String) throws {
    switch phase {
    case .fresh, .starting: throw PocketError.notAuthenticated
    case .over: throw PocketError.disconnected
    case .ready: break
    }
    if let activity { throw PocketError.busy("\(activity) is in progress") }
    activity = name
  }

  /// Gives the session back. What arrived for the operation and was not taken is surfaced.
  func finishOperation() {
    activity = nil
    timer?.task.cancel()
    timer = nil
    let rest = inbox
    inbox = []
    for case .frame(let text, let response) in rest { surface(text, response) }
    releasePump()
  }

  /// Whatever arrives next for the operation, `.timedOut` at the deadline, `.ended` without a link.
  func next(until deadline: Duration) async throws -> Input {
    while true {
      try Task.checkCancellation()
      if !inbox.isEmpty {
        let input = inbox.removeFirst()
        if inbox.count < Self.inboxLimit / 2 { releasePump() }
        return input
      }
      if phase == .over { return .ended }
      if clock.monotonic >= deadline { return .timedOut }
      arm(deadline)
      // A wake that comes between the check and the wait cannot be missed: it needs this actor, which is
      // free only once the wait has begun.
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiter = $0 }
      } onCancel: {
        Task { await self.wake() }
      }
    }
  }

  /// Whether something has arrived that was not taken yet.
  var hasInput: Bool { !inbox.isEmpty }

  /// Sees to it that somebody wakes the operation at the deadline, or before, which does no harm.
  private func arm(_ deadline: Duration) {
    if let timer, timer.end <= deadline, timer.end > clock.monotonic { return }
    timer?.task.cancel()
    let clock = clock
    let wait = deadline - clock.monotonic
    let task = Task { [weak self] in
      try? await clock.sleep(for: wait)
      await self?.wake()
    }
    timer = (deadline, task)
  }

  private func wake() {
    waiter?.resume()
    waiter = nil
  }

  // MARK: The wire

  /// Writes a command.
  ///
  /// - Throws: `.unencodable`; `.disconnected`; `.transferFailed` where the transport gives no better reason.
  func write(_ command: Command) async throws {
    guard command.isEncodable else { throw PocketError.unencodable(command) }
    if transport.repeatsNotifications {
      let wait = lastReply + EchoFilter.window - clock.monotonic
      if wait > .zero { try await clock.sleep(for: wait) }
    }
    guard phase != .over else { throw PocketError.disconnected }
    do {
      try await transport.send(command.encoded)
    } catch let error as PocketError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      throw PocketError.transferFailed("\(command) could not be written")
    }
  }

  private static let inboxLimit = 128

  private func startPumps() {
    let responses = transport.responseStream()
    let bulk = transport.bulkStream()
    tasks.append(
      Task { [weak self] in
        for await notification in responses { await self?.take(response: notification) }
        await self?.streamEnded()
      })
    tasks.append(
      Task { [weak self] in
        for await notification in bulk { await self?.take(bulk: notification) }
        await self?.streamEnded()
      })
  }

  private func startKeepalive() {
    let clock = clock
    tasks.append(
      Task { [weak self] in
        while (try? await clock.sleep(for: Timing.keepalive)) != nil {
          guard await self?.keepAlive() == true else { return }
        }
      })
  }

  /// Returns false once there is nothing to keep alive.
  private func keepAlive() async -> Bool {
    guard phase == .ready else { return false }
    keepaliveReplies += 1
    // A write that fails is noticed by whoever asks for something.
    try? await write(.battery)
    return phase == .ready
  }

  private func take(response notification: Data) {
    let now = clock.monotonic
    if transport.repeatsNotifications {
      lastReply = now
      if echoes.isEcho(notification, at: now) { return }
    }
    for frame in ResponseFrames.split(notification) {
      let response = Response.parse(frame)
      if activity == nil {
        surface(frame, response)
      } else {
        inbox.append(.frame(frame, response))
        wake()
      }
    }
  }

  private func take(bulk notification: Data) async {
    // Without a transfer these are leftovers of one that was broken off, or live audio: no file's bytes.
    guard transfer != nil else { return }
    inbox.append(.bulk(notification))
    wake()
    if inbox.count >= Self.inboxLimit, phase != .over {
      await withCheckedContinuation { heldPump = $0 }
    }
  }

  private func releasePump() {
    heldPump?.resume()
    heldPump = nil
  }

  private func streamEnded() async {
    openStreams -= 1
    if openStreams == 0 { await end(saying: .disconnected) }
  }

  /// Hands on a frame that nobody expected.
  func surface(_ text: String, _ response: Response) {
    if case .battery = response, keepaliveReplies > 0 {
      keepaliveReplies -= 1
      return
    }
    switch response {
    case .recordingStarted(let id), .recordingInProgress(since: let id, _): lastStarted = id
    default: break
    }
    eventSink.yield(DeviceEvent(response, text: text, redaction))
  }
}
