import HostIO

extension Path {
  /// This path in a form that SQLite takes for a file name whatever it is: `:memory:`, an empty
  /// name and one that starts with `file:` would else mean something else.
  var unambiguous: Path { isAbsolute ? self : Path("./") / self }

  /// A URI for a file that does not change, with every byte escaped that may mean something in a
  /// URI. Source: https://www.sqlite.org/uri.html
  var immutableURI: Path {
    // An authority, empty here, keeps a path with two leading slashes from being taken for one.
    var uri = Array((isAbsolute ? "file://" : "file:./").utf8)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.append(byte)
      default:
        uri.append(UInt8(ascii: "%"))
        uri.append(contentsOf: [hexDigit(byte >> 4), hexDigit(byte & 15)])
      }
    }
    return Path(bytes: uri + Array("?immutable=1".utf8))
  }

  /// The path of a file that SQLite keeps beside a database.
  func withSuffix(_ suffix: String) -> Path { Path(bytes: bytes + Array(suffix.utf8)) }

  /// Calls a body with the bytes and a NUL behind them, valid during the call only.
  func withNulTerminated<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
      for (index, byte) in bytes.enumerated() {
        buffer.initializeElement(at: index, to: CChar(bitPattern: byte))
      }
      buffer.initializeElement(at: bytes.count, to: 0)
      // A buffer of at least one element has an address.
      guard let start = buffer.baseAddress else { fatalError("no temporary memory") }
      return body(UnsafePointer(start))
    }
  }
}

private func hexDigit(_ nibble: UInt8) -> UInt8 {
  nibble < 10 ? 0x30 + nibble : 0x41 + nibble - 10
}
