import HostIO
public import PocketProtocol

extension PocketSession {
  /// Sends a command and waits for the reply to it.
  ///
  /// - Parameters:
  ///   - timeout: For the write and the reply together.
  ///   - expecting: Which response is the reply. Others become events.
  /// - Throws: `.timeout`, `.unknownCommand`, `.unencodable`, `.busy`, `.notAuthenticated`, `.disconnected`,
  ///   `.transferFailed` where it cannot be written.
  public func request(
    _ command: Command, timeout: Duration = .seconds(5),
    expecting: @escaping @Sendable (Response) -> Bool
  ) async throws -> Response {
    try await value(of: command, timeout: timeout) { expecting($0) ? $0 : nil }
  }

  /// Sends a command and collects responses until the one that ends them.
  ///
  /// - Parameters:
  ///   - timeout: For all of them.
  ///   - element: Which responses are collected.
  ///   - terminator: Which response is the end. It is not among those returned.
  /// - Throws: As `request`.
  public func requestCollecting(
    _ command: Command, timeout: Duration = .seconds(10),
    element: @escaping @Sendable (Response) -> Bool,
    terminator: @escaping @Sendable (Response) -> Bool
  ) async throws -> [Response] {
    var elements: [Response] = []
    try await converse(command, timeout: timeout) { response in
      if element(response) {
        elements.append(response)
        return .taken
      }
      return terminator(response) ? .end : .foreign
    }
    return elements
  }

  /// Sends a command and waits for nothing but that it is written: an idle recorder does not answer
  /// `APP&SHUT`, for one.
  ///
  /// - Throws: `.unencodable`, `.notAuthenticated`, `.disconnected`, `.transferFailed`; `.timeout` where it
  ///   could not be written within 5 s.
  public func send(_ command: Command) async throws {
    try requireReady()
    unanswered += 1
    try await write(command)
  }

  /// Sends a command and waits for the reply that has a value.
  ///
  /// - Parameters:
  ///   - waitsInLine: Whether it waits for a request under way; else that is `.busy`.
  func value<Value: Sendable>(
    of command: Command, timeout: Duration = Timing.request, waitsInLine: Bool = false,
    _ extract: (Response) -> Value?
  ) async throws -> Value {
    var found: Value?
    try await converse(command, timeout: timeout, waitsInLine: waitsInLine) { response in
      found = extract(response)
      return found == nil ? .foreign : .end
    }
    guard let found else { throw PocketError.timeout(command) }
    return found
  }

  /// Lists, and says what keeps the listing from being complete.
  ///
  /// - Throws: As `request`, but for what `Listing.fault` says. A listing whose end did not come in time is
  ///   returned; none can be had of this session any more, as the end could be taken for another one's.
  package func list(_ subject: Listing.Subject) async throws -> Listing {
    try requireInStep()
    var listing = Listing(subject)
    do {
      try await converse(listing.command, timeout: Timing.listing) { response in
        guard listing.receive(response) else { return .foreign }
        return listing.hasEnded ? .end : .taken
      }
    } catch PocketError.timeout {
      brokenOff = "a listing without its end"
    } catch let error as CancellationError {
      brokenOff = "a listing that was cancelled"
      throw error
    }
    return listing
  }

  /// What a response is to the command that is under way.
  enum Judgement { case taken, end, foreign }

  /// Sends a command and hands on what follows until the end of it.
  func converse(
    _ command: Command, timeout: Duration, waitsInLine: Bool = false,
    _ judge: (Response) -> Judgement
  ) async throws {
    try requireReady()
    let deadline = clock.monotonic + timeout
    try await claimRequest(waitsInLine: waitsInLine)
    defer { releaseRequest() }
    let write = try post(command, in: .request)
    defer { write.cancel() }
    do {
      try await exchange(command, until: deadline, judge)
      unanswered = 0
    } catch {
      // Its reply, should one come, is no reply to what is asked next.
      if Self.mayBeAnswered(error) { unanswered += 1 }
      throw error
    }
  }

  private func exchange(
    _ command: Command, until deadline: Duration, _ judge: (Response) -> Judgement
  ) async throws {
    var wasUnknown = false
    while true {
      switch try await mailbox.next(.request, until: deadline) {
      case .frame(let frame):
        switch judge(frame.response) {
        case .taken: break
        case .end: return
        case .foreign:
          if frame.response == .unknown {
            guard unanswered > 0 else { throw PocketError.unknownCommand(command) }
            // It may be the late answer to an earlier command. Should no other come, it was this one's.
            unanswered -= 1
            wasUnknown = true
          }
          mailbox.surface(frame)
        }
      case .bulk: break
      case .writeFailed(let error): throw Self.fault(of: error, writing: command)
      case .timedOut: throw wasUnknown ? PocketError.unknownCommand(command) : .timeout(command)
      case .ended: throw PocketError.disconnected
      }
    }
  }

  private static func mayBeAnswered(_ error: any Error) -> Bool {
    if error is CancellationError { return true }
    guard case .timeout? = error as? PocketError else { return false }
    return true
  }

  private func claimRequest(waitsInLine: Bool) async throws {
    while true {
      do throws(PocketError) {
        return try mailbox.open(.request, for: "a request")
      } catch {
        guard waitsInLine, case .busy = error else { throw error }
      }
      let turn = OneShot<Void>()
      queue.append(turn)
      try await turn.value()
    }
  }

  private func releaseRequest() {
    mailbox.close(.request)
    // A turn whose task was cancelled meanwhile goes to nobody, so all of them are told: one takes it.
    let waiting = queue
    queue = []
    for turn in waiting { turn.settle(.success(())) }
  }
}
