package import JobGraph

/// `report.json`, and what `run --json` prints at its end: the summary in one schema.
package struct RunReport: Sendable {
  package let summary: RunSummary
  package let error: PipelineError?

  package init(summary: RunSummary, error: PipelineError?) {
    self.summary = summary
    self.error = error
  }

  package static let schema = "pocket-archive/run/1"

  package var json: CanonicalJSON {
    .members([
      "schema": .string(Self.schema), "run": .string(summary.run),
      "outcome": .string(summary.outcome.rawValue),
      "recorder": summary.recorder.map {
        .object([
          "identity": .string($0.identity), "name": .string($0.name),
          "kind": .string($0.kind.rawValue), "origin": .string($0.origin.rawValue),
        ])
      },
      "listed": .integer(Int64(summary.listed)), "archived": .integer(Int64(summary.archived)),
      "archivedBytes": .integer(summary.archivedBytes),
      "archivedMilliseconds": .integer(summary.milliseconds),
      "receipts": .integer(Int64(summary.receipts)),
      "damaged": Self.list(summary.damaged), "empty": Self.list(summary.empty),
      "failed": Self.list(summary.failed), "vanished": Self.list(summary.vanished),
      "unaddressable": Self.list(summary.unaddressable),
      "unproven": Self.list(summary.unproven),
      "beingRecorded": .integer(Int64(summary.beingRecorded)),
      "pending": .integer(Int64(summary.pending)),
      "settledBefore": .object(summary.settled.mapValues { .integer(Int64($0)) }),
      "gaps": .list(summary.gaps.map { .string($0) }),
      "skipped": .integer(Int64(summary.skipped)),
      "unmatched": .list(summary.unmatched.map { .string($0) }),
      "error": error.map { .string(Diagnosis($0).what) },
    ])
  }

  private static func list(_ items: [RunSummary.Item]) -> CanonicalJSON {
    .list(
      items.map {
        .object([
          "directory": .string($0.id.directory.text), "rawID": .string($0.id.rawID.text),
          "note": .string($0.note),
        ])
      })
  }
}
