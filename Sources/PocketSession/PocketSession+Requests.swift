import HostIO
public import PocketProtocol

extension PocketSession {
  /// Sends a command and waits for the reply to it.
  ///
  /// - Parameters:
  ///   - timeout: How long.
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

  /// Sends a command and waits for nothing: an idle recorder does not answer `APP&SHUT`, for one.
  ///
  /// - Throws: `.unencodable`, `.notAuthenticated`, `.disconnected`, `.transferFailed`.
  public func send(_ command: Command) async throws {
    switch phase {
    case .fresh, .starting: throw PocketError.notAuthenticated
    case .over: throw PocketError.disconnected
    case .ready: try await write(command)
    }
  }

  /// Sends a command and waits for the reply that has a value.
  func value<Value: Sendable>(
    of command: Command, timeout: Duration = Timing.request,
    _ extract: (Response) -> Value?
  ) async throws -> Value {
    var found: Value?
    try await converse(command, timeout: timeout) { response in
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

  /// - Throws: `.transferFailed` if what is still on its way could be taken for the answer.
  func requireInStep() throws {
    if let brokenOff {
      throw PocketError.transferFailed("\(brokenOff) came before: reconnect first")
    }
  }

  /// What a response is to the command that is under way.
  enum Judgement { case taken, end, foreign }

  /// Sends a command and hands on what follows until the end of it.
  func converse(
    _ command: Command, timeout: Duration, _ judge: (Response) -> Judgement
  ) async throws {
    try beginOperation("a request")
    defer { finishOperation() }
    let deadline = clock.monotonic + timeout
    try await write(command)
    while true {
      switch try await next(until: deadline) {
      case .frame(let text, let response):
        switch judge(response) {
        case .taken: break
        case .end: return
        case .foreign:
          if response == .unknown { throw PocketError.unknownCommand(command) }
          surface(text, response)
        }
      case .bulk: break
      case .timedOut: throw PocketError.timeout(command)
      case .ended: throw PocketError.disconnected
      }
    }
  }
}
