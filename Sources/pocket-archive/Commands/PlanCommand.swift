import ArchivePipeline
import Arguments
import JobGraph
import Spelling

enum PlanCommand: Command {
  static let table = CommandTable(
    "plan", summary: "Say what run would do; change nothing.",
    operands: [
      Operand("PIPELINE", isOptional: true, help: "A pipeline file, or the name of a built-in one.")
    ],
    options: [CommandLineTable.recorder] + CommandLineTable.selection,
    examples: ["pocket-archive plan --recorder folder:/media/pocket"])

  static func run(_ world: World) async throws(CommandError) -> ExitCode {
    let configuration = try world.configuration()
    // Only to say now what run would say: a pipeline that cannot be read.
    _ = try RunCommand.pipeline(world)
    guard !configuration.recorders.isEmpty else { throw RunCommand.noRecorder }
    let selection = try RunSelection(world.arguments)
    for recorder in configuration.recorders {
      let source = try recorder.source(
        archive: configuration.archive, environment: world.environment, mayWrite: false,
        host: world.host)
      let plan: ArchivePlan
      do throws(PipelineError) {
        plan = try await ArchivePlan.make(
          archive: configuration.archive, from: source,
          selection: selection, host: world.host)
      } catch {
        throw CommandError(error)
      }
      world.console.result(
        world.isJSON ? json(plan).text : text(plan, reserve: configuration.reserve.bytes))
    }
    return .done
  }

  private static func text(_ plan: ArchivePlan, reserve: Int64) -> String {
    let downloads = plan.work.filter { $0.step == .download }
    let checks = plan.work.count - downloads.count
    let bytes = downloads.reduce(Int64(0)) { $0 + $1.expectedBytes }
    let isEstimate = downloads.contains { $0.bytes == nil }
    var lines = [
      "\(plan.sighting.name): \(Sentence.count(plan.inventory.recordings.count, "recording")) "
        + "listed, \(Sentence.count(downloads.count, "recording")) to fetch "
        + "(\(isEstimate ? "about " : "")\(Sentence.size(bytes)))"
        + (checks > 0 ? ", \(checks) to check and publish" : "")
    ]
    lines += plan.work.map { item in
      let name = item.id?.description ?? item.rawID
      let size =
        item.bytes.map { "  " + Sentence.size($0) }
        ?? item.seconds.map { "  " + Sentence.length(milliseconds: $0 * 1000) } ?? ""
      let version = item.version > 1 ? "  (version \(item.version))" : ""
      return "  \(item.step == .download ? "fetch" : "check")  \(name)\(size)\(version)"
    }
    lines += plan.difference.vanished.map {
      "  GONE   \($0.id?.description ?? $0.rawID)  (never archived)"
    }
    lines += plan.difference.unaddressable.map {
      "  never  \($0.id?.description ?? $0.rawID)  (\(Difference.unaddressableNote))"
    }
    lines += plan.inventory.gaps.map { "  the listing is not complete: \($0)" }
    if let available = plan.availableBytes {
      let after = available - 2 * bytes
      lines.append(
        after < reserve
          ? "  TOO LITTLE SPACE: \(Sentence.size(available)) are free"
          : "  \(Sentence.size(after)) free afterwards; nothing is deleted")
    }
    return lines.joined(separator: "\n")
  }

  private static func names(_ work: [Difference.Work]) -> CanonicalJSON {
    .list(
      work.map { .object(["directory": .string($0.directory), "rawID": .string($0.rawID)]) })
  }

  private static func json(_ plan: ArchivePlan) -> CanonicalJSON {
    var members: [String: CanonicalJSON] = [
      "schema": "pocket-archive/plan/1",
      "recorder": .object([
        "identity": .string(plan.sighting.identity), "name": .string(plan.sighting.name),
        "kind": .string(plan.sighting.kind.rawValue),
      ]),
      "listed": .integer(Int64(plan.inventory.recordings.count)),
      "work": .list(
        plan.work.map { item in
          var work: [String: CanonicalJSON] = [
            "directory": .string(item.directory), "rawID": .string(item.rawID),
            "version": .integer(Int64(item.version)), "step": .string(item.step.rawValue),
          ]
          if let bytes = item.bytes { work["bytes"] = .integer(bytes) }
          return .object(work)
        }),
      "vanished": names(plan.difference.vanished),
      "unaddressable": names(plan.difference.unaddressable),
      "settled": .object(plan.difference.settled.mapValues { .integer(Int64($0)) }),
      "gaps": .list(plan.inventory.gaps.map { .string($0) }),
    ]
    if let available = plan.availableBytes { members["availableBytes"] = .integer(available) }
    return .object(members)
  }
}
