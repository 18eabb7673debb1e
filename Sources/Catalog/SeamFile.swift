import CSQLite
import HostIO

/// A file that SQLite has opened through a `SeamVFS`. Used by one connection, like that.
final class SeamFile {
  /// The flags of the file as it was opened, which may be for reading only where more was asked
  /// for.
  let grantedFlags: Int32
  let registration: SeamRegistration
  private let file: any OpenFile
  private let path: Path
  /// Whether this file was made, and its name is not known to be durable.
  private var isNameVolatile: Bool

  /// Opens or makes a file as SQLite asks for it.
  ///
  /// - Parameters:
  ///   - flags: `SQLITE_OPEN_…`.
  init(path: Path, flags: Int32, registration: SeamRegistration) throws(FileError) {
    let fileSystem = registration.fileSystem
    var granted = flags
    var isNew = false
    let file: any OpenFile
    if flags & SQLITE_OPEN_READWRITE == 0 {
      file = try fileSystem.open(path, .read, permissions: 0)
    } else {
      do throws(FileError) {
        (file, isNew) = try Self.openForWriting(path, flags: flags, in: fileSystem)
      } catch  where error.code == .readOnly || error.code == .permission {
        // As SQLite's own VFS does: what cannot be written is read.
        file = try fileSystem.open(path, .read, permissions: 0)
        granted = flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) | SQLITE_OPEN_READONLY
      }
    }
    self.file = file
    self.path = path
    self.registration = registration
    grantedFlags = granted
    isNameVolatile = isNew
  }

  private static func openForWriting(
    _ path: Path, flags: Int32, in fileSystem: any FileSystem
  ) throws(FileError) -> (any OpenFile, isNew: Bool) {
    if flags & SQLITE_OPEN_EXCLUSIVE == 0 {
      do throws(FileError) {
        return (try fileSystem.open(path, .readWrite, permissions: 0), false)
      } catch  where error.code == .notFound && flags & SQLITE_OPEN_CREATE != 0 {}
    }
    return (try fileSystem.open(path, .createNew, permissions: 0o644), true)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
    do throws(FileError) {
      let count = try file.read(into: buffer, at: offset)
      guard count < buffer.count else { return SQLITE_OK }
      // SQLite relies on the zeros behind the end of a file.
      UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).initializeMemory(
        as: UInt8.self, repeating: 0)
      return IOFailure.shortRead.resultCode
    } catch {
      return error.resultCode(.read)
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
    result(.write) { () throws(FileError) in try file.write(bytes, at: offset) }
  }

  func truncate(to length: Int64) -> Int32 {
    result(.truncate) { () throws(FileError) in try file.truncate(to: length) }
  }

  /// Makes the content durable, and the name with it where the file is new.
  func synchronize() -> Int32 {
    let content = result(.fsync) { () throws(FileError) in try file.synchronize() }
    guard content == SQLITE_OK, isNameVolatile else { return content }
    let name = result(.folderFsync) { () throws(FileError) in
      try registration.fileSystem.synchronizeDirectory(path.parent)
    }
    if name == SQLITE_OK { isNameVolatile = false }
    return name
  }

  func size(_ size: inout Int64) -> Int32 {
    do throws(FileError) {
      size = try file.status().size
      return SQLITE_OK
    } catch {
      return error.resultCode(.status)
    }
  }

  func lock(_ level: Int32) -> Int32 {
    registration.locks.raise(path, ObjectIdentifier(self), to: level) ? SQLITE_OK : SQLITE_BUSY
  }

  func unlock(_ level: Int32) -> Int32 {
    registration.locks.lower(path, ObjectIdentifier(self), to: level)
    return SQLITE_OK
  }

  var isReserved: Bool { registration.locks.isReserved(path) }

  func close() -> Int32 {
    registration.locks.lower(path, ObjectIdentifier(self), to: SQLITE_LOCK_NONE)
    var removal = SQLITE_OK
    if grantedFlags & SQLITE_OPEN_DELETEONCLOSE != 0 {
      removal = result(.delete) { () throws(FileError) in
        try registration.fileSystem.remove(path)
      }
    }
    let closing = result(.close) { () throws(FileError) in try file.close() }
    return closing == SQLITE_OK ? removal : closing
  }

  private func result(_ failure: IOFailure, _ body: () throws(FileError) -> Void) -> Int32 {
    do throws(FileError) {
      try body()
      return SQLITE_OK
    } catch {
      return error.resultCode(failure)
    }
  }
}
