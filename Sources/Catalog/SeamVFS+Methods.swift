import CSQLite
import HostIO

// The methods of the VFS as C sees them. SQLite passes the pointers it was given and non-null
// buffers; an absent one is answered with an error all the same.

extension SeamRegistration {
  /// The table without what depends on the registration.
  static var methods: sqlite3_vfs {
    var vfs = sqlite3_vfs()
    vfs.iVersion = 1
    vfs.xOpen = openFile
    vfs.xDelete = deleteFile
    vfs.xAccess = accessFile
    vfs.xFullPathname = fullPathname
    vfs.xRandomness = { _, count, bytes in
      guard let standard = sqlite3_vfs_find(nil) else { return 0 }
      return standard.pointee.xRandomness?(standard, count, bytes) ?? 0
    }
    vfs.xSleep = { _, microseconds in
      guard let standard = sqlite3_vfs_find(nil) else { return 0 }
      return standard.pointee.xSleep?(standard, microseconds) ?? 0
    }
    vfs.xCurrentTime = { _, days in
      guard let standard = sqlite3_vfs_find(nil) else { return SQLITE_ERROR }
      return standard.pointee.xCurrentTime?(standard, days) ?? SQLITE_ERROR
    }
    return vfs
  }

  fileprivate static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> SeamRegistration? {
    guard let data = vfs?.pointee.pAppData else { return nil }
    return Unmanaged<SeamRegistration>.fromOpaque(data).takeUnretainedValue()
  }
}

private func openFile(
  _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
  _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
  _ grantedFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let registration = SeamRegistration.of(vfs), let file else { return SQLITE_MISUSE }
  // So SQLite does not close what was not opened.
  file.pointee.pMethods = nil
  guard let name else {
    guard let standard = sqlite3_vfs_find(nil) else { return SQLITE_CANTOPEN }
    return standard.pointee.xOpen?(standard, nil, file, flags, grantedFlags) ?? SQLITE_CANTOPEN
  }
  do throws(FileError) {
    let opened = try SeamFile(path: Path(name), flags: flags, registration: registration)
    grantedFlags?.pointee = opened.grantedFlags
    opened.install(in: file)
    return SQLITE_OK
  } catch {
    return error.openingResultCode
  }
}

private func deleteFile(
  _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
  _ synchronizesFolder: Int32
) -> Int32 {
  guard let registration = SeamRegistration.of(vfs), let name else { return SQLITE_MISUSE }
  let path = Path(name)
  do throws(FileError) {
    try registration.fileSystem.remove(path)
  } catch {
    return error.resultCode(
      error.code == .notFound ? .deleteMissing : .delete)
  }
  guard synchronizesFolder != 0 else { return SQLITE_OK }
  do throws(FileError) {
    try registration.fileSystem.synchronizeDirectory(path.parent)
    return SQLITE_OK
  } catch {
    return error.resultCode(.folderFsync)
  }
}

/// Whether a file is there, which an empty one is not: SQLite asks in order to find logs with
/// content. Whether it can be changed is asked only of folders for temporary files, of which there
/// are none.
private func accessFile(
  _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ flags: Int32,
  _ answer: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let registration = SeamRegistration.of(vfs), let name, let answer else {
    return SQLITE_MISUSE
  }
  do throws(FileError) {
    let status = try registration.fileSystem.status(of: Path(name), following: true)
    answer.pointee = status.map { $0.kind != .regular || $0.size > 0 ? 1 : 0 } ?? 0
    return SQLITE_OK
  } catch {
    return error.resultCode(.access)
  }
}

/// Paths mean to the file system what they mean to the caller, so they stay as they are.
private func fullPathname(
  _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ capacity: Int32,
  _ output: UnsafeMutablePointer<CChar>?
) -> Int32 {
  guard let name, let output else { return SQLITE_MISUSE }
  let path = Path(name)
  guard path.bytes.count < Int(capacity) else { return SQLITE_CANTOPEN }
  path.withNulTerminated { output.update(from: $0, count: path.bytes.count + 1) }
  return SQLITE_OK
}

extension Path {
  /// The path that a C string spells.
  fileprivate init(_ text: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var next = text
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    self.init(bytes: bytes)
  }
}
