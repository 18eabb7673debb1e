package import ArchivePipeline
package import HostIO
import PocketProtocol
import PocketSession

/// A recorder as a source of recordings. Nothing on it is changed: neither its recordings nor its clock.
package struct RecorderSource: RecordingSource {
  private let finder: any RecorderFinder
  private let link: RecorderLink
  private let name: String?

  /// - Parameters:
  ///   - finder: Finds the recorder and opens links to it.
  ///   - key: Its session key. It is kept in memory and sent to the recorder.
  ///   - name: What its owner calls it; nil for the name it goes by itself.
  ///   - clock: By which every wait is measured.
  package init(
    finder: any RecorderFinder, key: String, name: String? = nil, clock: any HostClock
  ) {
    self.name = name
    self.finder = finder
    link = RecorderLink(finder: finder, key: key, clock: clock)
  }

  package func kind() async throws(SourceError) -> ArchiveIdentity.Kind { finder.kind }

  /// Finds the recorder, connects, and asks how it is. The link stays up for what follows.
  package func discover() async throws(SourceError) -> Sighting {
    let status = try await link.asking { try await $0.status() }
    let ownName = await link.name
    return Sighting(
      identity: finder.identity ?? status.macAddress,
      name: name ?? (ownName.isEmpty ? status.macAddress : ownName), origin: .recorder,
      kind: finder.kind,
      condition: RecorderCondition(
        batteryPercent: Int64(status.batteryPercent), firmware: status.firmware,
        wifiFirmware: status.wifiFirmware, freeMB: Int64(status.storage.freeMB),
        totalMB: Int64(status.storage.totalMB)))
  }

  package func connect() async throws(SourceError) -> any SourceConnection {
    _ = try await link.connected()
    return RecorderConnection(link: link)
  }

  package func release() async { await link.drop() }
}
