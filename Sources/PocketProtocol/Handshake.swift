/// The handshake, from the key that is sent to the recorder's answer.
package struct Handshake: Sendable {
  package enum Outcome: Hashable, Sendable { case accepted, refused }

  /// The frame that begins it.
  package let command: Command
  package private(set) var outcome: Outcome?

  /// - Throws: `.unencodable` for a key that no frame can carry.
  package init(key: String) throws(PocketError) {
    command = .auth(key)
    guard command.isEncodable else { throw .unencodable(command) }
  }

  /// Takes a response.
  ///
  /// - Returns: Whether it belongs to the handshake.
  package mutating func receive(_ response: Response) -> Bool {
    switch response {
    case .authOK: outcome = outcome ?? .accepted
    case .authError: outcome = .refused
    default: return false
    }
    return true
  }
}
