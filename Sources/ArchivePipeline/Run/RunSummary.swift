/// What a run came to.
package struct RunSummary: Hashable, Sendable {
  package enum Outcome: String, Hashable, Sendable {
    /// Everything that was listed is dealt with.
    case complete
    /// Something is left for the next run.
    case partial
    /// It could not go on; `RunOutcome.error` says why.
    case stopped
    case interrupted
  }

  /// One recording, and why it is named.
  package struct Item: Hashable, Sendable {
    package var id: RecordingID
    package var note: String
  }

  package var run: String
  package var recorder: Sighting?
  package var outcome = Outcome.complete
  package var listed = 0
  package var archived = 0
  package var archivedBytes: Int64 = 0
  package var milliseconds: Int64 = 0
  package var receipts = 0
  package var damaged: [Item] = []
  package var empty: [Item] = []
  package var failed: [Item] = []
  package var vanished: [Item] = []
  package var beingRecorded = 0
  /// Listed under names that cannot be put into a command.
  package var unaddressable: [Item] = []
  /// Listed and settled before, by fate.
  package var settled: [String: Int] = [:]
  package var gaps: [String] = []
  package var skipped = 0
  /// IDs that were asked for and that no recording has.
  package var unmatched: [String] = []
  /// Published without a receipt, and why.
  package var unproven: [Item] = []
  /// Planned, and not done before the run ended.
  package var pending = 0
  private var planned = 0

  package init(run: String) {
    self.run = run
  }

  /// Counts what happened.
  mutating func take(_ event: RunEvent) {
    switch event {
    case .found(let sighting): recorder = sighting
    case .listed(let inventory):
      listed = inventory.recordings.count
      gaps = inventory.gaps
      skipped = inventory.skipped.count
    case .planned(let plan, let selected):
      planned = selected.count
      settled = plan.settled
    case .unmatched(let ids): unmatched = ids
    case .archived(let id, let line, let verdict):
      archived += 1
      archivedBytes += verdict.size
      milliseconds += verdict.milliseconds
      if line.receipt != nil { receipts += 1 }
      if let note = line.note { unproven.append(Item(id: id, note: note)) }
    case .damaged(let id, _, let note, _): damaged.append(Item(id: id, note: note))
    case .empty(let id): empty.append(Item(id: id, note: "no bytes"))
    case .failed(let id, let error):
      failed.append(Item(id: id, note: Diagnosis(error).what))
    case .vanished(let work):
      if let id = work.id { vanished.append(Item(id: id, note: "gone before it was archived")) }
    case .beingRecorded: beingRecorded += 1
    case .unaddressable(let work):
      if let id = work.id {
        unaddressable.append(Item(id: id, note: Difference.unaddressableNote))
      }
    case .started, .swept, .jobStarted, .jobEnded, .jobFailed, .received, .ended: break
    }
  }

  /// Closes the count.
  mutating func end(_ outcome: Outcome) {
    pending = max(0, planned - archived - damaged.count - empty.count - failed.count)
    self.outcome = outcome
    if outcome == .complete,
      !failed.isEmpty || !unaddressable.isEmpty || pending > 0 || !gaps.isEmpty
        || !unmatched.isEmpty
    {
      self.outcome = .partial
    }
  }
}
