/// A path as Linux knows it: bytes, not text.
///
/// File names on a recorder or in a user's folder need not be UTF-8, and a `String` would repair what
/// is not, so that the file could not be opened again. No path holds a NUL byte.
package struct Path: Hashable, Sendable {
  /// The bytes handed to the kernel, without the terminating NUL.
  package let bytes: [UInt8]

  /// A path from bytes; they are cut at the first NUL, which no file name can hold.
  package init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes.prefix { $0 != 0 })
  }

  /// A path from text, as UTF-8.
  package init(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// This path with one or more components added behind a single slash.
  package func appending(_ component: some Sequence<UInt8>) -> Path {
    let separator: [UInt8] = bytes.isEmpty || bytes.last == UInt8(ascii: "/") ? [] : [0x2f]
    return Path(bytes: bytes + separator + Array(component))
  }

  package static func / (base: Path, component: String) -> Path {
    base.appending(component.utf8)
  }

  package static func / (base: Path, component: Path) -> Path {
    base.appending(component.bytes)
  }

  /// The part behind the last slash; empty for `/`.
  package var lastComponent: Path {
    let trimmed = trimmingTrailingSlashes
    guard let slash = trimmed.lastIndex(of: 0x2f) else { return Path(bytes: trimmed) }
    return Path(bytes: trimmed[(slash + 1)...])
  }

  /// The folder that holds this path: `.` for a bare name, `/` for what lies in the root.
  package var parent: Path {
    let trimmed = trimmingTrailingSlashes
    guard let slash = trimmed.lastIndex(of: 0x2f) else { return Path(".") }
    return slash == 0 ? Path("/") : Path(bytes: trimmed[..<slash])
  }

  package var isAbsolute: Bool { bytes.first == 0x2f }

  /// The path as text where it is valid UTF-8, else nil.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  private var trimmingTrailingSlashes: ArraySlice<UInt8> {
    var slice = bytes[...]
    while slice.count > 1, slice.last == 0x2f { slice = slice.dropLast() }
    return slice
  }
}

extension Path: Comparable {
  package static func < (lhs: Path, rhs: Path) -> Bool {
    lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
  }
}

extension Path: CustomStringConvertible {
  /// The path for people: control characters and bytes that are not UTF-8 as `\xNN`, so that a hostile
  /// name cannot move a terminal's cursor or look like another.
  package var description: String { printable(bytes) }
}

/// Bytes as text that is safe to print on one line of a terminal.
package func printable(_ bytes: some Collection<UInt8>) -> String {
  var text = ""
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let length = min(rest.count, scalarLength(rest[rest.startIndex]))
    let piece = rest.prefix(length)
    if let valid = String(validating: piece, as: UTF8.self), !isControl(valid) {
      text += valid
      rest = rest.dropFirst(length)
    } else {
      let byte = rest.removeFirst()
      text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
  return text
}

private func scalarLength(_ lead: UInt8) -> Int {
  switch lead {
  case 0xc0..<0xe0: 2
  case 0xe0..<0xf0: 3
  case 0xf0...: 4
  default: 1
  }
}

private func isControl(_ text: String) -> Bool {
  text.unicodeScalars.contains { scalar in
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
