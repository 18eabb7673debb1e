public import FoundationEssentials
import HostIO
public import PocketProtocol

extension PocketSession {
  /// Fetches a recording over the recorder's own network into memory.
  ///
  /// Once, a failure is tried again on a fresh opening of the network.
  ///
  /// - Parameters:
  ///   - endpointOverride: Where to connect to; nil for the recorder's own address.
  ///   - joiner: Joins the network.
  ///   - idleTimeout: How long no byte may come.
  ///   - readiness: How the network is waited for.
  ///   - progress: Is told the part that is here, 0 to 1.
  /// - Throws: `.wifiJoinFailed`; else as `PocketDevice.download(_:via:progress:)`.
  public func downloadOverWiFi(
    _ recording: RecordingInfo, endpointOverride: TCPEndpoint? = nil,
    joiner: any HotspotJoining, idleTimeout: Duration = .seconds(10),
    readiness: WiFiReadiness = WiFiReadiness(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> Data {
    let sink = MemorySink(progress: progress)
    try await fetchOverWiFi(
      recording, into: sink,
      WiFiOptions(
        joiner: joiner, endpoint: endpointOverride ?? .recorder, idleTimeout: idleTimeout,
        readiness: readiness))
    return sink.data
  }

  /// Fetches a recording over the recorder's own network into a file, which appears whole or not at all.
  ///
  /// - Parameters:
  ///   - destination: A file URL in a folder that exists.
  ///   - endpointOverride: Where to connect to; nil for the recorder's own address.
  ///   - joiner: Joins the network.
  ///   - idleTimeout: How long no byte may come.
  ///   - readiness: How the network is waited for.
  ///   - progress: Is told the part that is here, 0 to 1.
  /// - Throws: `.wifiJoinFailed`; else as `PocketDevice.download(_:to:via:progress:)`.
  public func downloadOverWiFi(
    _ recording: RecordingInfo, to destination: URL, endpointOverride: TCPEndpoint? = nil,
    joiner: any HotspotJoining, idleTimeout: Duration = .seconds(10),
    readiness: WiFiReadiness = WiFiReadiness(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    let options = WiFiOptions(
      joiner: joiner, endpoint: endpointOverride ?? .recorder, idleTimeout: idleTimeout,
      readiness: readiness)
    let sink = try FileSink(destination, progress: progress)
    try await sink.filled { try await fetchOverWiFi(recording, into: $0, options) }
  }

  private nonisolated(nonsending) func fetchOverWiFi(
    _ recording: RecordingInfo, into sink: any RecordingSink, _ options: WiFiOptions
  ) async throws {
    let reuse = SessionReuse(connections: 1, isLimit: true)
    let (deliveries, _) = try await deliverOverWiFi([recording], options, reuse) { _ in sink }
    if let error = deliveries.first?.error { throw error }
  }

  /// Fetches recordings over the recorder's own network, with as few openings of it as the recorder grants.
  ///
  /// A batch delivers whatever one at a time would. It goes on after a recording that fails, and ends early
  /// only when the link is lost or the task is cancelled; what was delivered by then stays delivered.
  ///
  /// - Parameters:
  ///   - reuse: What is known of this recorder.
  ///   - endpointOverride: Where to connect to; nil for the recorder's own address.
  ///   - joiner: Joins the network.
  ///   - idleTimeout: How long no byte may come.
  ///   - readiness: How the network is waited for.
  ///   - sink: Where a recording goes; called before it is fetched. What it throws fails that recording.
  ///   - delivered: Is told of each recording as soon as it is done.
  /// - Returns: What became of each, in order, and what is known of the recorder now.
  /// - Throws: `.busy`, `.notAuthenticated`, `.disconnected`, `.transferFailed` before anything is fetched.
  public nonisolated(nonsending) func downloadOverWiFi(
    _ recordings: [RecordingInfo], reuse: SessionReuse, endpointOverride: TCPEndpoint? = nil,
    joiner: any HotspotJoining, idleTimeout: Duration = .seconds(10),
    readiness: WiFiReadiness = WiFiReadiness(),
    into sink: (RecordingInfo) throws -> any RecordingSink,
    delivered: (WiFiDelivery) async -> Void = { _ in }
  ) async throws -> (deliveries: [WiFiDelivery], reuse: SessionReuse) {
    let options = WiFiOptions(
      joiner: joiner, endpoint: endpointOverride ?? .recorder, idleTimeout: idleTimeout,
      readiness: readiness)
    return try await deliverOverWiFi(recordings, options, reuse, delivered: delivered, sink)
  }

  private nonisolated(nonsending) func deliverOverWiFi(
    _ recordings: [RecordingInfo], _ options: WiFiOptions, _ reuse: SessionReuse,
    delivered: (WiFiDelivery) async -> Void = { _ in },
    _ sink: (RecordingInfo) throws -> any RecordingSink
  ) async throws -> ([WiFiDelivery], SessionReuse) {
    try await beginWiFi()
    let batch = WiFiBatch(self, options, reuse)
    var deliveries: [WiFiDelivery] = []
    for recording in recordings {
      let delivery: WiFiDelivery
      do {
        delivery = await batch.fetch(recording, into: try sink(recording))
      } catch {
        delivery = WiFiDelivery(recording: recording, session: 0, reason: nil, error: error)
      }
      deliveries.append(delivery)
      await delivered(delivery)
    }
    await batch.close()
    mailbox.close(.transfer)
    return (deliveries, batch.reuse)
  }

  private func beginWiFi() throws {
    try requireReady()
    try requireInStep()
    try mailbox.open(.transfer, for: "a transfer") { response in
      switch response {
      case .transferComplete, .shutdownAck: true
      default: false
      }
    }
  }
}
