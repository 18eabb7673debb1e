import Catalog
import Fixity

/// The numbers of a recording's versions: one a content, and no content ever takes another's place.
///
/// A listing that differs from the last one may bring new bytes or the same as before (a file that was
/// touched); only the bytes tell. So the number is given when they are known.
enum VersionNumber {
  /// The version that bytes belong to.
  ///
  /// - Parameters:
  ///   - content: The bytes; nil while there are none, and then nothing speaks against what was asked.
  ///   - asked: The version the comparison planned for them.
  ///   - versions: All that are known of the recording, oldest first.
  static func of(
    _ content: SHA256Digest?, asked: Int, among versions: [RecordingRow]
  ) -> Int {
    guard let content else { return asked }
    let same = versions.last { $0.object == content && $0.knownFate != .changed }
    if let same { return same.key.version }
    let row = versions.first { $0.key.version == asked }
    if row?.object != nil, row?.knownFate?.isSettled == true {
      return (versions.last?.key.version ?? asked) + 1
    }
    return asked
  }

  /// The line that closes a number which was set aside for bytes that another version turned out to hold;
  /// nil where none was. Else it would stay open, and be asked for at every run.
  static func closing(
    _ line: RecordingLine, asked: Int, among versions: [RecordingRow]
  ) -> RecordingLine? {
    guard line.version != asked, let row = versions.first(where: { $0.key.version == asked }),
      row.object == nil
    else { return nil }
    var closing = line
    closing.version = asked
    closing.fate = .changed
    closing.note = "holds what version \(line.version) holds"
    (closing.sidecar, closing.receipt, closing.path) = (nil, nil, nil)
    return closing
  }
}
