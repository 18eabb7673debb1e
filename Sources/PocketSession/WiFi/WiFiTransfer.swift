import FoundationEssentials
import PocketProtocol

/// One recording on its way over TCP: exactly the announced bytes, and what comes behind them.
struct WiFiTransfer: Sendable {
  /// How much of the surplus is shown.
  static let previewBytes = 64

  /// Bytes that may come behind the announced ones; ten were seen. More, and the size was another's.
  static let surplusLimit = 1_024

  /// Bytes that were announced.
  let announced: Int
  private(set) var received = 0
  private(set) var surplus = 0
  private(set) var preview = Data()

  init(announced: Int) { self.announced = announced }

  /// Whether every announced byte is here.
  var isWhole: Bool { received == announced }

  /// Takes bytes of the stream.
  ///
  /// - Returns: Those that are the recording's.
  mutating func receive(_ bytes: [UInt8]) -> Data {
    let own = min(bytes.count, announced - received)
    received += own
    surplus += bytes.count - own
    preview.append(contentsOf: bytes[own...].prefix(Self.previewBytes - preview.count))
    return Data(bytes[..<own])
  }

  /// The stream has ended, or nothing came for too long.
  ///
  /// - Returns: Why that is too early; nil if it is not.
  func ended(inSilence: Bool) -> PocketError? {
    guard !isWhole else { return nil }
    return inSilence
      ? .transferFailed("no bytes came any more after \(received) of \(announced)")
      : .sizeMismatch(expected: announced, received: received)
  }
}
