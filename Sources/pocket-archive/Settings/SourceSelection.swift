import ArchivePipeline
import HostIO
import RecorderSimulator
import RecorderSource
import Spelling

extension Configuration.Recorder {
  /// What people call it.
  var description: String { name ?? source }

  /// Opens the way to a source.
  ///
  /// - Parameters:
  ///   - mayWrite: Whether an ID file may be written beside a folder.
  /// - Throws: `.usage` for a source that is none, or that lies inside the archive, or for a folder that
  ///   is not there, which is about this source alone.
  func source(
    archive: Path, environment: [String: String], mayWrite: Bool, host: Host
  ) throws(CommandError) -> any RecordingSource {
    if let seed = SimulatedFinder.seed(in: source) {
      return RecorderSource(
        finder: SimulatedFinder(seed: seed, host: host), key: SimulatedRecorder.key,
        name: name, clock: host.clock)
    }
    guard source.hasPrefix("folder:") else {
      throw CommandError(
        .usage,
        "\(visible(description)): the source \(visible(source)) is neither folder:PATH nor "
          + "simulated[:SEED]")
    }
    return try folder(archive: archive, environment: environment, mayWrite: mayWrite)
  }

  private func folder(
    archive: Path, environment: [String: String], mayWrite: Bool
  ) throws(CommandError) -> FolderSource {
    let text = String(source.dropFirst("folder:".count))
    guard !text.isEmpty else { throw CommandError(.usage, "folder: needs a path behind it") }
    let files = LinuxFileSystem()
    let path: Path
    do throws(FileError) {
      path = try files.canonicalPath(
        Configuration.resolved(text, against: base, environment))
    } catch  where error.code == .notFound {
      throw CommandError(
        .usage, "there is no folder \(visible(text)): is it mounted?", isAboutOneSource: true)
    } catch {
      throw CommandError(.usage, "the source cannot be opened: \(Diagnosis(error).what)")
    }
    if let root = try? files.canonicalPath(archive), isInside(path, root) {
      throw CommandError(.usage, "the source \(path) lies inside the archive")
    }
    let identity = FolderIdentity(
      name: name, mayWrite: mayWrite, randomness: RealRandomness(),
      fileSystemUUID: { LinuxFileSystem().fileSystemUUID(of: $0) })
    return FolderSource(path: path, identity: identity, excluding: archive, fileSystem: files)
  }

  private func isInside(_ path: Path, _ root: Path) -> Bool {
    path == root || path.bytes.starts(with: root.bytes + [UInt8(ascii: "/")])
  }
}
