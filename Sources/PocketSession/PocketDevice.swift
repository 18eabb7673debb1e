public import FoundationEssentials
package import HostIO
public import PocketProtocol

/// A recorder: the package's front door.
///
/// A transport and a device serve one connection together. To reconnect, make both anew. One call runs at a
/// time; a second one fails at once with `.busy`, so let one task talk to it. Everything it throws is a
/// `PocketError` or a `CancellationError`.
public actor PocketDevice {
  package nonisolated let session: PocketSession

  /// What comes unasked. One consumer; the newest 64 are kept; it ends with the link.
  public nonisolated var events: AsyncStream<DeviceEvent> { session.events }

  private let joiner: any HotspotJoining

  /// - Parameters:
  ///   - transport: A link that is up.
  ///   - sessionKey: The recorder's key, 16 characters. It is kept in memory and sent to the recorder.
  ///   - joiner: Joins the recorder's own network for transfers over Wi-Fi.
  public init(
    transport: any PocketTransport, sessionKey: String, joiner: any HotspotJoining
  ) {
    session = PocketSession(transport: transport, sessionKey: sessionKey)
    self.joiner = joiner
  }

  /// A device without a joiner: `.wifi` fails with `.wifiJoinFailed`, and `.auto` falls back to Bluetooth.
  ///
  /// - Parameters:
  ///   - transport: A link that is up.
  ///   - sessionKey: The recorder's key, 16 characters. It is kept in memory and sent to the recorder.
  public init(transport: any PocketTransport, sessionKey: String) {
    self.init(transport: transport, sessionKey: sessionKey, joiner: NoJoiner())
  }

  /// - Parameters:
  ///   - clock: By which every wait is measured.
  ///   - joiner: nil if there is none.
  ///   - tcp: By which recordings come over the recorder's own network.
  package init(
    transport: any PocketTransport, sessionKey: String, clock: any HostClock,
    joiner: (any HotspotJoining)? = nil, tcp: any TCPConnecting = LinuxTCP()
  ) {
    session = PocketSession(transport: transport, sessionKey: sessionKey, clock: clock, tcp: tcp)
    self.joiner = joiner ?? NoJoiner()
  }

  /// Performs the handshake. After a failure the pair is spent.
  ///
  /// - Throws: `.authRejected` for a wrong key; `.timeout(.auth)` if nothing answers; `.disconnected` if the
  ///   link goes or the pair is spent; `.busy` while or after it is connected; `.unencodable` for a key that
  ///   no frame can carry.
  public func connect() async throws { try await session.start() }

  /// Ends the link. May be called in any state, and again.
  public func disconnect() async { await session.stop() }

  /// Asks for everything a recorder says of itself: seven round trips.
  ///
  /// - Throws: As `PocketSession.request`.
  public func status() async throws -> DeviceStatus { try await session.status() }

  /// Whether a recording runs: one round trip, and the only way to learn that one stopped.
  ///
  /// - Throws: As `PocketSession.request`.
  public func isRecording() async throws -> Bool { try await session.isRecording() }

  /// Sets the recorder's clock.
  ///
  /// - Parameters:
  ///   - date: The time, sent in UTC to the second; now if none is given.
  /// - Throws: As `PocketSession.request`; `.unencodable` outside the years 1970 to 9999.
  public func setClock(_ date: Date? = nil) async throws {
    let now = Date(timeIntervalSince1970: Double(session.clock.now.nanoseconds) / 1e9)
    try await session.setClock(date ?? now)
  }

  /// The directories on the recorder, all of them.
  ///
  /// - Throws: `.incompleteListing` without the end, or with another count than entries; else as
  ///   `PocketSession.request`.
  public func listDates() async throws -> [String] { try await session.listDates() }

  /// The recordings of a directory, all of them; none for one that is not there.
  ///
  /// - Throws: As `listDates()`; `.unencodable` for a name that no frame can carry.
  public func listRecordings(on date: String) async throws -> [RecordingInfo] {
    try await session.listRecordings(on: date)
  }

  /// Looks up the recordings of one day, and tells a text that is no day from a day without a directory and
  /// from an empty directory. A bad date is told without asking the recorder.
  ///
  /// - Parameters:
  ///   - date: As `YYYY-MM-DD`, or another name of a directory.
  /// - Throws: As `listDates()`.
  public func lookUpRecordings(forDate date: String) async throws -> DateLookup {
    try await session.lookUpRecordings(forDate: date)
  }

  /// The audio of the recording that runs, as it is made: MP3 in the framing of stored files, in chunks of one
  /// notification.
  ///
  /// The newest 32 chunks are kept, about 2 s; what is not taken in time is dropped unseen, in the middle of a
  /// frame. A whole copy is what `download` fetches afterwards. No transfer runs until the stream ends: when it
  /// is dropped, its task is cancelled, or the link goes. Without a recording nothing comes.
  ///
  /// - Throws: `.busy` while a transfer or another listener is there; `.notAuthenticated`; `.disconnected`.
  public func liveAudio() async throws -> AsyncStream<Data> { try await session.liveAudio() }

  /// Fetches a recording into memory.
  ///
  /// - Parameters:
  ///   - mode: Which way.
  ///   - progress: Is told the part that is here, 0 to 1. A fallback begins again at 0.
  /// - Throws: `.emptyRecording` where there are no bytes; `.sizeMismatch` where more or fewer came than were
  ///   announced; `.notMP3`; `.transferFailed` where they stopped coming; `.timeout` where no size came;
  ///   `.wifiJoinFailed`; `.unencodable` for an ID that no frame can carry; `.busy` while another transfer or
  ///   live audio is there; else as `PocketSession.request`. After most of them a new connection is needed
  ///   to fetch anything over Bluetooth.
  public func download(
    _ recording: RecordingInfo, via mode: TransferMode = .auto,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> Data {
    let (session, joiner) = (session, joiner)
    return try await route(recording, mode) {
      try await session.downloadOverWiFi(recording, joiner: joiner, progress: progress)
    } ble: {
      try await session.downloadOverBLE(recording, progress: progress)
    }
  }

  /// Fetches a recording into a file, which appears whole or not at all.
  ///
  /// Its bytes go to a hidden file beside the destination. They are on disk before that is renamed, and a file
  /// that was there before is never harmed by a transfer that fails.
  ///
  /// - Parameters:
  ///   - destination: A file URL in a folder that exists. What is there already is replaced at the end.
  ///   - mode: Which way.
  ///   - progress: Is told the part that is here, 0 to 1. A fallback begins again at 0.
  /// - Throws: As `download(_:via:progress:)`; `.transferFailed` for an error of the disk.
  public func download(
    _ recording: RecordingInfo, to destination: URL, via mode: TransferMode = .auto,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    let (session, joiner) = (session, joiner)
    try await route(recording, mode) {
      try await session.downloadOverWiFi(
        recording, to: destination, joiner: joiner, progress: progress)
    } ble: {
      try await session.downloadOverBLE(recording, to: destination, progress: progress)
    }
  }

  private func route<Value: Sendable>(
    _ recording: RecordingInfo, _ mode: TransferMode,
    wifi: @Sendable () async throws -> Value, ble: @Sendable () async throws -> Value
  ) async throws -> Value {
    switch mode {
    case .ble: return try await ble()
    case .wifi: return try await wifi()
    case .auto:
      guard recording.estimatedBytes > TransferMode.wifiThreshold else { return try await ble() }
      do {
        return try await wifi()
      } catch PocketError.emptyRecording {
        throw PocketError.emptyRecording
      } catch  where !(error is CancellationError) && !Task.isCancelled {
        return try await ble()
      }
    }
  }

  /// Deletes a recording, and proves it: a complete listing afterwards must lack it.
  ///
  /// - Throws: `.deleteNotConfirmed` where that is not so; `.timeout` where nothing acknowledged it, and then
  ///   it may be gone or not; else as `PocketSession.request`.
  public func delete(_ recording: RecordingID) async throws { try await session.delete(recording) }

  /// Starts a recording.
  ///
  /// - Returns: Which one it is.
  /// - Throws: As `PocketSession.request`.
  public func startRecording() async throws -> RecordingID { try await session.startRecording() }

  /// Stops the recording that runs.
  ///
  /// - Throws: As `PocketSession.request`.
  public func stopRecording() async throws { try await session.stopRecording() }
}
