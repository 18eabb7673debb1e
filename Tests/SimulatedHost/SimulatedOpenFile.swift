import HostIO
import Synchronization

/// An open file of a `SimulatedFileSystem`.
final class SimulatedOpenFile: OpenFile {
  let path: Path
  private let fileSystem: SimulatedFileSystem
  private let handle: Volume.Handle

  init(fileSystem: SimulatedFileSystem, handle: Volume.Handle, path: Path) {
    self.fileSystem = fileSystem
    self.handle = handle
    self.path = path
  }

  deinit {
    fileSystem.state.withLock { [handle] in $0.volume.close(handle) }
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    return try fileSystem.perform(.read, path) { volume throws(Refusal) in
      try volume.read(handle, into: buffer, at: offset)
    }
  }

  /// A write that is told to fail leaves half of its bytes behind.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) {
    guard !bytes.isEmpty else { return }
    try fileSystem.perform(
      .write, path,
      onFault: { volume throws(Refusal) in
        let half = UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2))
        try volume.write(handle, half, at: offset)
      },
      { volume throws(Refusal) in try volume.write(handle, bytes, at: offset) })
  }

  func truncate(to length: Int64) throws(FileError) {
    try fileSystem.perform(.truncate, path) { volume throws(Refusal) in
      try volume.truncate(handle, to: length)
    }
  }

  func synchronize() throws(FileError) {
    try fileSystem.perform(
      .synchronize, path,
      onFault: { volume throws(Refusal) in try volume.failToSynchronize(handle) },
      { volume throws(Refusal) in try volume.synchronize(handle) })
  }

  func status() throws(FileError) -> FileStatus {
    try fileSystem.perform(.fileStatus, path) { volume throws(Refusal) in
      try volume.status(of: volume.opening(handle).inode)
    }
  }

  func setPermissions(_ permissions: UInt32) throws(FileError) {
    try fileSystem.perform(.setPermissions, path) { volume throws(Refusal) in
      try volume.setPermissions(handle, permissions)
    }
  }

  func tryLock(exclusive: Bool) throws(FileError) -> Bool {
    try fileSystem.perform(.lock, path) { volume throws(Refusal) in
      try volume.tryLock(handle, exclusive: exclusive)
    }
  }

  /// This file system shares no blocks.
  func clone(from source: any OpenFile) throws(FileError) -> Bool { false }

  /// What is read is what was written in any case.
  func evictFromCache() throws(FileError) {
    try fileSystem.perform(.evict, path) { volume throws(Refusal) in
      _ = try volume.opening(handle)
    }
  }

  /// A close that fails has closed the file all the same.
  func close() throws(FileError) {
    try fileSystem.perform(
      .close, path, onFault: { volume throws(Refusal) in volume.close(handle) },
      { volume throws(Refusal) in volume.close(handle) })
  }
}
