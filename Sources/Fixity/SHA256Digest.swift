/// A SHA-256 digest: the name of every object, and of every finished job.
public struct SHA256Digest: Hashable, Sendable {
  /// The 32 bytes.
  public let bytes: [UInt8]

  /// A digest from its bytes; nil unless there are exactly 32.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// A digest from 64 lower-case hexadecimal digits, the only spelling that names an object.
  public init?(hex: some StringProtocol) {
    let digits = Array(hex.utf8)
    guard digits.count == Self.byteCount * 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.nibble(digits[index]), let low = Self.nibble(digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  public static let byteCount = 32

  /// 64 lower-case hexadecimal digits.
  public var hex: String {
    String(unsafeUninitializedCapacity: Self.byteCount * 2) { text in
      for (index, byte) in bytes.enumerated() {
        text[index * 2] = Self.digit(byte >> 4)
        text[index * 2 + 1] = Self.digit(byte & 15)
      }
      return Self.byteCount * 2
    }
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }

  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x61 + nibble - 10
  }
}

extension SHA256Digest: Comparable {
  public static func < (lhs: SHA256Digest, rhs: SHA256Digest) -> Bool {
    lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
  }
}

extension SHA256Digest: CustomStringConvertible {
  public var description: String { hex }
}

extension SHA256Digest: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let digest = SHA256Digest(hex: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected 64 lower-case hexadecimal digits")
    }
    self = digest
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}
