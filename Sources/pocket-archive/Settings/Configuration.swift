import ArchivePipeline
import Arguments
import HostIO
import Settings
import Spelling

/// The settings in force: flags, then variables, then the user's file, then the machine's.
struct Configuration {
  /// Where a recording comes from, and what people call it.
  struct Recorder: Hashable {
    /// The name in the settings; nil for a source that was named directly.
    var name: String?
    /// As in `folder:PATH`.
    var source: String
    /// What a relative path in it is relative to; nil for the working directory.
    var base: Path?
  }

  var archive: Path
  /// Bytes that stay free.
  var reserve: ByteCount
  /// The recorders to bring home; empty if none is configured.
  var recorders: [Recorder]

  static let defaultReserve = ByteCount(bytes: 32 << 20)

  init(
    _ arguments: ParsedArguments, environment: [String: String], fileSystem: any FileSystem
  ) throws(CommandError) {
    let files = try Self.files(arguments, environment, fileSystem)
    archive = try Self.archive(arguments, environment, files)
    reserve = try Self.reserve(environment, files)
    recorders = try Self.recorders(arguments, environment, files)
  }

  private static func files(
    _ arguments: ParsedArguments, _ environment: [String: String], _ fileSystem: any FileSystem
  ) throws(CommandError) -> [SettingsFile] {
    var paths: [(Path, isRequired: Bool)] = []
    if let given = arguments.value("config") {
      paths = [(Path(given), true)]
    } else {
      if let folder = folder("XDG_CONFIG_HOME", else: ".config", environment) {
        paths.append((folder / "pocket-archive" / "config.yaml", false))
      }
      paths.append((Path("/etc/pocket-archive/config.yaml"), false))
    }
    var files: [SettingsFile] = []
    for (path, isRequired) in paths {
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try fileSystem.readAll(path, limit: 1 << 20)
      } catch {
        let isAbsent = error.code == .notFound || error.code == .notDirectory
        if isAbsent, !isRequired { continue }
        throw CommandError(.usage, "the configuration cannot be read: \(Diagnosis(error).what)")
      }
      do throws(SettingsError) {
        files.append(try SettingsFile(bytes, path: path))
      } catch {
        throw CommandError(error)
      }
    }
    return files
  }

  private static func archive(
    _ arguments: ParsedArguments, _ environment: [String: String], _ files: [SettingsFile]
  ) throws(CommandError) -> Path {
    if let given = arguments.value("archive") ?? environment["POCKET_ARCHIVE"] {
      return Path(given)
    }
    for file in files {
      if let given = file.archive { return resolved(given, against: file.folder, environment) }
    }
    guard let data = folder("XDG_DATA_HOME", else: ".local/share", environment) else {
      throw CommandError(.usage, "no archive is named and HOME is not set; give --archive DIR")
    }
    return data / "pocket-archive"
  }

  private static func reserve(
    _ environment: [String: String], _ files: [SettingsFile]
  ) throws(CommandError) -> ByteCount {
    if let text = environment["POCKET_RESERVE"] {
      guard let reserve = ByteCount(text: text) else {
        throw CommandError(.usage, "POCKET_RESERVE is no size: \(visible(text))")
      }
      return reserve
    }
    return files.lazy.compactMap(\.reserve).first ?? defaultReserve
  }

  private static func recorders(
    _ arguments: ParsedArguments, _ environment: [String: String], _ files: [SettingsFile]
  ) throws(CommandError) -> [Recorder] {
    var configured: [Recorder] = []
    for file in files {
      for (name, source) in file.recorders.sorted(by: { $0.key < $1.key })
      where !configured.contains(where: { $0.name == name }) {
        configured.append(Recorder(name: name, source: source, base: file.folder))
      }
    }
    func chosen(_ text: String, base: Path?) throws(CommandError) -> Recorder {
      if let known = configured.first(where: { $0.name == text }) { return known }
      if text.hasPrefix("folder:") || SimulatedFinder.seed(in: text) != nil {
        return Recorder(name: nil, source: text, base: base)
      }
      let names = configured.compactMap(\.name)
      let near = nearest(to: text, among: names).map { "; did you mean \($0)?" } ?? ""
      throw CommandError(
        .usage,
        "unknown recorder \(visible(text)): neither configured nor folder:PATH nor simulated[:SEED]"
          + near)
    }
    if let given = arguments.value("recorder") ?? environment["POCKET_RECORDER"] {
      return [try chosen(given, base: nil)]
    }
    for file in files {
      if let given = file.recorder { return [try chosen(given, base: file.folder)] }
    }
    return configured
  }

  /// A path in a configuration file: `~/` is the home, what is relative is relative to the file.
  static func resolved(_ text: String, against base: Path?, _ environment: [String: String]) -> Path
  {
    if text.hasPrefix("~/"), let home = environment["HOME"] {
      return Path(home) / String(text.dropFirst(2))
    }
    let path = Path(text)
    guard let base, !path.isAbsolute else { return path }
    return base / path
  }

  /// A folder of the XDG base directory specification.
  private static func folder(
    _ variable: String, else fallback: String, _ environment: [String: String]
  ) -> Path? {
    if let given = environment[variable], given.hasPrefix("/") { return Path(given) }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return Path(home) / fallback
  }
}
