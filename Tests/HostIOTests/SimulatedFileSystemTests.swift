import HostIO
import SimulatedHost
import Testing

/// What the simulated disk adds: a size, faults, a mode that counts, and crashes.
@Suite struct SimulatedFileSystemTests {
  let disk = SimulatedFileSystem(capacity: 1000)
  let file = Path("/d/f")

  @Test func aFullDiskTakesWhatFits() throws {
    try disk.plant(file, [UInt8](repeating: 1, count: 990))
    let open = try disk.open(file, .readWrite, permissions: 0)
    let error = try failure { try open.write([UInt8](repeating: 2, count: 20), at: 990) }
    #expect(error.code == .noSpace && error.isOutOfSpace)
    #expect(try open.status().size == 1000)
    #expect(try disk.space(at: file) == FileSystemSpace(availableBytes: 0, totalBytes: 1000))
    try open.write([3], at: 0)
    #expect(try failure { try open.truncate(to: 1001) }.code == .noSpace)
    #expect(try failure { try open.write([4], at: 1 << 40) }.code == .noSpace)
    try disk.remove(file)
    #expect(try disk.space(at: Path("/")).availableBytes == 0)
    try open.close()
    #expect(try disk.space(at: Path("/")).availableBytes == 1000)
  }

  /// Root is asked for no permission, so that the real file system cannot run this everywhere.
  @Test func theModeIsObeyed() throws {
    try disk.plant(file, [1], permissions: 0o400)
    #expect(try failure { _ = try disk.open(file, .readWrite, permissions: 0) }.code == .permission)
    _ = try disk.open(file, .read, permissions: 0)
    try disk.createDirectory(Path("/closed"), permissions: 0o500)
    #expect(
      try failure { _ = try disk.open(Path("/closed/f"), .createNew, permissions: 0) }.code
        == .permission)
  }

  @Test func faultsComeWhereTheyAreAskedFor() throws {
    try disk.plantFolder(Path("/d"))
    disk.failNext(operation: .write, afterCalls: 1, with: .noSpace)
    let open = try disk.open(file, .createNew, permissions: 0o600)
    try open.write([1, 2], at: 0)
    #expect(disk.hasFaults)
    #expect(try failure { try open.write([3, 4, 5, 6], at: 2) }.code == .noSpace)
    #expect(try open.readAll(limit: 9) == [1, 2, 3, 4])
    try open.write([5], at: 4)
    disk.failNext(operation: nil, times: 2, with: .readOnly)
    #expect(try failure { try open.truncate(to: 0) }.code == .readOnly)
    #expect(try failure { try disk.remove(file) }.errno == 30)
    try disk.remove(file)
    #expect(!disk.hasFaults)
  }

  @Test func aStoppedProcessDoesNothingMore() throws {
    try disk.plantFolder(Path("/d"))
    disk.stop(afterOperations: 2)
    let open = try disk.open(file, .createNew, permissions: 0o600)
    try open.write([1], at: 0)
    #expect(try failure { try open.write([2], at: 1) }.code == .io)
    #expect(try failure { _ = try open.status() }.code == .io)
    #expect(try failure { _ = try disk.entries(of: Path("/d")) }.code == .io)
    #expect(try disk.tree(below: Path("/")) == ["d/": [], "d/f": [1]])
    #expect(disk.isStopped && disk.mutatingOperations == 2)
  }

  @Test func namesAndBytesAreDurableEachByItself() throws {
    try disk.plantFolder(Path("/d"))
    let open = try disk.open(file, .createNew, permissions: 0o600)
    try open.write([1, 2, 3], at: 0)
    try open.synchronize()
    #expect(try disk.crash(seed: 0).tree(below: Path("/")) == ["d/": []])
    #expect(try disk.crash(seed: 1).tree(below: Path("/d")) == ["f": [1, 2, 3]])

    let other = SimulatedFileSystem()
    try other.plantFolder(Path("/d"))
    let unsynced = try other.open(file, .createNew, permissions: 0o600)
    try unsynced.write([1, 2, 3], at: 0)
    try other.synchronizeDirectory(Path("/d"))
    let found = try (0..<200).map { try other.crash(seed: $0).tree(below: Path("/d"))["f"] }
    #expect(Set(found).isSuperset(of: [[], [0, 0, 0], [1, 0, 0], [1, 2, 3]]))
    #expect(found.allSatisfy { bytes in bytes.map { $0.isEmpty || $0.count == 3 } == true })
  }

  /// Sectors survive each by itself, in any mixture; the same seed finds the same.
  @Test func unsyncedSectorsAreLostOneByOne() throws {
    let old = [UInt8](repeating: 1, count: 600)
    try disk.plant(file, old)
    let open = try disk.open(file, .readWrite, permissions: 0)
    try open.write([UInt8](repeating: 2, count: 600), at: 0)
    var mixtures: Set<[UInt8]> = []
    for seed in UInt64(0)..<100 {
      let bytes = try #require(try disk.crash(seed: seed).tree(below: Path("/d"))["f"])
      #expect(try disk.crash(seed: seed).tree(below: Path("/d"))["f"] == bytes)
      #expect(bytes.count == 600)
      mixtures.insert([bytes[0], bytes[511], bytes[512]])
    }
    #expect(mixtures.isSuperset(of: [[1, 1, 1], [1, 1, 2], [2, 2, 1], [2, 2, 2], [2, 1, 1]]))
  }

  /// A failed `fsync` cannot be made good by a second one.
  @Test func aFailedSynchronizeLosesBytesForGood() throws {
    var lost = 0
    for offset in 0..<20 {
      let disk = SimulatedFileSystem()
      try disk.plant(file, [UInt8](repeating: 1, count: 20))
      let open = try disk.open(file, .readWrite, permissions: 0)
      disk.failNext(operation: .synchronize, times: 1 + offset % 3, with: .io)
      for byte in 0...offset % 3 {
        try open.write([2], at: Int64(byte))
        #expect(throws: FileError.self) { try open.synchronize() }
      }
      try open.synchronize()
      #expect(try open.readAll(limit: 20).first == 2)
      if try disk.crash(seed: 0).tree(below: Path("/d"))["f"]?.first == 1 { lost += 1 }
    }
    #expect(lost > 0)
  }

  @Test(arguments: [CrossFolderRename.atomic, .linkThenUnlink])
  func aRenameIsNeverLost(model: CrossFolderRename) throws {
    var outcomes: Set<[Bool]> = []
    for synced in ["", "/a", "/b"] {
      let disk = SimulatedFileSystem(renameModel: model)
      try disk.plant(Path("/a/f"), [7])
      try disk.plantFolder(Path("/b"))
      try disk.rename(Path("/a/f"), to: Path("/b/g"), replacing: false)
      if !synced.isEmpty { try disk.synchronizeDirectory(Path(synced)) }
      for seed in UInt64(0)..<40 {
        let tree = try disk.crash(seed: seed).tree(below: Path("/"))
        let isOld = tree["a/f"] == [7]
        let isNew = tree["b/g"] == [7]
        outcomes.insert([isOld, isNew])
        #expect(isOld || isNew)
        if !synced.isEmpty { #expect(isNew) }
        if synced == "/a" || model == .atomic { #expect(!(isOld && isNew && !synced.isEmpty)) }
      }
    }
    #expect(outcomes.contains([true, true]) == (model == .linkThenUnlink))
    #expect(outcomes.isSuperset(of: [[true, false], [false, true]]))
  }

  /// Names survive in their order, and a folder that is synchronized takes only its own along.
  @Test func unsyncedNamesSurviveInTheirOrder() throws {
    try disk.plantFolder(Path("/a"))
    try disk.plantFolder(Path("/b"))
    for name in ["/a/1", "/b/2", "/a/3", "/b/4"] {
      _ = try disk.open(Path(name), .createNew, permissions: 0o600)
    }
    let states = try Set(
      (0..<100).map { try disk.crash(seed: $0).tree(below: Path("/")).count - 2 })
    #expect(states == [0, 1, 2, 3, 4])
    let second = SimulatedFileSystem()
    try second.plantFolder(Path("/a"))
    try second.plantFolder(Path("/b"))
    for name in ["/a/1", "/b/2"] {
      _ = try second.open(Path(name), .createNew, permissions: 0o600)
    }
    try second.synchronizeDirectory(Path("/b"))
    #expect(try second.crash(seed: 0).tree(below: Path("/")) == ["a/": [], "b/": [], "b/2": []])
  }

  @Test func aCrashEndsHandlesAndLocks() throws {
    try disk.plant(file, [1])
    let open = try disk.open(file, .readWrite, permissions: 0)
    #expect(try open.tryLock(exclusive: true))
    let after = disk.crash(seed: 1)
    #expect(try failure { _ = try open.status() }.code == .io)
    #expect(try failure { _ = try disk.open(file, .read, permissions: 0) }.code == .io)
    #expect(try after.open(file, .read, permissions: 0).tryLock(exclusive: true))
  }
}
