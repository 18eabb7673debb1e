import JobGraph
package import Settings
import Spelling

/// Stages, their parameters and what follows what: a pipeline file that was understood.
package struct Pipeline: Hashable, Sendable {
  package struct Stage: Hashable, Sendable {
    package var kind: String
    /// The stage it follows; nil for the first.
    package var after: String?
  }

  package var name: String
  package var stages: [Stage]
  /// How often a recording that arrives damaged or not at all is read in one run.
  package var attempts: Int

  /// Reads a pipeline file.
  ///
  /// - Parameters:
  ///   - file: Its name, for messages.
  /// - Throws: `SettingsError` with line, column and key.
  package init(_ bytes: [UInt8], file: String) throws(SettingsError) {
    var reader = try MappingReader(try parseYAML(bytes, file: file))
    name = try reader.requiredString("pipeline")
    let list = try reader.requiredNode("stages")
    try reader.finish()
    guard case .sequence(let items) = list.value, !items.isEmpty else {
      throw list.error(.wrongType, "a list of stages is expected")
    }
    stages = []
    attempts = 1
    for item in items { try take(item) }
    for (missing, node) in Self.order.map({ ($0, list) }) where !holds(missing) {
      throw node.error(.missingKey, "the stage \(missing) is missing")
    }
  }

  /// The kinds, each with the one whose results it needs.
  private static let order = [
    "discover", "connect", "inventory", "diff", "download", "validate", "publish",
  ]

  private func holds(_ kind: String) -> Bool { stages.contains { $0.kind == kind } }

  private mutating func take(_ item: YAMLNode) throws(SettingsError) {
    var reader = try MappingReader(item)
    let kind = try reader.requiredString("stage")
    let after = try reader.string("after")
    let attempts = kind == "download" ? try reader.integer("attempts") : nil
    // Keys first: a misspelt one is the cause of whatever seems to be missing.
    try reader.finish()
    guard let index = Self.order.firstIndex(of: kind) else {
      let near = nearest(to: kind, among: Self.order).map { "; did you mean \($0)?" } ?? ""
      throw item.error(.badValue, "there is no stage \(kind)" + near)
    }
    if holds(kind) { throw item.error(.badValue, "the stage \(kind) is there twice") }
    let needed = index == 0 ? nil : Self.order[index - 1]
    guard after == needed else {
      throw item.error(
        .badValue, needed.map { "\(kind) comes after \($0)" } ?? "\(kind) comes first")
    }
    if let after, !holds(after) {
      throw item.error(.badValue, "\(after) stands below the stage that needs it")
    }
    if let attempts {
      guard (1...9).contains(attempts) else {
        throw item.error(.badValue, "attempts is between 1 and 9")
      }
      self.attempts = Int(attempts)
    }
    stages.append(Stage(kind: kind, after: after))
  }

  /// The jobs that a run begins with: those that run once, up to the comparison.
  func firstJobs() -> [Job] {
    stages.compactMap { stage in
      guard let implementation = Stages.named(stage.kind), Self.runsOnce.contains(stage.kind)
      else { return nil }
      return Job(
        id: JobID(stage: stage.kind), kind: implementation.kind, lane: implementation.lane,
        needs: stage.after.map { [JobID(stage: $0)] } ?? [])
    }
  }

  private static let runsOnce: Set = ["discover", "connect", "inventory", "diff"]
}
