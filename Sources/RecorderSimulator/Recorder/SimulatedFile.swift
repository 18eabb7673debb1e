package import HostIO
import MPEGAudio

/// A recording on a simulated recorder. Its bytes are made, or read, when somebody wants them.
package struct SimulatedFile: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The recorder made a file and wrote nothing.
    case empty
    /// Speech of a seed: whole frames, and the first bytes of one more.
    case speech(seed: UInt64, frames: Int, tail: Int)
    /// A file of this machine.
    case file(Path, bytes: Int)
    case bytes([UInt8])
  }

  /// The directory, usually a day.
  package var directory: String
  package var rawID: String
  /// What the listing says.
  package var seconds: Int
  package var content: Content

  package init(directory: String, rawID: String, seconds: Int, content: Content) {
    self.directory = directory
    self.rawID = rawID
    self.seconds = seconds
    self.content = content
  }

  /// How many bytes there are, known without making them.
  package var byteCount: Int {
    switch content {
    case .empty: 0
    case .speech(_, let frames, let tail): frames * RecorderEncoder.bytesPerFrame + tail
    case .file(_, let bytes): bytes
    case .bytes(let bytes): bytes.count
    }
  }

  /// The MP3 stream, the same on each call.
  ///
  /// - Throws: `.encoding`, `.file`.
  package func bytes(from fileSystem: any FileSystem) throws(SimulatorError) -> [UInt8] {
    switch content {
    case .empty: return []
    case .bytes(let bytes): return bytes
    case .speech(let seed, let frames, let tail):
      return try SpeechRecording(seed: seed, frames: frames, tail: tail).bytes()
    case .file(let path, let count):
      do throws(FileError) {
        return try fileSystem.readAll(path, limit: Int64(count))
      } catch {
        throw SimulatorError(error)
      }
    }
  }

  /// Whole seconds of so many bytes in the recorder's format: the floor, as its listing mostly says.
  package static func seconds(ofBytes count: Int) -> Int {
    count / SimulatedRecordings.bytesPerSecond
  }
}
