import ArchivePipeline
import Arguments
import HostIO
import JobGraph

enum VerifyCommand: Command {
  static let table = CommandTable(
    "verify", summary: "Read the archive back and check everything against everything.",
    options: [
      Option("quick", help: "Check names and sizes only; read nothing back."),
      Option(
        "sample", value: ValueShape("PERCENT"),
        help: "Read back so many of a hundred objects (else all)."),
    ],
    notes: ["The exit code is 32 if anything is wrong. Nothing is changed."])

  static func run(_ world: World) async throws(CommandError) -> ExitCode {
    let scope = try scope(world)
    let archive = try world.archive()
    let lock: FileLock
    do throws(ArchiveError) {
      lock = try archive.lockShared()
    } catch {
      throw CommandError(error)
    }
    defer { lock.release() }
    let report = try await verified(archive, scope, world)
    world.console.clearProgress()
    if world.isJSON {
      world.console.result(json(report).text)
    } else {
      for problem in report.problems {
        world.console.complain("\(problem.place): \(problem.what)")
      }
      world.console.result(text(report))
    }
    return report.problems.isEmpty ? .done : .unverified
  }

  private static func scope(_ world: World) throws(CommandError) -> VerificationScope {
    var scope = VerificationScope(isQuick: world.arguments.has("quick"))
    if let text = world.arguments.value("sample") {
      guard let percent = Int(text), (0...100).contains(percent) else {
        throw CommandError(.usage, "--sample is a number from 0 to 100")
      }
      scope.samplePercent = percent
    }
    return scope
  }

  private static func verified(
    _ archive: Archive, _ scope: VerificationScope, _ world: World
  ) async throws(CommandError) -> VerificationReport {
    do throws(PipelineError) {
      return try await Verification(of: archive, scope: scope).perform { done, total in
        if done % 16 == 0 { world.console.progress("reading back: \(done) of \(total) objects") }
      }
    } catch {
      throw CommandError(error)
    }
  }

  private static func text(_ report: VerificationReport) -> String {
    let wrong =
      report.problems.isEmpty
      ? "nothing is wrong" : Sentence.count(report.problems.count, "problem") + " found"
    return "\(Sentence.count(report.recordings, "recording")), "
      + "\(Sentence.count(report.objects, "object")) (\(report.hashedObjects) read back, "
      + "\(Sentence.size(report.hashedBytes))), \(Sentence.count(report.receipts, "receipt")): "
      + wrong + "."
  }

  private static func json(_ report: VerificationReport) -> CanonicalJSON {
    .object([
      "schema": "pocket-archive/verification/1",
      "recordings": .integer(Int64(report.recordings)),
      "objects": .integer(Int64(report.objects)),
      "hashedObjects": .integer(Int64(report.hashedObjects)),
      "hashedBytes": .integer(report.hashedBytes),
      "receipts": .integer(Int64(report.receipts)),
      "problems": .list(
        report.problems.map { .object(["place": .string($0.place), "what": .string($0.what)]) }),
    ])
  }
}
