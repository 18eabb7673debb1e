/// A listing as it comes in: entries, and at last the count of them.
package struct Listing: Sendable {
  package enum Subject: Hashable, Sendable {
    /// The recorder's directories.
    case dates
    /// The recordings of one directory.
    case recordings(date: String)
  }

  package let subject: Subject
  /// Directories, or recordings, in the recorder's order.
  package private(set) var dates: [String] = []
  package private(set) var recordings: [RecordingInfo] = []
  /// Entries that came and could not be read.
  package private(set) var malformed = 0
  /// What the recorder says at the end; nil until then.
  package private(set) var expected: Int?

  package init(_ subject: Subject) {
    self.subject = subject
  }

  /// The frame that asks for it.
  package var command: Command {
    switch subject {
    case .dates: .listDates
    case .recordings(let date): .listRecordings(date: date)
    }
  }

  /// Takes a response.
  ///
  /// - Returns: Whether it belongs to the listing. An entry of another directory does not: it is a late one
  ///   of an earlier listing.
  package mutating func receive(_ response: Response) -> Bool {
    guard expected == nil else { return false }
    switch (subject, response) {
    case (.dates, .dateEntry(let date)): dates.append(date)
    case (.dates, .dateSummary(let count)): expected = count
    case (.recordings(let date), .fileEntry(let info)) where info.id.date == date:
      recordings.append(info)
    case (.recordings, .listSummary(let count)): expected = count
    case (.dates, .unparsed(let text)) where text.hasPrefix("MCU&DIRS&"): malformed += 1
    case (.recordings, .unparsed(let text)) where text.hasPrefix("MCU&F&"): malformed += 1
    default: return false
    }
    return true
  }

  /// Whether its end has come.
  package var hasEnded: Bool { expected != nil }

  /// What keeps it from proving anything; nil if it is complete.
  package var fault: PocketError? {
    let received = dates.count + recordings.count
    if malformed == 0, expected == received { return nil }
    var date: String?
    if case .recordings(let name) = subject { date = name }
    return .incompleteListing(date: date, expected: expected, received: received)
  }
}
