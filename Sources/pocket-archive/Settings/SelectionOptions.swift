import ArchivePipeline
import Arguments
import Spelling

extension RunSelection {
  /// What `--id`, `--since`, `--until` and `--last` ask for.
  ///
  /// - Throws: `.usage` for a value that is none.
  init(_ arguments: ParsedArguments) throws(CommandError) {
    self.init(
      ids: Set(arguments.values("id")), since: try Self.day("since", arguments),
      until: try Self.day("until", arguments))
    if let since, let until, until < since {
      throw CommandError(.usage, "--until \(until) lies before --since \(since)")
    }
    guard let text = arguments.value("last") else { return }
    guard let count = Int(text), count > 0 else {
      throw CommandError(.usage, "--last takes a number from 1, and got \(visible(text))")
    }
    last = count
  }

  private static func day(
    _ name: String, _ arguments: ParsedArguments
  ) throws(CommandError) -> Day? {
    guard let text = arguments.value(name) else { return nil }
    guard let day = Day(text: text) else {
      throw CommandError(
        .usage, "--\(name) takes a day such as 2026-01-31, and got \(visible(text))")
    }
    return day
  }
}
