import HostIO
import SimulatedHost
import Testing

/// Random calls, made alike on the real file system and the simulated one: each must answer the
/// same, and both trees must be the same at the end.
///
/// Left out is what the two do not share: device numbers, inodes, times, the size of a folder, and
/// the space a hole takes.
@Suite struct FileSystemComparisonTests {
  @Test(arguments: UInt64(1)...20)
  func randomCallsAreAnsweredAlike(seed: UInt64) throws {
    let real = try TestFolder(on: .linux)
    let simulated = try TestFolder(on: .simulated)
    defer { withExtendedLifetime(real) {} }
    var generator = SplitMix64(seed: seed)
    for number in 0..<3 {
      let target = Self.name(&generator)
      try real.link("l\(number)", to: target)
      try simulated.link("l\(number)", to: target)
    }
    for step in 0..<400 {
      let call = Call(&generator)
      let expected = call.answer(in: real)
      let found = call.answer(in: simulated)
      guard expected == found else {
        Issue.record("step \(step): \(call): the kernel \(expected), the simulation \(found)")
        return
      }
    }
    #expect(try Self.listing(of: real) == Self.listing(of: simulated))
  }

  /// One of few names, so that calls meet.
  static func name(_ generator: inout SplitMix64) -> String {
    let parts = ["a", "b", "c", "l0", "l1", "l2", ".", ".."]
    var name = parts[Int.random(in: 0..<6, using: &generator)]
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      name += "/" + parts[Int.random(in: 0..<8, using: &generator)]
    }
    // Not above the folder of the test, where the two differ.
    let depth = name.split(separator: "/").reduce(into: (now: 0, least: 0)) { depth, part in
      depth.now += part == ".." ? -1 : part == "." ? 0 : 1
      depth.least = min(depth.least, depth.now)
    }
    return depth.least < 0 || depth.now < 1 ? "a" : name
  }

  static func listing(of folder: TestFolder) throws -> [String] {
    var found: [String] = []
    var waiting = [Path(bytes: [])]
    while let path = waiting.popLast() {
      for name in try folder.files.entries(of: folder.path / path) {
        let inner = path / name
        let full = folder.path / inner
        let status = try #require(try folder.files.status(of: full, following: false))
        var line = "\(inner) \(status.kind) \(String(status.permissions, radix: 8))"
        if status.kind == .regular { line += " \(try folder.files.readAll(full, limit: 1 << 20))" }
        if status.kind == .directory { waiting.append(inner) }
        found.append(line)
      }
    }
    return found
  }

  /// A call with its arguments.
  struct Call {
    enum Kind: CaseIterable {
      case write, truncate, create, read, status, linkStatus, entries, makeFolder, makeFolders
      case rename, renameReplacing, remove, removeFolder, synchronize, removeTree
    }

    let kind: Kind
    let path: String
    let other: String
    let number: Int

    init(_ generator: inout SplitMix64) {
      kind = Kind.allCases.randomElement(using: &generator) ?? .write
      path = name(&generator)
      other = name(&generator)
      number = Int.random(in: 0...20, using: &generator)
    }

    /// What it returns, or how it fails.
    func answer(in folder: TestFolder) -> String {
      do {
        return try result(folder.files, folder.path / path, folder.path / other)
      } catch {
        return (error as? FileError)?.code.rawValue ?? "\(error)"
      }
    }

    private func result(_ files: any FileSystem, _ path: Path, _ other: Path) throws -> String {
      switch kind {
      case .write:
        let file = try files.open(path, .readWriteCreate, permissions: 0o600)
        try file.write([UInt8](repeating: UInt8(number), count: number), at: Int64(number / 2))
        return "\(try file.status().size)"
      case .truncate:
        try files.open(path, .readWrite, permissions: 0).truncate(to: Int64(number))
      case .create: try files.open(path, .createNew, permissions: 0o640).close()
      case .read: return "\(try files.readAll(path, limit: 1 << 20))"
      case .status: return Self.text(try files.status(of: path, following: true))
      case .linkStatus: return Self.text(try files.status(of: path, following: false))
      case .entries: return "\(try files.entries(of: path))"
      case .makeFolder: try files.createDirectory(path, permissions: 0o700)
      case .makeFolders: try files.createDirectories(path, permissions: 0o750)
      case .rename: try files.rename(path, to: other, replacing: false)
      case .renameReplacing: try files.rename(path, to: other, replacing: true)
      case .remove: try files.remove(path)
      case .removeFolder: try files.removeDirectory(path)
      case .synchronize: try files.synchronizeDirectory(path)
      case .removeTree: if number < 5 { try files.removeTree(path) }
      }
      return "done"
    }

    private static func text(_ status: FileStatus?) -> String {
      guard let status else { return "nothing" }
      let size = status.kind == .directory ? 0 : status.size
      return "\(status.kind) \(size) \(String(status.permissions, radix: 8))"
    }
  }
}
