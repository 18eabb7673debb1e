package import HostIO

/// A folder of simulated recordings, laid out as a recorder's is, and the ID file beside it.
///
/// `<folder>/2026-01-04/20260104101500.mp3`, and `.<folder's name>.pocket-archive-id` in the folder
/// above. Nothing else is left behind. Files appear whole: under a hidden name first, then renamed.
package struct SampleFolder: Sendable {
  /// What had to be done.
  package struct Outcome: Hashable, Sendable {
    /// Files that were not there, and were written.
    package var added = 0
    /// Files that held something else, and were written again.
    package var replaced = 0
    /// Files that were as they should be, and were not touched.
    package var unchanged = 0
  }

  private struct File {
    let path: Path
    let bytes: [UInt8]
    var state: State
  }
  private enum State { case missing, same, different }

  private let folder: Path
  private let fileSystem: any FileSystem

  /// - Parameters:
  ///   - folder: Where the days go. Its last component is a name: not empty, `.`, `..` or `/`.
  package init(_ folder: Path, fileSystem: any FileSystem) {
    self.folder = folder
    self.fileSystem = fileSystem
  }

  /// The file that names a folder, beside it.
  package static func idFile(of folder: Path) -> Path {
    let name = Array(".".utf8) + folder.lastComponent.bytes + Array(".pocket-archive-id".utf8)
    return folder.parent / Path(bytes: name)
  }

  /// Writes what is missing or differs, and makes the folder and those above it.
  ///
  /// - Throws: `.foreignFolder` if the folder is no sample of this seed; nothing is written then.
  ///   `.file`, after which some files may be written and the next call goes on.
  package func write(_ sample: SimulatedRecordings) throws(SimulatorError) -> Outcome {
    let files: [File]
    do throws(FileError) {
      files = try plan(sample)
    } catch {
      throw SimulatorError(error)
    }
    try requireOurs(files, days: sample.directories)
    do throws(FileError) {
      return try bring(files, days: sample.directories)
    } catch {
      throw SimulatorError(error)
    }
  }

  /// The ID file and then the recordings. The ID comes first, so that a folder with a part of the
  /// recordings always has one.
  private func plan(_ sample: SimulatedRecordings) throws(FileError) -> [File] {
    let identity = "{\"id\":\"sample-\(sample.seed)\",\"kind\":\"simulated\"}\n"
    var files = [try file(Self.idFile(of: folder), Array(identity.utf8))]
    for recording in sample.recordings {
      files.append(
        try file(folder / recording.directory / (recording.rawID + ".mp3"), recording.bytes))
    }
    return files
  }

  private func file(_ path: Path, _ bytes: [UInt8]) throws(FileError) -> File {
    guard let status = try fileSystem.status(of: path, following: false) else {
      return File(path: path, bytes: bytes, state: .missing)
    }
    guard status.kind == .regular, status.size == Int64(bytes.count) else {
      return File(path: path, bytes: bytes, state: .different)
    }
    let found = try fileSystem.readAll(path, limit: status.size)
    return File(path: path, bytes: bytes, state: found == bytes ? .same : .different)
  }

  /// A folder without our ID is taken only if nothing in it is somebody's own: simulated recordings
  /// are not to be mixed with real ones, and never to replace them.
  private func requireOurs(_ files: [File], days: [String]) throws(SimulatorError) {
    guard let identity = files.first, identity.state != .same else { return }
    do throws(FileError) {
      if identity.state == .different {
        if try isCutShort(identity) { return }
      } else if try !holdsForeign(files.dropFirst(), days: days) {
        return
      }
    } catch {
      throw SimulatorError(error)
    }
    let reason =
      identity.state == .different
      ? "\(identity.path) is not the ID of this sample; another folder is needed"
      : "\(folder) holds files that are no part of this sample; another folder is needed"
    throw SimulatorError(code: .foreignFolder, detail: reason)
  }

  /// Whether an ID file holds the beginning of what it should hold.
  private func isCutShort(_ identity: File) throws(FileError) -> Bool {
    guard try fileSystem.status(of: identity.path, following: false)?.kind == .regular else {
      return false
    }
    // Longer than any ID file; what is longer still is none.
    let found = try fileSystem.readAll(identity.path, limit: 1 << 20)
    return identity.bytes.starts(with: found)
  }

  private func holdsForeign(
    _ recordings: ArraySlice<File>, days: [String]
  ) throws(FileError) -> Bool {
    guard try fileSystem.status(of: folder, following: true) != nil else { return false }
    let known = Set(days.map { Path($0) })
    guard try known.isSuperset(of: fileSystem.entries(of: folder)) else { return true }
    return recordings.contains { $0.state == .different }
  }

  private func bring(_ files: [File], days: [String]) throws(FileError) -> Outcome {
    var outcome = Outcome()
    if files.contains(where: { $0.state != .same }) {
      try fileSystem.createDirectories(folder, permissions: 0o755)
      for day in days { try fileSystem.createDirectories(folder / day, permissions: 0o755) }
    }
    for file in files {
      switch file.state {
      case .same: outcome.unchanged += 1
      case .missing: outcome.added += 1
      case .different: outcome.replaced += 1
      }
      if file.state != .same { try replace(file) }
    }
    return outcome
  }

  /// Writes a file under a hidden name beside its place and renames it. The hidden name is always
  /// the same one, so that what an interrupted call left is found and removed by the next.
  private func replace(_ file: File) throws(FileError) {
    let name = Array(".".utf8) + file.path.lastComponent.bytes + Array(".tmp".utf8)
    let temporary = file.path.parent / Path(bytes: name)
    try fileSystem.removeTree(temporary)
    let output = try fileSystem.open(temporary, .createNew, permissions: 0o644)
    do throws(FileError) {
      try output.write(file.bytes, at: 0)
      try output.close()
      try fileSystem.rename(temporary, to: file.path, replacing: true)
    } catch {
      // The first error is the one that tells what happened.
      try? output.close()
      try? fileSystem.remove(temporary)
      throw error
    }
  }
}
