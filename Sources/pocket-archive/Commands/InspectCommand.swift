import ArchivePipeline
import Arguments
import HostIO
import JobGraph
import MPEGAudio

enum InspectCommand: Command {
  static let table = CommandTable(
    "inspect", summary: "Say what the validator finds in MP3 files.",
    operands: [Operand("FILE", isRepeated: true, help: "Any file.")],
    notes: ["The exit code is 21 if one of them is damaged or no MP3."],
    examples: ["pocket-archive inspect *.mp3"])

  static func run(_ world: World) async throws(CommandError) -> ExitCode {
    var codes: [ExitCode] = []
    for name in world.arguments.operands {
      do throws(FileError) {
        let inspection = try inspect(Path(name), in: world.host.fileSystem)
        world.console.result(
          world.isJSON
            ? json(name, inspection).text : text(printable(Array(name.utf8)), inspection))
        codes.append(inspection.verdict == .intact ? .done : .damaged)
      } catch {
        world.console.complain(Diagnosis(error).what)
        codes.append(.usage)
      }
    }
    return ExitCode.worst(codes)
  }

  private static func inspect(
    _ path: Path, in files: any FileSystem
  ) throws(FileError) -> Inspection {
    let file = try files.open(path, .read, permissions: 0)
    var walk = FrameWalk()
    try file.forEachChunk(chunkBytes: 1 << 18) { walk.consume($0) }
    return walk.finish()
  }

  private static func text(_ name: String, _ inspection: Inspection) -> String {
    var lines = ["\(name): \(inspection.verdict.rawValue)"]
    if let format = inspection.format {
      lines.append(
        "  \(format.description), \(Sentence.length(milliseconds: inspection.milliseconds)), "
          + "\(inspection.frames) frames, \(inspection.samples) samples")
    }
    let ledger = inspection.ledger
    let parts = [
      ("frames", ledger.frameBytes), ("header frames", ledger.headerFrameBytes),
      ("tags", ledger.tagBytes), ("tail", ledger.tailBytes), ("junk", ledger.junkBytes),
    ]
    let bytes = parts.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }
    lines.append(
      "  \(inspection.size) bytes" + (bytes.isEmpty ? "" : ": " + bytes.joined(separator: ", ")))
    lines += inspection.findings.map {
      "  \($0.isDamage ? "DAMAGE" : "note  ") at byte \($0.offset): \($0.text)"
    }
    if inspection.omittedFindings > 0 {
      lines.append("  and \(inspection.omittedFindings) more findings")
    }
    return lines.joined(separator: "\n")
  }

  private static func json(_ name: String, _ inspection: Inspection) -> CanonicalJSON {
    .object([
      "schema": "pocket-archive/inspection/1", "file": .string(name),
      "inspection": VerdictRecord(inspection, listedSeconds: nil).json,
    ])
  }
}
