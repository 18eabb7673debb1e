extension Walker {
  /// Takes the frame at the window's start.
  ///
  /// - Returns: Its length; nil if there is no whole frame of this stream.
  mutating func stepFrame(_ window: Window, _ header: FrameHeader) -> Int? {
    guard accepts(header, window) else { return nil }
    if header.byteCount == nil, freeLength == nil {
      freeLength = FrameChain.freeLength(window, header)
    }
    guard let length = FrameChain.length(window, header, free: freeLength),
      length <= window.count, isFollowed(window, length, header)
    else { return nil }
    if first == nil { begin(window, header) }
    if current.map({ !$0.isSameKind(as: header) }) ?? false { changeFormat(header) }
    if frames == 0, headerFrame == nil, let table = HeaderFrame(window, header) {
      headerFrame = (table, offset)
      current = header
      isRecorderFormat = false
      reservoir.skip(bytes: 0)
      return take(.headerFrame, length)
    }
    inspect(window, header, length)
    if header.bitRateKbps != first?.bitRateKbps { variesInRate = true }
    current = header
    frames += 1
    samples += Int64(header.samplesPerFrame)
    return take(.frame, length)
  }

  /// Whether a frame with this header may come here.
  private func accepts(_ header: FrameHeader, _ window: Window) -> Bool {
    guard let current else { return FrameChain.holds(window, header, frames: 3) }
    if isRecorderFormat { return header.bits == FrameHeader.recorderBits }
    return header.isSameKind(as: current) || FrameChain.holds(window, header, frames: 3)
  }

  /// A frame is whole only if what comes behind it is a frame, a tag, or the end of the file.
  private func isFollowed(_ window: Window, _ length: Int, _ header: FrameHeader) -> Bool {
    if window.isEnd(at: length) { return true }
    if let next = window.header(length) {
      if next.isSameKind(as: header) { return true }
      if FrameChain.holds(window.dropping(length), next, frames: 3) { return true }
    }
    if window.isEnd, window.count - length < 4,
      isFrameBeginning(window.dropping(length), like: header)
    {
      return true
    }
    return Tag.at(length, in: window, searching: true) != nil
  }

  private mutating func begin(_ window: Window, _ header: FrameHeader) {
    first = header
    guard header.bits == FrameHeader.recorderBits else { return }
    // A file of another kind may begin with such a frame by chance; its next ones differ.
    isRecorderFormat = (1...2).allSatisfy { frame in
      let next = window.word(frame * 144)
      return next == FrameHeader.recorderBits || window.header(frame * 144) == nil
    }
  }

  private mutating func changeFormat(_ header: FrameHeader) {
    note(
      .formatChange, at: offset, length: 4,
      "The stream changes its version, layer or sample rate: two recordings were joined.")
    freeLength = nil
    reservoir.forget()
  }

  /// Looks into a whole frame: checksum, and Layer III side information.
  private mutating func inspect(_ window: Window, _ header: FrameHeader, _ length: Int) {
    if header.hasCRC, !FrameChecksum.isRight(window, header, length: length) {
      note(.wrongCRC, at: offset, length: Int64(length), "The frame's checksum is wrong.")
    }
    guard header.layer == .iii else { return }
    let room = length - header.headerSize - header.sideInformationSize
    guard room >= 0 else {
      note(
        .impossibleSideInformation, at: offset, length: Int64(length),
        "The frame is too short for its side information.")
      return
    }
    switch reservoir.take(SideInformation(window, header), size: room) {
    case .fits: break
    case .startsEarlier:
      note(
        .startsMidReservoir, at: offset, length: Int64(length),
        "The first frame needs data of earlier ones: the stream was cut from a longer one.")
    case .overlaps(let bytes):
      // Encoders of other files waste and share bits in ways that the recorder's does not.
      guard isRecorderFormat else { return }
      note(
        .reservoirBroken, at: offset, length: Int64(length),
        "The frame's data overlap those before by \(bytes) bytes: frames are missing or swapped.")
    case .exceeds(let bytes):
      note(
        .reservoirBroken, at: offset, length: Int64(length),
        "The frame's side information claims \(bytes) bytes more than there are.")
    case .impossibleValues:
      note(
        .impossibleSideInformation, at: offset, length: Int64(length),
        "The frame's side information holds values that cannot be.")
    }
  }

  /// Takes what is left of a file that ends inside a frame.
  ///
  /// - Returns: How many bytes; nil if this is not the beginning of a frame at the end of the file.
  mutating func stepTail(_ window: Window) -> Int? {
    guard window.isEnd, let current, isFrameBeginning(window, like: current) else { return nil }
    if isRecorderFormat {
      guard window.count < 144 else { return nil }
      note(
        .subFrameTail, at: offset, length: Int64(window.count),
        "The last \(window.count) bytes are the beginning of a frame, as the recorder leaves it.")
      return take(.tail, window.count)
    }
    guard let header = window.header(0), let length = lengthOfCut(window, header),
      window.count < length
    else { return nil }
    note(
      .cutFrame, at: offset, length: Int64(window.count),
      "The last frame is cut: \(window.count) of \(length) bytes are there.")
    return take(.junk, window.count)
  }

  private func lengthOfCut(_ window: Window, _ header: FrameHeader) -> Int? {
    FrameChain.length(window, header, free: freeLength)
  }

  /// Whether the window's first bytes, as many as there are of four, could begin a frame of this stream.
  private func isFrameBeginning(_ window: Window, like current: FrameHeader) -> Bool {
    if window.count >= 4 {
      guard let header = window.header(0) else { return false }
      return isRecorderFormat
        ? header.bits == FrameHeader.recorderBits : header.isSameKind(as: current)
    }
    for index in 0..<window.count {
      let expected = UInt8(truncatingIfNeeded: current.bits >> UInt32(24 - 8 * index))
      // Only sync, version and layer are the same in every frame of any stream.
      if index < 2 || isRecorderFormat, window[index] != expected { return false }
    }
    return true
  }
}
