/// The bytes of a file as a process sees them, and apart from them the bytes that are on the disk.
struct CachedContent: Sendable {
  private enum Change: Sendable {
    case write(offset: Int, bytes: [UInt8])
    case truncate(length: Int)
  }

  /// What a crash leaves of the bytes written to one file since it was synchronized.
  private enum Survival {
    case scattered
    /// So many bytes, in the order in which they were written.
    case torn(Int)
    case zeros
    case all
  }

  /// The least that a disk writes at once.
  static let sectorBytes = 512

  /// What is read.
  private(set) var bytes: [UInt8] = []
  private var durable: [UInt8] = []
  private var pending: [Change] = []
  /// False after a failed `fsync`: changes may be missing from the disk that no later one will
  /// write.
  private var isFaithful = true

  init() {}

  /// Content that is on the disk.
  init(durable bytes: [UInt8]) {
    self.bytes = bytes
    durable = bytes
  }

  mutating func write(_ new: UnsafeRawBufferPointer, at offset: Int) {
    guard !new.isEmpty else { return }
    Self.overlay(new, on: &bytes, at: offset)
    pending.append(.write(offset: offset, bytes: Array(new)))
  }

  mutating func truncate(to length: Int) {
    guard length != bytes.count else { return }
    Self.resize(&bytes, to: length)
    pending.append(.truncate(length: length))
  }

  mutating func synchronize() {
    if isFaithful {
      durable = bytes
    } else {
      var dice = CrashDice(seed: 1)
      durable = survivor(&dice)
    }
    pending = []
  }

  /// A `fsync` that fails. Linux counts the pages as written all the same: what did not reach the
  /// disk stays readable until the machine stops, and no later `fsync` writes it.
  /// Source: fsync(2), ERRORS, EIO.
  mutating func failToSynchronize(_ dice: inout CrashDice) {
    guard !pending.isEmpty else { return }
    durable = survivor(&dice)
    pending = []
    isFaithful = false
  }

  /// What is on the disk after a crash now.
  ///
  /// Changes of the length survive up to one of them, as a journal keeps their order. Bytes survive
  /// whatever the length does; where it grew and they did not, zeros are read.
  func survivor(_ dice: inout CrashDice) -> [UInt8] {
    guard !pending.isEmpty else { return durable }
    var survival = chooseSurvival(&dice)
    var lengthChanges = dice.prefix(of: pending.count)
    if case .all = survival { lengthChanges = pending.count }
    var image = durable
    var length = durable.count
    for (index, change) in pending.enumerated() {
      switch change {
      case .write(let offset, let bytes):
        Self.apply(bytes, at: offset, to: &image, &survival, &dice)
        if index < lengthChanges { length = max(length, offset + bytes.count) }
      case .truncate(let newLength):
        guard index < lengthChanges else { continue }
        length = newLength
        if image.count > length { Self.resize(&image, to: length) }
      }
    }
    Self.resize(&image, to: length)
    return image
  }

  private func chooseSurvival(_ dice: inout CrashDice) -> Survival {
    let total = pending.reduce(0) { sum, change in
      if case .write(_, let bytes) = change { sum + bytes.count } else { sum }
    }
    guard dice.isByChance else { return dice.survives() ? .all : .scattered }
    switch dice.oneOf(4) {
    case 0: return .scattered
    case 1: return .torn(dice.prefix(of: total))
    case 2: return .zeros
    default: return .all
    }
  }

  private static func apply(
    _ bytes: [UInt8], at offset: Int, to image: inout [UInt8], _ survival: inout Survival,
    _ dice: inout CrashDice
  ) {
    bytes.withUnsafeBytes { source in
      switch survival {
      case .all: overlay(source, on: &image, at: offset)
      case .zeros: break
      case .torn(let left):
        overlay(.init(rebasing: source.prefix(left)), on: &image, at: offset)
        survival = .torn(max(0, left - source.count))
      case .scattered:
        var start = 0
        while start < source.count {
          let end = min(source.count, start + sectorBytes - (offset + start) % sectorBytes)
          if dice.survives() {
            overlay(.init(rebasing: source[start..<end]), on: &image, at: offset + start)
          }
          start = end
        }
      }
    }
  }

  private static func overlay(
    _ new: UnsafeRawBufferPointer, on image: inout [UInt8], at offset: Int
  ) {
    if image.count < offset { resize(&image, to: offset) }
    let overlap = min(new.count, image.count - offset)
    if overlap > 0 {
      image.withUnsafeMutableBytes { target in
        UnsafeMutableRawBufferPointer(rebasing: target[offset..<(offset + overlap)])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: new[..<overlap]))
      }
    }
    image.append(contentsOf: new[overlap...])
  }

  private static func resize(_ image: inout [UInt8], to length: Int) {
    if image.count > length {
      image.removeLast(image.count - length)
    } else {
      image.append(contentsOf: repeatElement(0, count: length - image.count))
    }
  }
}
