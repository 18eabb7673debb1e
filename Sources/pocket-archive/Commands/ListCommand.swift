import ArchivePipeline
import Arguments
import Catalog
import JobGraph

enum ListCommand: Command {
  static let table = CommandTable(
    "list", summary: "List recordings with fate and verdict.",
    options: [
      Option(
        "fate", value: ValueShape("FATE", completion: .words(Fate.allCases.map(\.rawValue))),
        help: "Only recordings of this fate; may be given more than once.", isRepeatable: true)
    ],
    examples: ["pocket-archive list --fate damaged --fate failed"])

  static func run(_ world: World) async throws(CommandError) -> ExitCode {
    let wanted = Set(world.arguments.values("fate"))
    let rows = try await world.books().flatMap(\.all)
      .filter { wanted.isEmpty || wanted.contains($0.fate) }
    if world.isJSON {
      for row in rows { world.console.result(RowText.json(row).text) }
      return .done
    }
    guard !rows.isEmpty else {
      world.console.result(wanted.isEmpty ? "No recordings yet." : "No such recordings.")
      return .done
    }
    world.console.result(
      columns(
        [["FATE", "LENGTH", "SIZE", "RECEIPT", "RECORDING", "NOTE"]]
          + rows.map { row in
            [
              row.fate, RowText.length(row), row.bytes.map { Sentence.size($0) } ?? "-",
              row.receipt == nil ? "-" : "yes", RowText.name(row), RowText.note(row),
            ]
          }))
    return .done
  }
}
