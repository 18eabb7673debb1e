import HostIO
import SimulatedHost
import Testing

/// Random calls, then crashes: what the model itself must keep to.
@Suite struct CrashConsistencyTests {
  private func used(_ disk: SimulatedFileSystem) throws -> Int64 {
    let space = try disk.space(at: Path("/"))
    return space.totalBytes - space.availableBytes
  }

  /// Bytes of all files, each counted once however many names it has.
  private func sum(_ disk: SimulatedFileSystem) throws -> Int64 {
    var sizes: [UInt64: Int64] = [:]
    for name in try disk.tree(below: Path("/")).keys where name.last != "/" && name.last != "@" {
      let status = try #require(try disk.status(of: Path("/" + name), following: false))
      sizes[status.inode] = status.size
    }
    return sizes.values.reduce(0, +)
  }

  private func synchronizeEverything(_ disk: SimulatedFileSystem) throws {
    try disk.synchronizeDirectory(Path("/"))
    for name in try disk.tree(below: Path("/")).keys where name.last != "@" {
      let path = Path("/" + name)
      if name.last == "/" {
        try disk.synchronizeDirectory(path)
      } else {
        try disk.open(path, .read, permissions: 0).synchronize()
      }
    }
  }

  @Test(arguments: UInt64(1)...12, [CrossFolderRename.atomic, .linkThenUnlink])
  func aCrashFindsAWholeFileSystem(seed: UInt64, model: CrossFolderRename) throws {
    let folder = try TestFolder(on: SimulatedFileSystem(isPrivileged: true, renameModel: model))
    let disk = try #require(folder.disk)
    var generator = SplitMix64(seed: seed)
    for _ in 0..<300 {
      _ = FileSystemComparisonTests.Call(&generator).answer(in: folder)
    }
    let live = try disk.tree(below: Path("/"))
    #expect(try used(disk) == sum(disk))
    if seed.isMultiple(of: 2) { try synchronizeEverything(disk) }
    #expect(try disk.crash(seed: 1).tree(below: Path("/")) == live)
    if seed.isMultiple(of: 2) {
      #expect(try disk.crash(seed: 0).tree(below: Path("/")) == live)
    }
    for crash in UInt64(2)..<20 {
      let found = disk.crash(seed: crash)
      let tree = try found.tree(below: Path("/"))
      if seed.isMultiple(of: 2) { #expect(tree == live) }
      #expect(try used(found) == sum(found))
      try found.removeTree(Path("/tmp/folder"))
      #expect(try used(found) == 0)
      // All that was found is durable, so the removal can be undone as a whole and nothing else
      // can.
      #expect(try found.crash(seed: 0).tree(below: Path("/")) == tree)
      #expect(try found.crash(seed: 1).tree(below: Path("/")) == ["tmp/": []])
    }
  }
}
