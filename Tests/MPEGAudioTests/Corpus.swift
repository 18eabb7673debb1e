import FoundationEssentials
import MPEGAudio

/// MP3s that nobody here made, with a table that says what each is. Not part of the project: the variable
/// POCKET_CORPUS names the folder, else it is looked for beside the project.
struct Corpus {
  struct Entry {
    let file: String
    let bytes: [UInt8]
    let columns: [String: String]
  }

  static let folder: String? = {
    var candidates: [String] = []
    if let named = ProcessInfo.processInfo.environment["POCKET_CORPUS"] { candidates = [named] }
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    candidates.append("/\(package)/../shared/corpus")
    return candidates.first { FileManager.default.fileExists(atPath: $0 + "/truth.tsv") }
  }()

  static var isThere: Bool { folder != nil }

  /// The rows of a table, each with its file from a folder.
  static func entries(_ table: String, in files: String) throws -> [Entry] {
    guard let folder else { return [] }
    let text = try String(contentsOfFile: "\(folder)/\(table)", encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true)[...]
    let names = (lines.popFirst() ?? "").split(separator: "\t", omittingEmptySubsequences: false)
    return try lines.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      var columns: [String: String] = [:]
      for (name, cell) in zip(names, cells) { columns[String(name)] = String(cell) }
      let file = columns["file"] ?? ""
      let data = try Data(contentsOf: URL(filePath: "\(folder)/\(files)/\(file)"))
      return Entry(file: file, bytes: Array(data), columns: columns)
    }
  }
}
