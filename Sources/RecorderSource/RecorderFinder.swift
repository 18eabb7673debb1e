package import ArchivePipeline
package import PocketSession

/// Finds one recorder and opens links to it: a radio, or a simulation.
package protocol RecorderFinder: Sendable {
  /// Whether its recordings are a simulation's.
  var kind: ArchiveIdentity.Kind { get }

  /// Which recorder it is in the archive; nil for the address that it reports itself.
  var identity: String? { get }

  /// Finds the recorder and opens a link to it. A link serves one connection: to reconnect, open another.
  ///
  /// - Throws: `.notFound`, `.busy`, `.noRadio`, `.link`.
  func open() async throws(SourceError) -> OpenLink
}

/// A link that is up.
package struct OpenLink: Sendable {
  package let transport: any PocketTransport
  /// What people call the recorder, such as its BLE name.
  package let name: String

  package init(transport: any PocketTransport, name: String) {
    self.transport = transport
    self.name = name
  }
}
