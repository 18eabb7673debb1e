/// What a simulated recorder does wrong, and what its link does to it.
package struct RecorderFaults: Hashable, Sendable {
  /// What becomes of one recording's bytes.
  package enum Transfer: Hashable, Sendable {
    /// No size is ever announced.
    case noSize
    /// The size is announced, and no byte comes.
    case noBytes
    /// So many bytes come, and then the end is announced.
    case short(Int)
    /// So many bytes more come than were announced.
    case surplus(Int)
    /// Something that is no MP3 comes.
    case noMP3
    /// The end is announced before the first byte.
    case earlyEnd
    /// The first chunk comes before the size.
    case bytesFirst
  }

  /// What becomes of one recording's bytes over TCP, once so many have been sent.
  package enum Stream: Hashable, Sendable {
    /// The connection is reset.
    case reset(at: Int)
    /// Nothing comes any more.
    case stall(at: Int)
    /// The stream ends.
    case end(at: Int)

    var place: Int {
      switch self {
      case .reset(let at), .stall(let at), .end(let at): at
      }
    }
  }

  /// What becomes of one listing.
  package enum Listing: Hashable, Sendable {
    /// The entries come, and not the end.
    case noEnd
    /// The end tells one entry more than came.
    case wrongCount
    /// The last entry comes without its duration.
    case malformed
  }

  /// A fault that happens so often, and then no more.
  package struct Repeated<Fault: Hashable & Sendable>: Hashable, Sendable {
    var fault: Fault
    var times: Int

    package init(_ fault: Fault, times: Int = .max) {
      self.fault = fault
      self.times = times
    }
  }

  /// By ID.
  package var transfers: [String: Repeated<Transfer>] = [:]
  /// By ID.
  package var streams: [String: Repeated<Stream>] = [:]
  /// Starts of the access point that are not answered and do nothing.
  package var deafStarts = 0
  /// Joins that fail.
  package var failedJoins = 0
  /// By directory; of the list of directories, by the empty name.
  package var listings: [String: Repeated<Listing>] = [:]
  /// Commands that are not answered, by their verbs, such as `BAT`.
  package var silentVerbs: Set<String> = []
  /// Whether nothing at all is answered.
  package var isSilent = false
  /// At which chunks, counted from 1 over all connections, the link is cut instead.
  package var cuts: Set<Int> = []
  /// At every which chunk, counted in the same way, the link is cut instead.
  package var cutEvery: Int?
  /// How often each reply is delivered, within one moment.
  package var copies = 1
  /// Whether replies to one command share a notification.
  package var fuses = false

  package init() {}

  mutating func take(transferOf id: String) -> Transfer? { Self.take(&transfers, id) }
  mutating func take(streamOf id: String) -> Stream? { Self.take(&streams, id) }
  mutating func take(listingOf directory: String) -> Listing? { Self.take(&listings, directory) }

  /// Whether something happens that so many times does.
  mutating func take(_ count: WritableKeyPath<RecorderFaults, Int>) -> Bool {
    guard self[keyPath: count] > 0 else { return false }
    self[keyPath: count] -= 1
    return true
  }

  private static func take<Fault>(
    _ faults: inout [String: Repeated<Fault>], _ key: String
  ) -> Fault? {
    guard let entry = faults[key], entry.times > 0 else { return nil }
    faults[key]?.times -= 1
    return entry.fault
  }

  func cuts(at chunk: Int) -> Bool {
    cuts.contains(chunk) || cutEvery.map { chunk % $0 == 0 } ?? false
  }
}
