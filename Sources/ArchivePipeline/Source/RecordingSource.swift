package import BlobStore

/// The one port to where recordings come from: a recorder, or a folder.
///
/// Everything on the archive's side of it is the same for both. A source never changes what it reads.
package protocol RecordingSource: Sendable {
  /// Whether its recordings are a simulation's, so far as can be told without finding it.
  func kind() async throws(SourceError) -> ArchiveIdentity.Kind

  /// Finds the source.
  ///
  /// - Throws: `.notFound`, `.noRadio`.
  func discover() async throws(SourceError) -> Sighting

  /// Opens the source that was found. There is one connection at a time.
  func connect() async throws(SourceError) -> any SourceConnection

  /// Gives the source back, whether or not it was opened. Also after an error, and more than once.
  func release() async
}

/// An open source.
package protocol SourceConnection: Sendable {
  /// How bytes come over it, such as `folder`, `ble`, `wifi`.
  var transport: String { get }

  /// Lists every recording.
  func inventory() async throws(SourceError) -> Inventory

  /// Reads one recording into a sink, from its first byte.
  ///
  /// - Throws: `.changed` if it changed while it was read; what the sink throws, as `.sink`. What the sink
  ///   took is worth nothing then.
  func download(
    _ recording: ListedRecording, into sink: any DownloadSink
  ) async throws(SourceError)
}

/// Takes the bytes of one recording in order. It belongs to the task that downloads.
package protocol DownloadSink: AnyObject {
  /// Tells how many bytes will come, as the source announces it, before the first of them.
  func announce(bytes: Int64) throws(SinkError)

  /// Takes the next bytes, valid during the call only.
  func receive(_ bytes: UnsafeRawBufferPointer) throws(SinkError)
}

/// Why a sink takes no more.
package enum SinkError: Error, Hashable, Sendable {
  /// The archive's disk.
  case store(BlobStoreError)
  /// More bytes than were announced.
  case excess(announced: Int64)
  /// The run is being stopped.
  case cancelled
}

/// What was found.
package struct Sighting: Hashable, Sendable {
  /// Which recorder it is, whatever it is called: of a folder its ID file, else file system and path.
  package var identity: String
  /// What people call it.
  package var name: String
  package var origin: Origin
  /// Whether its recordings are a simulation's.
  package var kind: ArchiveIdentity.Kind
  /// How the recorder is; nil of a folder.
  package var condition: RecorderCondition?

  package enum Origin: String, Hashable, Sendable { case recorder, folder }

  package init(
    identity: String, name: String, origin: Origin, kind: ArchiveIdentity.Kind,
    condition: RecorderCondition? = nil
  ) {
    self.condition = condition
    self.identity = identity
    self.name = name
    self.origin = origin
    self.kind = kind
  }
}
