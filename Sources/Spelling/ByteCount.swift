/// A number of bytes, as settings and options spell it: `2 GiB`, `500 MB`, `4096`.
package struct ByteCount: Hashable, Sendable {
  /// How many. Negative only where a caller computed it so.
  package let bytes: Int64

  /// A count from a number of bytes.
  package init(bytes: Int64) {
    self.bytes = bytes
  }

  /// Reads a whole number and a unit, with or without spaces between them; without a unit it counts
  /// bytes.
  ///
  /// Units are those of IEC 80000-13 (`KiB` is 1024 bytes) and of SI (`kB`, also written `KB`, is
  /// 1000). Nil for other units, signs, fractions, and what is past `Int64`.
  package init?(text: String) {
    guard let quantity = Quantity(text), let factor = factors[quantity.unit],
      let bytes = quantity.times(factor)
    else { return nil }
    self.bytes = bytes
  }
}

extension ByteCount: Comparable {
  package static func < (lhs: ByteCount, rhs: ByteCount) -> Bool { lhs.bytes < rhs.bytes }
}

extension ByteCount: CustomStringConvertible {
  /// The count for people, in the largest binary unit it fills, rounded down to a tenth: `1.5 GiB`.
  /// Rounded down, so that free space is never promised that is not there.
  package var description: String {
    let magnitude = bytes.magnitude
    let sign = bytes < 0 ? "-" : ""
    guard let unit = binaryUnits.first(where: { magnitude >= $0.bytes }) else {
      return "\(bytes) B"
    }
    let whole = magnitude / unit.bytes
    // The remainder is under 2^50, so ten times it fits.
    let tenths = magnitude % unit.bytes * 10 / unit.bytes
    return "\(sign)\(whole)\(tenths == 0 ? "" : ".\(tenths)") \(unit.name)"
  }
}

private let factors: [String: Int64] = [
  "": 1, "B": 1,
  "kB": 1000, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000, "TB": 1_000_000_000_000,
  "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
]

private let binaryUnits: [(name: String, bytes: UInt64)] = [
  ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
]
