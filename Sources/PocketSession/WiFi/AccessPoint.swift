import FoundationEssentials
import HostIO
import PocketProtocol

/// One opening of the recorder's access point, from the frame that starts it to the ones that stop it.
///
/// Control stays on Bluetooth; only a file's bytes go over TCP. Bulk bytes that leak over Bluetooth meanwhile
/// belong to nobody.
///
/// Device: `hardware`. This code: `simulated`.
final class AccessPoint {
  private let session: PocketSession
  private let options: WiFiOptions
  private let tcp: any TCPConnecting
  private let clock: any HostClock
  private var pings: Task<Void, Never>?
  private var interface: String?
  private var hasJoined = false
  /// Whether a recording is selected and has not come whole.
  private var isSelected = false
  /// TCP connections so far.
  private(set) var connections = 0

  init(_ session: PocketSession, _ options: WiFiOptions) {
    self.session = session
    self.options = options
    tcp = session.tcp
    clock = session.clock
  }

  /// Starts it, joins it, and waits until the recorder says so. `close()` follows in any case.
  ///
  /// - Throws: `.wifiJoinFailed`, `.timeout`, `.disconnected`…
  nonisolated(nonsending) func open() async throws {
    try await session.send(.wifiShutdown)
    if try await state() ?? .off != .off { try await stop() }
    let (ssid, passphrase) = try await session.inLine(.wifiCredentials, timeout: Timing.request) {
      if case .wifiCredentials(let ssid, let passphrase) = $0 { (ssid, passphrase) } else { nil }
    }
    try await start()
    // From before the join: without it the network is gone before a slow join is done.
    pings = session.keepAccessPoint(every: options.readiness.pingInterval)
    hasJoined = true
    do {
      try await options.joiner.join(ssid: ssid, passphrase: passphrase)
    } catch {
      if error is PocketError || error is CancellationError { throw error }
      let text = session.mailbox.redaction.redacted("\(error)")
      throw PocketError.wifiJoinFailed("joining \(ssid) failed: \(text)")
    }
    interface = await options.joiner.interface()
    try await untilReady()
  }

  private nonisolated(nonsending) func start() async throws {
    for pause in Timing.accessPointPauses {
      if try await isStarted() { return }
      try await clock.sleep(for: pause)
    }
    guard try await isStarted() else { throw PocketError.timeout(.wifiAccessPointOn) }
  }

  private nonisolated(nonsending) func isStarted() async throws -> Bool {
    do {
      _ = try await session.inLine(.wifiAccessPointOn, timeout: Timing.accessPoint) {
        $0 == .wifiAccessPointOn ? true : nil
      }
      return true
    } catch PocketError.timeout {
      return false
    }
  }

  /// What the recorder says of its access point; nil for silence, which is no answer either way.
  private nonisolated(nonsending) func state() async throws -> WiFiState? {
    do {
      return try await session.inLine(.wifiStatus, timeout: Timing.accessPoint) {
        if case .wifiState(let state) = $0 { state } else { nil }
      }
    } catch PocketError.timeout {
      return nil
    }
  }

  private nonisolated(nonsending) func untilReady() async throws {
    let deadline = clock.monotonic + options.readiness.timeout
    while clock.monotonic < deadline {
      // Firmwares differ in which of the two says that a host has joined.
      if let state = try await state(), state == .clientJoined || state == .tcpConnected { return }
      try await clock.sleep(for: options.readiness.pollInterval)
    }
    session.mailbox.yield(.wifiReadinessNotObserved)
  }

  // MARK: One recording

  /// Fetches a recording over a TCP connection of its own.
  ///
  /// - Throws: `WiFiFault`, `CancellationError`.
  nonisolated(nonsending) func fetch(_ id: RecordingID, into sink: any RecordingSink) async throws {
    var transfer: WiFiTransfer?
    do {
      // Rerouted without a connection, an upload hangs the recorder for 14 s: so this comes first, always.
      let connection = try await connected()
      do {
        let announced = try await selected(id)
        transfer = WiFiTransfer(announced: announced)
        try await reroute(announcing: announced)
        try sinking { try sink.announce(bytes: announced) }
        try await receive(&transfer, from: connection, into: sink)
      } catch {
        await connection.close()
        throw error
      }
      await connection.close()
      isSelected = false
      session.mailbox.discardFrames(in: .transfer)
    } catch let fault as WiFiFault {
      throw fault
    } catch let error as CancellationError {
      throw error
    } catch {
      throw (transfer?.received ?? 0) > 0 ? WiFiFault.broken(error) : .refused(error)
    }
  }

  private nonisolated(nonsending) func connected() async throws -> any TCPConnection {
    let wait = connections == 0 ? options.readiness.timeout : Timing.portRefuses
    let deadline = clock.monotonic + wait
    connections += 1
    while true {
      do {
        return try await tcp.connect(
          to: options.endpoint.host, port: options.endpoint.port, interface: interface,
          timeout: max(.milliseconds(1), deadline - clock.monotonic))
      } catch let error as TCPError {
        guard clock.monotonic + Timing.reconnect < deadline else {
          throw PocketError.transferFailed("no TCP connection: \(error.code.rawValue)")
        }
        try await clock.sleep(for: Timing.reconnect)
      }
    }
  }

  private nonisolated(nonsending) func selected(_ id: RecordingID) async throws -> Int {
    do {
      isSelected = true
      let announced = try await session.inLine(.download(id), timeout: Timing.request) {
        if case .transferSize(let bytes) = $0 { bytes } else { nil }
      }
      guard announced > 0 else { throw PocketError.emptyRecording }
      return announced
    } catch let error as PocketError {
      switch error {
      case .emptyRecording, .unknownCommand, .unencodable:
        isSelected = false
        throw WiFiFault.final(error)
      default: throw error
      }
    }
  }

  private nonisolated(nonsending) func reroute(announcing announced: Int) async throws {
    try await clock.sleep(for: Timing.reroute)
    let again = try await session.rerouted()
    if let again, again != announced {
      throw PocketError.unexpectedResponse(
        "\(announced) bytes were announced, and then \(again)")
    }
  }

  private nonisolated(nonsending) func receive(
    _ transfer: inout WiFiTransfer?, from connection: any TCPConnection,
    into sink: any RecordingSink
  ) async throws {
    guard var current = transfer else { return }
    defer { transfer = current }
    while !current.isWhole {
      let bytes = try await read(connection, options.idleTimeout, current)
      if bytes.isEmpty, let fault = current.ended(inSilence: false) { throw fault }
      let own = current.receive(bytes)
      if !own.isEmpty { try sinking { try sink.receive(own) } }
    }
    while current.surplus <= WiFiTransfer.surplusLimit {
      let rest = try? await connection.read(timeout: Timing.transferEnd)
      try Task.checkCancellation()
      guard let rest, !rest.isEmpty else { break }
      _ = current.receive(rest)
    }
    guard current.surplus <= WiFiTransfer.surplusLimit else {
      throw PocketError.sizeMismatch(
        expected: current.announced, received: current.announced + current.surplus)
    }
    guard current.surplus > 0 else { return }
    session.mailbox.yield(
      .wifiTrailerReceived(byteCount: current.surplus, preview: current.preview))
  }

  private nonisolated(nonsending) func read(
    _ connection: any TCPConnection, _ timeout: Duration, _ transfer: WiFiTransfer
  ) async throws -> [UInt8] {
    do {
      return try await connection.read(timeout: timeout)
    } catch let error as TCPError {
      let isSilence = error.code == .timedOut
      throw transfer.ended(inSilence: isSilence) ?? PocketError.transferFailed(error.code.rawValue)
    }
  }

  /// What a sink throws is no fault of the way the bytes took.
  private func sinking(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      throw WiFiFault.final(error)
    }
  }

  // MARK: The end

  /// Leaves it and stops it, whatever happened before, also in a task that was cancelled.
  nonisolated(nonsending) func close() async {
    pings?.cancel()
    pings = nil
    let (session, joiner, clock) = (session, options.joiner, clock)
    let (isSelected, hasJoined) = (isSelected, hasJoined)
    let ending = clock.spawn {
      if isSelected { await session.quieten() }
      for _ in 0..<2 {
        _ = try? await session.inLine(.wifiClose, timeout: Timing.accessPoint) {
          $0 == .wifiClosed ? true : nil
        }
      }
      if hasJoined { await joiner.leave() }
    }
    await ending.value
    session.mailbox.discardFrames(in: .transfer)
  }

  /// Stops an access point that somebody left on, and waits until it is off.
  private nonisolated(nonsending) func stop() async throws {
    _ = try? await session.inLine(.wifiClose, timeout: Timing.accessPoint) {
      $0 == .wifiClosed ? true : nil
    }
    let deadline = clock.monotonic + Timing.accessPointOff
    var last: WiFiState?
    while clock.monotonic < deadline {
      last = try await state() ?? last
      if last == .off { return }
      try await clock.sleep(for: options.readiness.pollInterval)
    }
    let said = last.map { "\($0.rawValue)" } ?? "nothing"
    throw PocketError.transferFailed("the access point does not go off: its state is \(said)")
  }
}
