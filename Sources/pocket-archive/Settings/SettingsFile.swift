import HostIO
import Settings
import Spelling

/// What one configuration file says.
struct SettingsFile {
  var archive: String?
  var recorder: String?
  var reserve: ByteCount?
  /// Sources by the names that people give their recorders.
  var recorders: [String: String] = [:]
  /// The folder the file lies in: paths in it are relative to that.
  let folder: Path

  /// Reads a file.
  ///
  /// - Throws: `SettingsError` with line, column and key.
  init(_ bytes: [UInt8], path: Path) throws(SettingsError) {
    folder = path.parent
    var reader = try MappingReader(try parseYAML(bytes, file: path.description))
    archive = try reader.string("archive")
    recorder = try reader.string("recorder")
    reserve = try reader.bytes("reserve")
    if let node = reader.node("recorders") {
      for entry in try node.entries() {
        var inner = try MappingReader(entry.node)
        let source = try inner.requiredString("source")
        try inner.finish()
        recorders[entry.key] = source
      }
    }
    try reader.finish()
  }
}
