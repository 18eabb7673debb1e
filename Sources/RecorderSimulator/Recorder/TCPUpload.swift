import HostIO

/// A recording on its way over TCP, with what a recorder sends behind it.
struct TCPUpload: Hashable, Sendable {
  enum Next: Hashable, Sendable {
    /// Bytes, and how long they take.
    case bytes([UInt8], Duration)
    case nothing, end, reset
  }

  static let pieceBytes = 16 << 10
  /// Seen behind the announced bytes.
  static let trailer: [UInt8] = [0xba, 0x5a, 0x02, 0x8f, 0x04, 0xba, 0x5a, 0x02, 0x8f, 0x04]

  let file: SimulatedFile
  let fault: RecorderFaults.Stream?
  private var bytes: [UInt8]?
  private var offset = 0

  init(_ file: SimulatedFile, _ fault: RecorderFaults.Stream?) {
    self.file = file
    self.fault = fault
  }

  /// What comes next.
  mutating func next(from fileSystem: any FileSystem, bytesPerSecond: Int) -> Next {
    if bytes == nil { bytes = (try? file.bytes(from: fileSystem)).map { $0 + Self.trailer } }
    // A file of this machine that is gone, or an encoder that fails, is a recorder that falls silent.
    guard let bytes else { return .nothing }
    switch fault {
    case .reset(let at) where offset >= at: return .reset
    case .stall(let at) where offset >= at: return .nothing
    case .end(let at) where offset >= at: return .end
    default: break
    }
    guard offset < bytes.count else { return .end }
    var end = min(bytes.count, offset + Self.pieceBytes)
    if let at = fault?.place, at > offset { end = min(end, at) }
    defer { offset = end }
    return .bytes(Array(bytes[offset..<end]), .seconds(1) * (end - offset) / max(1, bytesPerSecond))
  }
}
