import FoundationEssentials
import HostIO
import PocketProtocol

/// A file under a hidden name beside its place, until it is whole.
final class PartialFile {
  private let place: Path
  private let partial: Path
  private let fileSystem: any FileSystem
  private let file: any OpenFile
  private var count: Int64 = 0

  /// - Throws: `.transferFailed`.
  init(
    for destination: URL, fileSystem: any FileSystem, randomness: any HostRandomness
  ) throws(PocketError) {
    guard destination.isFileURL else {
      throw .transferFailed("a file's URL is needed to write to")
    }
    place = Path(destination.path)
    let name =
      Array(".".utf8) + place.lastComponent.bytes
      + Array(".partial-\(randomness.hexName(byteCount: 4))".utf8)
    partial = place.parent / Path(bytes: name)
    self.fileSystem = fileSystem
    do throws(FileError) {
      file = try fileSystem.open(partial, .createNew, permissions: 0o600)
    } catch {
      throw Self.failure(error)
    }
  }

  func append(_ bytes: Data) throws(PocketError) {
    do throws(FileError) {
      try file.write(Array(bytes), at: count)
      count += Int64(bytes.count)
    } catch {
      throw Self.failure(error)
    }
  }

  /// Makes the bytes durable and gives the file its name.
  func commit() throws(PocketError) {
    do throws(FileError) {
      try file.synchronize()
      try file.close()
      try fileSystem.rename(partial, to: place, replacing: true)
      try fileSystem.synchronizeDirectory(place.parent)
    } catch {
      throw Self.failure(error)
    }
  }

  func discard() {
    // What stays behind has a hidden name; the error that led here is the one that counts.
    try? file.close()
    try? fileSystem.remove(partial)
  }

  private static func failure(_ error: FileError) -> PocketError {
    .transferFailed("\(error.operation) \(error.path): \(error.code.rawValue)")
  }
}
