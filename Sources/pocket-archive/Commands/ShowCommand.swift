import ArchivePipeline
import Arguments
import BlobStore
import Catalog
import Fixity
import HostIO
import JobGraph

enum ShowCommand: Command {
  static let table = CommandTable(
    "show", summary: "Show one recording whole.",
    operands: [Operand("ID", help: "Its ID, its ID with the directory, or its path in library/.")],
    examples: ["pocket-archive show 20260104101500"])

  static func run(_ world: World) async throws(CommandError) -> ExitCode {
    let wanted = world.arguments.operands[0]
    let archive = try world.archive()
    let rows = try await world.books().flatMap(\.all).filter { matches($0, wanted) }
    guard !rows.isEmpty else {
      throw CommandError(.usage, "no recording \(printable(Array(wanted.utf8))) is known")
    }
    for (index, row) in rows.enumerated() {
      if world.isJSON {
        world.console.result(RowText.json(row).text)
      } else {
        world.console.result((index > 0 ? "\n" : "") + text(row, archive))
      }
    }
    return .done
  }

  private static func matches(_ row: RecordingRow, _ wanted: String) -> Bool {
    let stem = row.key.rawID.split(separator: ".").first.map(String.init)
    return row.key.rawID == wanted || stem == wanted || row.path == wanted
      || RowText.name(row) == wanted || row.key.directory + "/" + row.key.rawID == wanted
  }

  private static func text(_ row: RecordingRow, _ archive: Archive) -> String {
    var pairs: [[String]] = [
      ["recording", RowText.name(row)], ["recorder", row.key.recorder],
      ["fate", "\(row.fate) since \(row.since)"],
    ]
    if let note = row.note { pairs.append(["note", printable(Array(note.utf8))]) }
    pairs.append(["listed", listed(row)])
    if let verdict = row.verdict { pairs.append(["verdict", verdict]) }
    if row.samples != nil {
      pairs.append([
        "length",
        "\(RowText.length(row)) (\(row.samples ?? 0) samples at \(row.sampleRate ?? 0) Hz)",
      ])
    }
    if let bytes = row.bytes { pairs.append(["bytes", String(bytes)]) }
    if let object = row.object {
      pairs.append(["sha256", object.hex])
      pairs.append(["object", archive.blobs.path(of: object).description])
    }
    if let path = row.path {
      pairs.append(["library", (archive.layout.library / path).description])
    }
    pairs.append([
      "receipt", row.receipt.map { archive.layout.receipt($0).description } ?? "none",
    ])
    if let evidence = row.evidence { pairs.append(["evidence", evidence.hex]) }
    pairs.append(["readings", String(row.attempts)])
    return columns(pairs)
  }

  private static func listed(_ row: RecordingRow) -> String {
    let parts = [
      row.listedSeconds.map { "\($0) s" }, row.listedBytes.map { "\($0) bytes" },
      "first at \(row.firstListed)",
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
