import CSQLite

// The methods of an open file as C sees them. SQLite gives each file a slot of memory, which starts
// with the pointer to the table of methods; behind it lies a reference to the `SeamFile`.

extension SeamFile {
  /// Bytes of a slot.
  static var slotBytes: Int32 {
    Int32(MemoryLayout<sqlite3_file>.stride + MemoryLayout<UnsafeRawPointer>.stride)
  }

  /// The table, of version 1: without shared memory and without mapped files.
  static var methods: sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 1
    methods.xClose = { slot in
      guard let slot else { return SQLITE_MISUSE }
      return SeamFile.take(from: slot).close()
    }
    methods.xRead = { slot, bytes, count, offset in
      SeamFile.of(slot)?.read(
        into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)), at: offset)
        ?? SQLITE_MISUSE
    }
    methods.xWrite = { slot, bytes, count, offset in
      SeamFile.of(slot)?.write(
        UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: offset) ?? SQLITE_MISUSE
    }
    methods.xTruncate = { slot, length in SeamFile.of(slot)?.truncate(to: length) ?? SQLITE_MISUSE }
    methods.xSync = { slot, _ in SeamFile.of(slot)?.synchronize() ?? SQLITE_MISUSE }
    methods.xFileSize = { slot, size in
      guard let size else { return SQLITE_MISUSE }
      return SeamFile.of(slot)?.size(&size.pointee) ?? SQLITE_MISUSE
    }
    methods.xLock = { slot, level in SeamFile.of(slot)?.lock(level) ?? SQLITE_MISUSE }
    methods.xUnlock = { slot, level in SeamFile.of(slot)?.unlock(level) ?? SQLITE_MISUSE }
    methods.xCheckReservedLock = { slot, answer in
      guard let file = SeamFile.of(slot), let answer else { return SQLITE_MISUSE }
      answer.pointee = file.isReserved ? 1 : 0
      return SQLITE_OK
    }
    methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    // Both as SQLite's own VFS on Linux answers, so that it writes here what it writes there.
    methods.xSectorSize = { _ in 4096 }
    methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
    return methods
  }

  /// Puts a reference to this file, and the methods, into the slot.
  func install(in slot: UnsafeMutablePointer<sqlite3_file>) {
    Self.reference(in: slot).storeBytes(
      of: Unmanaged.passRetained(self).toOpaque(), as: UnsafeMutableRawPointer.self)
    slot.pointee.pMethods = UnsafePointer(registration.fileMethods)
  }

  private static func of(_ slot: UnsafeMutablePointer<sqlite3_file>?) -> SeamFile? {
    slot.map { unmanaged(in: $0).takeUnretainedValue() }
  }

  private static func take(from slot: UnsafeMutablePointer<sqlite3_file>) -> SeamFile {
    slot.pointee.pMethods = nil
    return unmanaged(in: slot).takeRetainedValue()
  }

  private static func unmanaged(
    in slot: UnsafeMutablePointer<sqlite3_file>
  ) -> Unmanaged<SeamFile> {
    Unmanaged.fromOpaque(reference(in: slot).load(as: UnsafeMutableRawPointer.self))
  }

  private static func reference(
    in slot: UnsafeMutablePointer<sqlite3_file>
  ) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(slot) + MemoryLayout<sqlite3_file>.stride
  }
}
