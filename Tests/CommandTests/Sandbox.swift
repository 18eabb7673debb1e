import HostIO
import Testing

/// A folder of a test's own, in which the real program is run. Nothing of the machine's settings reaches
/// it. Removed with the value.
final class Sandbox: Sendable {
  let root: Path
  let files = LinuxFileSystem()
  private let children = LinuxChildProcesses()

  init() throws {
    root = Path("/tmp/pocket-archive-test-" + RealRandomness().hexName())
    try files.createDirectory(root, permissions: 0o700)
  }

  deinit { try? files.removeTree(root) }

  var archive: Path { root / "archive" }
  var library: Path { archive / "library" }

  /// The folder that holds the built programs.
  private static let products: Path = {
    let package = Path(#filePath).parent.parent.parent
    return package / ".build" / "debug"
  }()

  var program: Path { Self.products / "pocket-archive" }

  /// Runs `pocket-archive`.
  func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await start(Self.products / "pocket-archive", arguments, environment)
  }

  /// Runs `pocket-archive` and kills it after so long.
  func runKilled(after duration: Duration, _ arguments: String...) async throws -> Outcome {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let rest = String(milliseconds % 1000)
    let limit = "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    let program = (Self.products / "pocket-archive").description
    return try await start(
      Path("/usr/bin/timeout"), ["--signal=KILL", limit, program] + arguments, [:])
  }

  /// Runs any program.
  func start(
    _ executable: Path, _ arguments: [String], _ environment: [String: String] = [:]
  ) async throws -> Outcome {
    var variables = ["HOME": root.description, "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
    variables.merge(environment) { $1 }
    let result = try await children.run(
      ChildCommand(
        executable, arguments, environment: variables, workingDirectory: root))
    return Outcome(result)
  }

  /// Makes the sample folder `sample`.
  func makeSample() async throws {
    let made = try await start(Self.products / "make-sample", ["sample"])
    try #require(made.code == 0, "\(made.errors)")
  }

  /// Writes a file, and the folders above it.
  @discardableResult
  func put(_ name: String, _ bytes: [UInt8]) throws -> Path {
    let path = root / name
    try files.createDirectories(path.parent, permissions: 0o700)
    if try files.status(of: path, following: false) != nil { try files.remove(path) }
    let file = try files.open(path, .createNew, permissions: 0o600)
    try file.write(bytes, at: 0)
    try file.close()
    return path
  }

  func get(_ path: Path) throws -> [UInt8] { try files.readAll(path, limit: 1 << 30) }

  /// Every file below a folder, by its path relative to it.
  func tree(_ folder: Path) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    func visit(_ path: Path, _ name: String) throws {
      guard let status = try files.status(of: path, following: false) else { return }
      guard status.kind == .directory else {
        found[name] = try get(path)
        return
      }
      for entry in try files.entries(of: path) {
        try visit(path / entry, name.isEmpty ? entry.description : "\(name)/\(entry)")
      }
    }
    try visit(folder, "")
    return found
  }
}

/// How a program ended and what it said.
struct Outcome {
  /// The exit code; 128 and the number of the signal that ended it.
  let code: Int32
  let output: String
  let errors: String

  init(_ result: ChildResult) {
    switch result.ending {
    case .exited(let code): self.code = code
    case .signalled(let signal): code = 128 + signal
    }
    output = String(decoding: result.output, as: UTF8.self)
    errors = String(decoding: result.errors, as: UTF8.self)
  }

  /// Lines on standard error.
  var complaints: [Substring] { errors.split(separator: "\n") }
}
