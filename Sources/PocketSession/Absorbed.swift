import PocketProtocol

/// Replies to frames that keep a link or an access point alive. Nobody waits for them, and each is taken
/// away once, so that what the session says by itself never looks like news of the recorder.
struct Absorbed: Hashable, Sendable {
  private var batteries = 0
  private var pongs = 0

  /// A frame was written.
  mutating func expect(_ command: Command) { add(1, command) }

  /// It was not written after all.
  mutating func forget(_ command: Command) { add(-1, command) }

  /// Whether a response is a reply to one of them.
  mutating func take(_ response: Response) -> Bool {
    switch response {
    case .battery where batteries > 0: batteries -= 1
    case .pong where pongs > 0: pongs -= 1
    default: return false
    }
    return true
  }

  private mutating func add(_ count: Int, _ command: Command) {
    switch command {
    case .battery: batteries = max(0, batteries + count)
    case .wifiKeepalive: pongs = max(0, pongs + count)
    default: break
    }
  }
}
