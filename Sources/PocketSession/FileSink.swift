import FoundationEssentials
import HostIO
import PocketProtocol

/// Writes a recording to a hidden file beside its destination, and puts it there when it is whole.
///
/// Whatever happens, the destination holds what it held before, or all of the recording: its bytes are on
/// disk (`fsync`) before the rename, and the folder's entry after it. Source: rename(2), fsync(2).
final class FileSink: RecordingSink {
  /// Bytes that are gathered before they are written.
  private static let bufferBytes = 256 << 10

  private let files: any FileSystem
  private let destination: Path
  private let partial: Path
  private let file: any OpenFile
  private var buffer: [UInt8] = []
  private var written: Int64 = 0
  private var head = FirstBytes()
  private var progress: Progress

  /// - Throws: `.transferFailed` for a URL of no file, and where nothing can be made in its folder.
  init(
    _ destination: URL, files: any FileSystem = LinuxFileSystem(),
    progress: (@Sendable (Double) -> Void)?
  ) throws(PocketError) {
    guard destination.isFileURL, !destination.path.isEmpty else {
      throw .transferFailed("a file's URL is needed to write to")
    }
    self.files = files
    self.destination = Path(destination.path)
    self.progress = Progress(progress)
    // 255 bytes is the longest name; this one is longer than the destination's.
    let name = String(decoding: destination.lastPathComponent.utf8.prefix(200), as: UTF8.self)
    partial =
      self.destination.parent / ".\(name).partial-\(RealRandomness().hexName())"
    do throws(FileError) {
      // Known before a transfer that may take minutes.
      if try files.status(of: self.destination, following: true)?.kind == .directory {
        throw FileError(
          code: .isDirectory, operation: "rename", path: self.destination, errno: 0)
      }
      file = try files.open(partial, .createNew, permissions: 0o600)
    } catch {
      throw Self.failure(error)
    }
  }

  /// Has itself filled, and puts the file in its place.
  ///
  /// - Throws: What `fill` throws; `.transferFailed` for an error of the disk. The hidden file is gone then.
  nonisolated(nonsending) func filled(
    by fill: nonisolated(nonsending) (FileSink) async throws -> Void
  ) async throws {
    do {
      try await fill(self)
      try Task.checkCancellation()
      try place()
    } catch {
      try? file.close()
      try? files.remove(partial)
      throw error
    }
  }

  func announce(bytes: Int) throws {
    buffer = []
    written = 0
    head = FirstBytes()
    progress.announce(bytes)
    try writing { () throws(FileError) in try file.truncate(to: 0) }
  }

  func receive(_ bytes: Data) throws {
    try head.check(bytes)
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferBytes { try flush() }
    progress.receive(bytes.count)
  }

  private func flush() throws(PocketError) {
    try writing { () throws(FileError) in try file.write(buffer, at: written) }
    written += Int64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  private func place() throws(PocketError) {
    try flush()
    try writing { () throws(FileError) in
      try file.synchronize()
      try file.close()
      try files.rename(partial, to: destination, replacing: true)
      try files.synchronizeDirectory(destination.parent)
    }
  }

  private func writing(_ body: () throws(FileError) -> Void) throws(PocketError) {
    do throws(FileError) {
      try body()
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: FileError) -> PocketError {
    .transferFailed("\(error.operation) \(error.path): \(error.code.rawValue)")
  }
}
