import CYAML

/// A place in a text: line and column from 1, the column in Unicode scalars.
struct TextPlace: Hashable {
  var line: Int
  var column: Int

  /// libyaml counts both from 0.
  init(_ mark: yaml_mark_t) {
    line = Int(clamping: mark.line) + 1
    column = Int(clamping: mark.column) + 1
  }

  /// The place of a byte, or of the end where it is past that. Lines end in LF, CR LF or CR.
  init(ofByte offset: Int, in bytes: some Collection<UInt8>) {
    line = 1
    column = 1
    var isAfterCarriageReturn = false
    for byte in bytes.prefix(max(0, offset)) {
      switch byte {
      case 0x0a where isAfterCarriageReturn: break
      case 0x0a, 0x0d:
        line += 1
        column = 1
      // The later bytes of a scalar.
      case 0x80..<0xc0: break
      default: column += 1
      }
      isAfterCarriageReturn = byte == 0x0d
    }
  }
}
