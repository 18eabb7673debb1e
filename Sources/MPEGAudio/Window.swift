/// The part of a file that a step of the walk may look at, from the walk's position on.
///
/// A step runs only where `Window.lookahead` bytes are there or the file ends before, and looks no
/// farther. So what it decides does not depend on how the file was cut into pieces.
struct Window {
  /// Three frames of free format and the tag behind them fit in here.
  static let lookahead = 1 << 14

  private let base: UnsafePointer<UInt8>?
  /// Bytes from the position on.
  let count: Int
  /// Whether the file ends behind them.
  let isEnd: Bool

  init(_ bytes: UnsafeBufferPointer<UInt8>, isEnd: Bool) {
    base = bytes.baseAddress
    count = bytes.count
    self.isEnd = isEnd
  }

  private init(base: UnsafePointer<UInt8>?, count: Int, isEnd: Bool) {
    self.base = base
    self.count = count
    self.isEnd = isEnd
  }

  /// Whether a step may look.
  var isReady: Bool { isEnd || count >= Self.lookahead }

  subscript(index: Int) -> UInt8 {
    guard let base, index >= 0, index < count else { return 0 }
    return base[index]
  }

  /// Four bytes, the first one highest; 0 where the file ends before.
  func word(_ index: Int) -> UInt32 {
    guard let base, index >= 0, index + 4 <= count else { return 0 }
    return UInt32(
      bigEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt32.self))
  }

  func header(_ index: Int) -> FrameHeader? {
    guard self[index] == 0xff else { return nil }
    return FrameHeader(word(index))
  }

  /// Whether the file ends exactly before this place.
  func isEnd(at index: Int) -> Bool { isEnd && index == count }

  func starts(with text: StaticString, at index: Int = 0) -> Bool {
    guard index + text.utf8CodeUnitCount <= count else { return false }
    for position in 0..<text.utf8CodeUnitCount
    where self[index + position] != text.utf8Start[position] {
      return false
    }
    return true
  }

  func dropping(_ bytes: Int) -> Window {
    Window(base: base.map { $0 + bytes }, count: count - bytes, isEnd: isEnd)
  }

  /// The first bytes, at most so many.
  func prefix(_ bytes: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: base, count: min(bytes, count)))
  }

  /// Bits from a place on, counted from the highest of the first byte; at most 24.
  func bits(_ start: Int, _ length: Int) -> Int {
    let byte = start >> 3
    let word =
      UInt32(self[byte]) << 24 | UInt32(self[byte + 1]) << 16 | UInt32(self[byte + 2]) << 8
      | UInt32(self[byte + 3])
    return Int((word << UInt32(start & 7)) >> UInt32(32 - length))
  }
}
