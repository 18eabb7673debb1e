public import FoundationEssentials
import HostIO
public import PocketProtocol

extension PocketDevice {
  /// Fetches a recording into a file, which appears whole or not at all.
  ///
  /// - Parameters:
  ///   - destination: A file URL in a folder that exists. What is there already is replaced at the end.
  ///   - progress: Is told the part that is here, 0 to 1.
  /// - Throws: As `download(_:progress:)`; `.transferFailed` for an error of the disk.
  public func download(
    _ recording: RecordingInfo, to destination: URL,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    guard destination.isFileURL else {
      throw PocketError.transferFailed("a file's URL is needed to write to")
    }
    let files = LinuxFileSystem()
    let place = Path(destination.path)
    // Known before a transfer that may take minutes.
    try writing { () throws(FileError) in _ = try files.entries(of: place.parent) }
    let bytes = try await download(recording, progress: progress)
    try writing { () throws(FileError) in
      try files.writeDurably(
        Array(bytes), to: place, staging: place.parent, permissions: 0o600, replacing: true,
        randomness: RealRandomness())
    }
  }

  private func writing(_ body: () throws(FileError) -> Void) throws(PocketError) {
    do throws(FileError) {
      try body()
    } catch {
      throw .transferFailed("\(error.operation) \(error.path): \(error.code.rawValue)")
    }
  }
}
