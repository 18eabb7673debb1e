/// Walks over all bytes of a file, in whatever pieces they come, and says what each is.
///
/// The result depends on the bytes alone and not on how they were cut. Memory is constant: a piece and
/// 16 KiB. Source of the rules: docs/validation.md.
public struct FrameWalk: Sendable {
  private var walker = Walker()
  /// Bytes that came and could not be decided on yet.
  private var pending: [UInt8] = []

  public init() {}

  /// Takes the next bytes.
  public mutating func consume(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    pending.append(contentsOf: bytes)
    advance(isEnd: false)
  }

  /// Takes the next bytes.
  public mutating func consume(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { consume($0) }
  }

  /// What was found; the walk is used up.
  public consuming func finish() -> Inspection {
    advance(isEnd: true)
    return walker.inspection()
  }

  /// Walks over bytes that are all here.
  public static func inspect(_ bytes: [UInt8]) -> Inspection {
    var walk = FrameWalk()
    walk.consume(bytes)
    return walk.finish()
  }

  private mutating func advance(isEnd: Bool) {
    var walker = walker
    let used = pending.withUnsafeBufferPointer { bytes in
      var window = Window(bytes, isEnd: isEnd)
      var used = 0
      while window.isReady, window.count > 0 {
        let step = walker.step(window)
        used += step
        window = window.dropping(step)
      }
      if isEnd { walker.end() }
      return used
    }
    self.walker = walker
    if used == pending.count {
      pending.removeAll(keepingCapacity: true)
    } else if used > 0 {
      pending.removeSubrange(..<used)
    }
  }
}
