/// A first frame that holds a table in place of sound: Xing, Info (LAME) or VBRI (Fraunhofer).
struct HeaderFrame {
  let name: String
  /// Audio frames that it announces; nil where it does not say.
  let frames: Int64?

  /// What the frame at the window's start is; nil for a frame of sound.
  ///
  /// Source: the Xing table stands behind the side information, its frame count where bit 0 of its flags is
  /// set; the VBRI table stands 32 bytes behind the header.
  init?(_ window: Window, _ header: FrameHeader) {
    guard header.layer == .iii else { return nil }
    // Some writers leave room for the CRC and some do not.
    for place in [4 + header.sideInformationSize, 6 + header.sideInformationSize] {
      for (word, name) in [("Xing", "Xing"), ("Info", "Info")] as [(StaticString, String)]
      where window.starts(with: word, at: place) {
        self.name = name
        let hasCount = window[place + 7] & 1 == 1
        frames = hasCount ? Int64(window.word(place + 8)) : nil
        return
      }
    }
    guard window.starts(with: "VBRI", at: 36) else { return nil }
    name = "VBRI"
    frames = Int64(window.word(36 + 14))
  }
}
