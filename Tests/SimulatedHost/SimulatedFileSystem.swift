package import HostIO
import Synchronization

/// How a crash may find a file that was renamed into another folder.
package enum CrossFolderRename: Hashable, Sendable {
  /// Under the old name or the new one, as journalled file systems do. Synchronizing either folder
  /// makes the rename durable.
  case atomic
  /// Also under both names. Synchronizing the new folder makes the new name durable; the old one is
  /// gone for certain once the old folder was synchronized too.
  case linkThenUnlink
}

/// A disk in memory that can fill up, fail and crash.
///
/// It keeps what was written apart from what was made durable. `crash(seed:)` tells what a machine
/// finds that starts again:
///
/// - Names are changed in one order in the whole file system. A folder's changes are durable after
///   its `synchronizeDirectory`, together with the earlier ones they build on; of the rest the seed
///   keeps the first so many. A rename has happened or has not (see `CrossFolderRename`).
/// - Bytes of a file are durable after its `synchronize`. Of later ones each sector of 512 bytes
///   survives or does not, or they survive up to one byte, or all or none do. Changes of the length
///   survive up to one of them, whatever the bytes do; what lies in between reads as zeros.
/// - Neither makes the other durable: a file that was synchronized can be lost with its name, and a
///   name that was synchronized can lead to an empty file.
/// - Permissions are durable after the file's `synchronize`; before, the seed decides.
///
/// There is one user, the owner of everything, with the umask 022. Relative paths start at the
/// root.
package final class SimulatedFileSystem: FileSystem {
  struct State: Sendable {
    var volume: Volume
    var plan = FaultPlan()
    var ticks: Int64 = 0
  }

  let clock: (any HostClock)?
  let state: Mutex<State>

  /// An empty disk with a root folder.
  ///
  /// - Parameters:
  ///   - capacity: Bytes of content that all files together may have.
  ///   - clock: Dates the files; without one each call comes a millisecond after the one before.
  ///   - isPrivileged: Whether permissions are not looked at, as for root.
  ///   - renameModel: What a crash does to a rename between folders.
  package convenience init(
    capacity: Int64 = 1 << 30, clock: (any HostClock)? = nil, isPrivileged: Bool = false,
    renameModel: CrossFolderRename = .atomic
  ) {
    self.init(
      volume: Volume(capacity: capacity, isPrivileged: isPrivileged, renameModel: renameModel),
      clock: clock)
  }

  init(volume: Volume, clock: (any HostClock)?) {
    state = Mutex(State(volume: volume))
    self.clock = clock
  }

  package func open(
    _ path: Path, _ access: FileAccess, permissions: UInt32
  ) throws(FileError) -> any OpenFile {
    let mayCreate = access == .readWriteCreate || access == .createNew
    let handle = try perform(mayCreate ? .createFile : .open, path) { volume throws(Refusal) in
      try volume.open(path, access, permissions: permissions)
    }
    return SimulatedOpenFile(fileSystem: self, handle: handle, path: path)
  }

  package func status(of path: Path, following: Bool) throws(FileError) -> FileStatus? {
    do throws(FileError) {
      return try perform(.status, path) { volume throws(Refusal) in
        try volume.status(of: volume.find(path, following: following))
      }
    } catch  where error.code == .notFound {
      return nil
    }
  }

  package func entries(of directory: Path) throws(FileError) -> [Path] {
    try perform(.entries, directory) { volume throws(Refusal) in
      try volume.node(volume.findFolder(directory)).names.keys.map { Path(bytes: $0) }.sorted()
    }
  }

  package func createDirectory(_ path: Path, permissions: UInt32) throws(FileError) {
    try perform(.createDirectory, path) { volume throws(Refusal) in
      try volume.createDirectory(path, permissions: permissions)
    }
  }

  package func rename(_ source: Path, to target: Path, replacing: Bool) throws(FileError) {
    try perform(.rename, target) { volume throws(Refusal) in
      try volume.rename(source, to: target, replacing: replacing)
    }
  }

  package func remove(_ path: Path) throws(FileError) {
    try perform(.remove, path) { volume throws(Refusal) in try volume.remove(path) }
  }

  package func removeDirectory(_ path: Path) throws(FileError) {
    try perform(.removeDirectory, path) { volume throws(Refusal) in
      try volume.removeDirectory(path)
    }
  }

  package func synchronizeDirectory(_ path: Path) throws(FileError) {
    try perform(.synchronizeDirectory, path) { volume throws(Refusal) in
      try volume.synchronizeDirectory(path)
    }
  }

  package func space(at path: Path) throws(FileError) -> FileSystemSpace {
    try perform(.space, path) { volume throws(Refusal) in
      _ = try volume.find(path, following: true)
      return FileSystemSpace(
        availableBytes: max(0, volume.capacity - volume.usedBytes), totalBytes: volume.capacity)
    }
  }

  /// Makes a call, unless it is to fail.
  ///
  /// - Parameters:
  ///   - onFault: What a call that is told to fail does all the same.
  func perform<Value: Sendable>(
    _ operation: SimulatedOperation, _ path: Path,
    onFault: (inout Volume) throws(Refusal) -> Void = { _ throws(Refusal) in },
    _ body: (inout Volume) throws(Refusal) -> Value
  ) throws(FileError) -> Value {
    let now = clock?.now.nanoseconds
    return try state.withLock { state throws(FileError) -> Value in
      state.ticks += 1
      state.volume.now = now ?? Self.firstMoment + state.ticks * 1_000_000
      do throws(Refusal) {
        if let fault = try state.plan.admit(operation) {
          try onFault(&state.volume)
          throw fault
        }
        return try body(&state.volume)
      } catch {
        throw error.fileError(operation, path)
      }
    }
  }

  /// 2026-01-04T10:15:00Z, in nanoseconds since 1970.
  private static let firstMoment: Int64 = 1_767_521_700_000_000_000
}
