package import HostIO

/// A folder of MP3s as a source: a mounted recorder, a vendor's export, or anything else.
///
/// It is read and never written. What tells it from other folders is `FolderIdentity`.
package struct FolderSource: RecordingSource {
  /// Absolute and without links in it, so that one folder has one path.
  let path: Path
  let identity: FolderIdentity
  let fileSystem: any FileSystem
  /// A folder that is passed over: the archive itself, should it lie inside.
  let excluded: Path

  package init(
    path: Path, identity: FolderIdentity, excluding archive: Path, fileSystem: any FileSystem
  ) {
    self.path = path
    self.identity = identity
    self.fileSystem = fileSystem
    excluded = archive
  }

  package func kind() async throws(SourceError) -> ArchiveIdentity.Kind {
    try requireFolder()
    return try identity.kind(of: path, fileSystem: fileSystem)
  }

  package func discover() async throws(SourceError) -> Sighting {
    try requireFolder()
    return try identity.sighting(of: path, fileSystem: fileSystem)
  }

  package func connect() async throws(SourceError) -> any SourceConnection {
    try requireFolder()
    return FolderConnection(path: path, excluded: excluded, fileSystem: fileSystem)
  }

  package func release() async {}

  private func requireFolder() throws(SourceError) {
    do throws(FileError) {
      guard let status = try fileSystem.status(of: path, following: true) else {
        throw FileError(code: .notFound, operation: "stat", path: path, errno: 0)
      }
      if status.kind != .directory {
        throw FileError(code: .notDirectory, operation: "stat", path: path, errno: 0)
      }
    } catch {
      switch error.code {
      case .notDirectory:
        throw SourceError(code: .notASource, detail: "\(path) is not a folder", cause: error)
      case .notFound:
        throw SourceError(code: .notASource, detail: "there is no folder \(path)", cause: error)
      default:
        throw SourceError(code: .notFound, detail: "\(path) cannot be looked at", cause: error)
      }
    }
  }
}

/// A folder that is being read.
struct FolderConnection: SourceConnection {
  let path: Path
  let excluded: Path
  let fileSystem: any FileSystem

  var transport: String { "folder" }

  func inventory() async throws(SourceError) -> Inventory {
    let excludedStatus = try? fileSystem.status(of: excluded, following: true)
    var listing = FolderListing(
      root: path, fileSystem: fileSystem, excluded: excludedStatus.flatMap { $0 })
    try listing.walk()
    return listing.inventory
  }

  func download(
    _ recording: ListedRecording, into sink: any DownloadSink
  ) async throws(SourceError) {
    let folder =
      recording.directory.bytes.isEmpty ? path : path.appending(recording.directory.bytes)
    let reading = FolderReading(
      path: folder.appending(recording.rawID.bytes), fileSystem: fileSystem)
    try reading.copy(recording, into: sink)
  }
}
