import CSQLite
package import HostIO

/// A VFS, registered with SQLite under a name, that does everything it does with files through a
/// `FileSystem`. So what a test puts in the place of the file system lies beneath SQLite too.
///
/// It offers no shared memory, and its locks hold within this process and this VFS only. Time and
/// chance come from SQLite's default VFS, and so do temporary files without a name, which hold
/// nothing that anybody reads again. Source: https://www.sqlite.org/vfs.html
///
/// Keep the value for as long as catalogs are opened by its name: the last reference takes the name
/// back. A catalog that is open then stays usable.
package final class SeamVFS: Sendable {
  /// What `Catalog.open` is given.
  package let name: String
  private let registration: SeamRegistration

  /// Registers a VFS; the default stays what it is.
  ///
  /// - Parameters:
  ///   - name: One that is not taken.
  ///   - fileSystem: Where files are.
  /// - Throws: `.misuse` if the name is taken.
  package init(name: String, fileSystem: any FileSystem) throws(CatalogError) {
    guard sqlite3_vfs_find(name) == nil,
      let registration = SeamRegistration(name: name, fileSystem: fileSystem)
    else { throw Self.refused(name, SQLITE_MISUSE) }
    let result = sqlite3_vfs_register(registration.vfs, 0)
    guard result == SQLITE_OK else { throw Self.refused(name, result) }
    self.name = name
    self.registration = registration
  }

  deinit { sqlite3_vfs_unregister(registration.vfs) }

  private static func refused(_ name: String, _ result: Int32) -> CatalogError {
    CatalogError(
      result: result, database: nil, context: "register the VFS \(name)", path: Path(name))
  }
}

/// What SQLite's pointers to a VFS point to. It lives until the name is given back and the last
/// file that was opened under it is closed.
final class SeamRegistration: Sendable {
  let fileSystem: any FileSystem
  let locks = ConnectionLocks()
  // The three pointers are set once and point to memory that this object owns. Only SQLite writes
  // to it, to the link in its list of VFSes, and holds a mutex of its own for that.
  nonisolated(unsafe) let vfs: UnsafeMutablePointer<sqlite3_vfs>
  nonisolated(unsafe) let fileMethods: UnsafeMutablePointer<sqlite3_io_methods>
  private nonisolated(unsafe) let name: UnsafeMutablePointer<CChar>

  /// Fills the table of methods; nil if SQLite has no default VFS.
  init?(name text: String, fileSystem: any FileSystem) {
    guard let standard = sqlite3_vfs_find(nil) else { return nil }
    self.fileSystem = fileSystem
    let path = Path(text)
    name = path.withNulTerminated { source in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: path.bytes.count + 1)
      copy.initialize(from: source, count: path.bytes.count + 1)
      return copy
    }
    fileMethods = .allocate(capacity: 1)
    fileMethods.initialize(to: SeamFile.methods)
    vfs = .allocate(capacity: 1)
    vfs.initialize(to: Self.methods)
    vfs.pointee.zName = UnsafePointer(name)
    vfs.pointee.mxPathname = standard.pointee.mxPathname
    // A file without a name is one of the default VFS, and needs the room that has.
    vfs.pointee.szOsFile = max(SeamFile.slotBytes, standard.pointee.szOsFile)
    // Not retained: the object outlives the memory, which it owns.
    vfs.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    vfs.deallocate()
    fileMethods.deallocate()
    name.deallocate()
  }
}
