package import FoundationEssentials

/// One recording on its way over the bulk channel.
///
/// The two channels have no order between them: bytes may come before the size that announces them, and
/// `MCU&OFF` before the last bytes. The announced count is the truth, and `MCU&OFF` is a hint.
package struct Download: Sendable {
  /// What the driver has to do.
  package enum Step: Hashable, Sendable {
    /// So many bytes will come.
    case announce(Int)
    /// The next bytes.
    case bytes(Data)
  }

  /// What it waits for.
  package enum Waiting: Hashable, Sendable { case size, bytes, end, nothing }

  /// Bytes that may come before their size does. More is no leak between two channels, but a fault.
  package static let earlyLimit = 4 << 20

  package let id: RecordingID
  private var announced: Int?
  private var received = 0
  private var hasEnded = false
  private var early: [Data] = []
  /// Why it cannot succeed any more; nil while it can.
  package private(set) var fault: PocketError?

  package init(_ id: RecordingID) {
    self.id = id
  }

  /// The frame that begins it.
  package var command: Command { .download(id) }

  package var waiting: Waiting {
    guard fault == nil else { return .nothing }
    guard let announced else { return .size }
    if received < announced { return .bytes }
    return hasEnded ? .nothing : .end
  }

  /// Takes a response; nil if it does not belong to the transfer.
  package mutating func receive(_ response: Response) -> [Step]? {
    switch response {
    case .transferSize(let bytes) where announced == nil: return announce(bytes)
    case .transferSize(let bytes):
      if bytes != announced { fail(.unexpectedResponse(response.description)) }
      return []
    case .transferComplete:
      // Before the size it is the end of some other transfer.
      if announced != nil { end() }
      return []
    case .unknown:
      fail(.unknownCommand(command))
      return []
    default: return nil
    }
  }

  /// Takes bytes of the bulk channel.
  package mutating func receive(bulk bytes: Data) -> [Step] {
    guard fault == nil, !bytes.isEmpty else { return [] }
    guard let announced else {
      early.append(bytes)
      received += bytes.count
      if received > Self.earlyLimit { fail(.transferFailed("bytes came and no size")) }
      return []
    }
    received += bytes.count
    guard received <= announced else {
      fail(.sizeMismatch(expected: announced, received: received))
      return []
    }
    return [.bytes(bytes)]
  }

  /// Nothing came for as long as it is waited for.
  ///
  /// - Returns: Why it failed; nil where everything is here and only the hint at the end is missing.
  package mutating func idle() -> PocketError? {
    switch waiting {
    case .nothing: break
    case .size: fail(.timeout(command))
    case .bytes:
      let expected = announced ?? 0
      fail(
        hasEnded
          ? .sizeMismatch(expected: expected, received: received)
          : .transferFailed("no bytes came any more after \(received) of \(expected)"))
    case .end: end()
    }
    return fault
  }

  private mutating func announce(_ bytes: Int) -> [Step] {
    announced = bytes
    let held = early
    early = []
    received = 0
    let announcement: [Step] = bytes > 0 ? [.announce(bytes)] : []
    return announcement + held.flatMap { receive(bulk: $0) }
  }

  private mutating func end() {
    hasEnded = true
    // Told only now, so that the hint is no surprise to whoever comes next.
    if announced == 0 { fail(.emptyRecording) }
  }

  private mutating func fail(_ error: PocketError) {
    if fault == nil { fault = error }
  }
}
