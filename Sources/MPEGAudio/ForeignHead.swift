/// What a file that is no MPEG audio seems to be, from its first bytes.
enum ForeignHead {
  /// One English sentence.
  static func describe(_ head: [UInt8]) -> String {
    if head.allSatisfy({ $0 == 0 }) { return "The file begins with nothing but zero bytes." }
    for (magic, offset, name) in magics where has(magic, at: offset, head) {
      return "This is \(name), not MPEG audio."
    }
    let text = head.drop { $0 == 0xef || $0 == 0xbb || $0 == 0xbf || $0 <= 0x20 }
    let lower = String(decoding: text.prefix(64), as: UTF8.self).lowercased()
    if ["<!doctype html", "<html", "<head", "<body"].contains(where: { lower.hasPrefix($0) }) {
      return "This is an HTML page, not MPEG audio."
    }
    if lower.hasPrefix("<?xml") { return "This is XML, not MPEG audio." }
    if lower.hasPrefix("{") || lower.hasPrefix("[") {
      return "This is JSON or text, not MPEG audio."
    }
    let isText = head.allSatisfy { $0 >= 0x20 || $0 == 9 || $0 == 10 || $0 == 13 }
    return isText
      ? "This is text, not MPEG audio." : "There is no chain of MPEG audio frames in the file."
  }

  private static let magics: [(magic: String, offset: Int, name: String)] = [
    ("RIFF", 0, "a RIFF file (WAV, AVI)"), ("OggS", 0, "an Ogg file"), ("fLaC", 0, "a FLAC file"),
    ("ftyp", 4, "an MP4 or M4A file"), ("PK\u{3}\u{4}", 0, "a ZIP archive"),
    ("PNG\r\n", 1, "a PNG image"), ("JFIF", 6, "a JPEG image"), ("Exif", 6, "a JPEG image"),
    ("%PDF", 0, "a PDF document"), ("GIF8", 0, "a GIF image"), ("caff", 0, "a CAF file"),
    ("FORM", 0, "an AIFF file"), ("\u{1a}E\u{df}", 0, "a Matroska file"),
  ]

  private static func has(_ magic: String, at offset: Int, _ head: [UInt8]) -> Bool {
    let bytes = magic.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return head.dropFirst(offset).starts(with: bytes)
  }
}
