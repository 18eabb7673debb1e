import HostIO
import SimulatedHost
import Testing

/// The statements about durability, with a crash before every operation and many ways to find the
/// disk.
@Suite struct CrashTests {
  static let seeds = UInt64(0)..<20

  /// Runs something again and again, each time ending it one operation later, until it comes to its
  /// end.
  ///
  /// - Parameters:
  ///   - body: Gets a disk, and returns what it knows to be durable.
  ///   - check: Gets a disk after a crash, what the body returned, and whether it came to its end.
  func atEveryOperation<Known>(
    on prepare: () throws -> SimulatedFileSystem, _ body: (SimulatedFileSystem) -> Known,
    check: (SimulatedFileSystem, Known, Bool) throws -> Void
  ) throws -> Int {
    var count = 0
    while true {
      let disk = try prepare()
      disk.stop(afterOperations: count)
      let known = body(disk)
      let isDone = !disk.isStopped
      for seed in Self.seeds { try check(disk.crash(seed: seed), known, isDone) }
      if isDone { return count }
      count += 1
    }
  }

  @Test(arguments: [CrossFolderRename.atomic, .linkThenUnlink], ["/d", "/staging"])
  func theTargetOfADurableWriteIsOldOrNew(model: CrossFolderRename, staging: String) throws {
    let old = [UInt8](repeating: 1, count: 1500)
    let new = [UInt8](repeating: 2, count: 2000)
    let operations = try atEveryOperation {
      let disk = SimulatedFileSystem(renameModel: model)
      try disk.plant(Path("/d/f"), old)
      try disk.plantFolder(Path("/staging"))
      return disk
    } _: { disk in
      try? disk.writeDurably(
        new, to: Path("/d/f"), staging: Path(staging), permissions: 0o400, replacing: true,
        randomness: SeededRandomness(seed: 1))
    } check: { found, _, isDone in
      let bytes = try found.readAll(Path("/d/f"), limit: 1 << 20)
      #expect(bytes == new || bytes == old && !isDone)
      let mode = try found.status(of: Path("/d/f"), following: false)?.permissions
      #expect(bytes == old || mode == 0o400)
    }
    #expect(operations == 6)
  }

  @Test func everyLineWhoseAppendReturnedIsThere() throws {
    let lines = (0..<6).map { number in
      // One longer than a sector, so that a part of it can survive.
      Array("line \(number)".utf8) + [UInt8](repeating: 65, count: number * 200)
    }
    let operations = try atEveryOperation {
      let disk = SimulatedFileSystem()
      try disk.plantFolder(Path("/d"))
      return disk
    } _: { disk -> Int in
      guard let log = try? AppendLog(fileSystem: disk, path: Path("/d/log"), permissions: 0o600)
      else { return 0 }
      return lines.prefix { (try? log.append([$0])) != nil }.count
    } check: { found, kept, _ in
      let log = try AppendLog(fileSystem: found, path: Path("/d/log"), permissions: 0o600)
      let seen = try log.contents().lines.map(\.bytes)
      #expect(seen.count >= kept && seen.count <= kept + 1)
      #expect(seen == Array(lines.prefix(seen.count)))
      // The log goes on behind them, and that survives the next crash.
      try log.append([[66]])
      let again = try AppendLog.contents(of: Path("/d/log"), in: found.crash(seed: 0))
      #expect(again.lines.map(\.bytes) == seen + [[66]])
      #expect(again.damaged.isEmpty)
    }
    #expect(operations >= 15)
  }

  /// A fault first, then a crash: what a failed `fsync` lost is not taken for durable.
  @Test func aFaultAndThenACrashLoseNoLine() throws {
    for call in 0..<16 {
      let disk = SimulatedFileSystem()
      try disk.plantFolder(Path("/d"))
      disk.failNext(operation: nil, afterCalls: call, with: .io)
      var kept: [[UInt8]] = []
      if let log = try? AppendLog(fileSystem: disk, path: Path("/d/log"), permissions: 0o600) {
        for number in 0..<5 {
          let line = Array("line \(number)".utf8)
          if (try? log.append([line])) != nil { kept.append(line) }
        }
      }
      for seed in Self.seeds {
        let found = try AppendLog.contents(of: Path("/d/log"), in: disk.crash(seed: seed))
        #expect(found.lines.map(\.bytes) == kept)
      }
    }
  }

  @Test func foldersThatWereMadeAreThere() throws {
    let operations = try atEveryOperation {
      let disk = SimulatedFileSystem()
      try disk.plantFolder(Path("/d"))
      return disk
    } _: { disk in
      try? disk.createDirectories(Path("/d/x/y/z"), permissions: 0o700)
    } check: { found, _, isDone in
      if isDone {
        #expect(try found.status(of: Path("/d/x/y/z"), following: false)?.kind == .directory)
      }
      // A second run completes it, whatever the first one left.
      try found.createDirectories(Path("/d/x/y/z"), permissions: 0o700)
      let names = try found.crash(seed: 0).tree(below: Path("/d")).keys
      #expect(Set(names) == ["x/", "x/y/", "x/y/z/"])
    }
    // Three folders, each made and synchronized, and the one that is there, synchronized.
    #expect(operations == 7)
  }

  /// The three ways of writing a file that look right until the power fails; each must be found
  /// out.
  @Test(arguments: [Careless.bytesNotSynchronized, .nameNotSynchronized, .inPlace])
  func aCarelessWriteIsFoundOut(way: Careless) throws {
    let old = [UInt8](repeating: 1, count: 1500)
    let new = [UInt8](repeating: 2, count: 1500)
    var isFoundOut = false
    _ = try atEveryOperation {
      let disk = SimulatedFileSystem()
      try disk.plant(Path("/d/f"), old)
      return disk
    } _: { disk in
      try? way.write(new, to: Path("/d/f"), on: disk)
    } check: { found, _, isDone in
      let bytes = try found.readAll(Path("/d/f"), limit: 1 << 20)
      if bytes != new, bytes != old || isDone { isFoundOut = true }
    }
    #expect(isFoundOut)
  }

  enum Careless: Sendable {
    case bytesNotSynchronized
    case nameNotSynchronized
    case inPlace

    func write(_ bytes: [UInt8], to path: Path, on disk: SimulatedFileSystem) throws {
      let written = self == .inPlace ? path : path.parent / "new"
      let file = try disk.open(written, .readWriteCreate, permissions: 0o600)
      try file.write(bytes, at: 0)
      if self != .bytesNotSynchronized { try file.synchronize() }
      if self != .inPlace { try disk.rename(written, to: path, replacing: true) }
      if self != .nameNotSynchronized { try disk.synchronizeDirectory(path.parent) }
    }
  }
}
