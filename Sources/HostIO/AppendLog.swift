import Synchronization

/// A file of lines to which lines are added durably, and which is never changed otherwise.
///
/// When `append` returns, its lines are on disk. A crash in between may leave a part of them; whatever
/// lies behind the last whole line (see `LineScanner`) is cut off when the log is opened for writing,
/// and not seen by those who only read. Lines of one `append` are not one unit: some may survive.
///
/// One process writes, under the archive's lock. Within it calls follow one another.
package final class AppendLog: Sendable {
  /// A line and where it starts in the file, in bytes.
  package struct Line: Hashable, Sendable {
    package let offset: Int64
    /// Without the newline.
    package let bytes: [UInt8]
  }

  /// What a log holds.
  package struct Contents: Hashable, Sendable {
    package var lines: [Line]
    /// Where lines start that are not whole and lie before a whole one: damage that no crash explains,
    /// or what is left of an `append` that never returned.
    package var damaged: [Int64]
    /// Behind the last whole line. Reading goes on from here.
    package var endOffset: Int64
  }

  /// The most bytes of one line.
  package static let lineLimit = 1 << 20

  /// Bytes of a torn line that were cut off at opening.
  package let cutBytes: Int64

  private struct State {
    var end: Int64
    /// Set when a failed write could not be undone: what lies behind `end` is unknown.
    var isBroken = false
  }

  private let file: any OpenFile
  private let state: Mutex<State>

  /// Opens a log for writing, or makes an empty one. Its name and its length are durable on return.
  ///
  /// - Parameters:
  ///   - permissions: The mode of a file that is made, before the umask.
  package init(
    fileSystem: any FileSystem, path: Path, permissions: UInt32
  ) throws(FileError) {
    let file = try fileSystem.open(path, .readWriteCreate, permissions: permissions)
    let contents = try Self.contents(of: file, from: 0)
    let size = try file.status().size
    if size > contents.endOffset { try file.truncate(to: contents.endOffset) }
    // Also where nothing was cut: the process before may have ended between a write and its fsync.
    try file.synchronize()
    try fileSystem.synchronizeDirectory(path.parent)
    self.file = file
    cutBytes = size - contents.endOffset
    state = Mutex(State(end: contents.endOffset))
  }

  /// Behind the last line, in bytes.
  package var endOffset: Int64 { state.withLock { $0.end } }

  /// Adds lines and makes them durable.
  ///
  /// - Parameters:
  ///   - lines: Without newlines.
  /// - Returns: Where the first of them starts.
  /// - Throws: `.tooLarge` or `.unsupported` for a line that is too long, or holds a newline or a NUL. After
  ///   an error of the disk the log is as before; where that could not be ensured, every later call
  ///   throws `.io` until the log is opened anew.
  @discardableResult
  package func append(_ lines: [[UInt8]]) throws(FileError) -> Int64 {
    var bytes: [UInt8] = []
    for line in lines {
      if line.count > Self.lineLimit { throw FileError.tooLarge(file.path) }
      if line.contains(where: { $0 == 0 || $0 == 0x0a }) {
        throw FileError(code: .unsupported, operation: "append", path: file.path, errno: 0)
      }
      bytes += line
      bytes.append(0x0a)
    }
    return try state.withLock { state throws(FileError) in
      guard !state.isBroken else {
        throw FileError(code: .io, operation: "append", path: file.path, errno: 0)
      }
      let start = state.end
      guard !bytes.isEmpty else { return start }
      do throws(FileError) {
        try file.write(bytes, at: start)
        try file.synchronize()
      } catch {
        state.isBroken = !isUndone(to: start)
        throw error
      }
      state.end = start + Int64(bytes.count)
      return start
    }
  }

  /// Takes back what a failed `append` may have written. After a failed `fsync` the system may count
  /// pages as written that are not, so only cutting them off makes the file known again.
  private func isUndone(to length: Int64) -> Bool {
    do throws(FileError) {
      try file.truncate(to: length)
      try file.synchronize()
      return true
    } catch {
      return false
    }
  }

  /// The whole lines from an offset on, which is 0 or the `endOffset` of an earlier reading.
  package func contents(from offset: Int64 = 0) throws(FileError) -> Contents {
    try state.withLock { _ throws(FileError) in try Self.contents(of: file, from: offset) }
  }

  /// The whole lines of a log that somebody else may be writing; none where there is no file.
  package static func contents(
    of path: Path, in fileSystem: any FileSystem, from offset: Int64 = 0
  ) throws(FileError) -> Contents {
    do throws(FileError) {
      let file = try fileSystem.open(path, .read, permissions: 0)
      return try contents(of: file, from: offset)
    } catch  where error.code == .notFound {
      return Contents(lines: [], damaged: [], endOffset: offset)
    }
  }

  private static func contents(
    of file: any OpenFile, from offset: Int64
  ) throws(FileError) -> Contents {
    var scanner = LineScanner(offset: offset, limit: lineLimit)
    try file.forEachChunk(from: offset) { scanner.take($0) }
    return scanner.wholeLines
  }
}
