import ArchivePipeline
import Arguments
import Catalog
import HostIO
import JobGraph

enum StatusCommand: Command {
  static let table = CommandTable(
    "status", summary: "Say how the archive stands: recorders, fates, space.")

  static func run(_ world: World) async throws(CommandError) -> ExitCode {
    let archive = try world.archive()
    let books = try await world.books()
    let space = try? world.host.fileSystem.space(at: archive.layout.root)
    if world.isJSON {
      world.console.result(json(archive, books, space).text)
    } else {
      world.console.result(text(archive, books, space))
    }
    return .done
  }

  private static func text(
    _ archive: Archive, _ books: [FateBook], _ space: FileSystemSpace?
  ) -> String {
    var lines = [
      "archive   \(archive.layout.root) (\(archive.identity.kind.name) recordings, "
        + "format \(archive.identity.format))"
    ]
    if books.isEmpty { lines.append("No recorder has been seen yet.") }
    for book in books {
      guard let recorder = book.recorder else { continue }
      lines.append("recorder  \(printable(Array(recorder.name.utf8))) (\(recorder.identity))")
      lines.append("  seen    \(book.lastSeen ?? "never")")
      lines.append("  done    \(book.lastSuccess ?? "never")")
      lines += book.condition.map(condition) ?? []
      lines += counts(book).map { fate, count in
        "  \(fate.rawValue)\(String(repeating: " ", count: max(1, 13 - fate.rawValue.count)))"
          + "\(count.number)"
          + (count.bytes > 0 ? "  \(Sentence.size(count.bytes))" : "")
      }
      let unproven = book.all.count { $0.knownFate?.isPublished == true && $0.receipt == nil }
      if unproven > 0 { lines.append("  without receipt  \(unproven)") }
    }
    if let space {
      lines.append(
        "disk      \(Sentence.size(space.availableBytes)) of \(Sentence.size(space.totalBytes)) free"
      )
    }
    return lines.joined(separator: "\n")
  }

  private static func condition(_ condition: RecorderCondition) -> [String] {
    func plain(_ text: String) -> String { printable(Array(text.utf8)) }
    return [
      "  battery \(condition.batteryPercent) %",
      "  space   \(condition.freeMB) of \(condition.totalMB) MB free",
      "  firmware \(plain(condition.firmware)), "
        + "Wi-Fi chip \(plain(condition.wifiFirmware))",
    ]
  }

  private static func counts(_ book: FateBook) -> [(Fate, (number: Int, bytes: Int64))] {
    Fate.allCases.compactMap { fate in
      let rows = book.all.filter { $0.knownFate == fate }
      guard !rows.isEmpty else { return nil }
      return (fate, (rows.count, rows.reduce(0) { $0 + ($1.bytes ?? 0) }))
    }
  }

  private static func json(
    _ archive: Archive, _ books: [FateBook], _ space: FileSystemSpace?
  ) -> CanonicalJSON {
    var members: [String: CanonicalJSON] = [
      "schema": "pocket-archive/status/1", "id": .string(archive.identity.id),
      "kind": .string(archive.identity.kind.rawValue),
      "format": .integer(Int64(archive.identity.format)),
      "recorders": .list(
        books.compactMap { book in
          guard let recorder = book.recorder else { return nil }
          var members: [String: CanonicalJSON] = [
            "identity": .string(recorder.identity), "name": .string(recorder.name),
            "fates": .object(
              Dictionary(
                uniqueKeysWithValues: counts(book).map { fate, count in
                  (
                    fate.rawValue,
                    .object([
                      "count": .integer(Int64(count.number)), "bytes": .integer(count.bytes),
                    ])
                  )
                })),
          ]
          if let seen = book.lastSeen { members["lastSeen"] = .string(seen) }
          if let condition = book.condition { members["condition"] = condition.json }
          if let success = book.lastSuccess { members["lastSuccess"] = .string(success) }
          return .object(members)
        }),
    ]
    if let space {
      members["availableBytes"] = .integer(space.availableBytes)
      members["totalBytes"] = .integer(space.totalBytes)
    }
    return .object(members)
  }
}
