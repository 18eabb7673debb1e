import FoundationEssentials
import HostIO
import PocketProtocol

/// A recording on its way out, in chunks of one notification.
package struct Upload: Hashable, Sendable {
  /// Bytes of audio in one notification.
  package static let chunkBytes = SimulatedRecordings.notificationBytes

  let file: SimulatedFile
  let fault: RecorderFaults.Transfer?
  private var bytes: [UInt8]?
  private var offset = 0

  init(_ file: SimulatedFile, _ fault: RecorderFaults.Transfer?) {
    self.file = file
    self.fault = fault
  }

  /// What a recorder does when a recording is asked for.
  static func actions(
    for file: SimulatedFile, _ fault: RecorderFaults.Transfer?
  ) -> [RecorderMachine.Action] {
    let upload = RecorderMachine.Action.upload(Upload(file, fault))
    let size = RecorderMachine.Action.reply(.transferSize(file.byteCount))
    switch fault {
    case .noSize: return [.fallSilent]
    case .noBytes: return [size, .fallSilent]
    case .earlyEnd: return [size, .reply(.transferComplete), upload]
    case .bytesFirst where file.byteCount > 0: return [upload]
    case .short, .surplus, .noMP3, .bytesFirst, nil:
      return file.byteCount == 0 ? [size, .reply(.transferComplete)] : [size, upload]
    }
  }

  /// Whether more was announced than is sent.
  var endsInSilence: Bool { if case .short = fault { true } else { false } }

  /// The next chunk, and what is said after it; nil once nothing is left.
  ///
  /// - Throws: `.encoding`, `.file`.
  mutating func next(
    from fileSystem: any FileSystem
  ) throws(SimulatorError) -> (chunk: Data, replies: [Response])? {
    let bytes = try content(fileSystem)
    guard offset < bytes.count else { return nil }
    let end = min(bytes.count, offset + Self.chunkBytes)
    defer { offset = end }
    var replies: [Response] = []
    if fault == .bytesFirst, offset == 0 { replies.append(.transferSize(file.byteCount)) }
    if fault != .earlyEnd, end == bytes.count { replies.append(.transferComplete) }
    return (Data(bytes[offset..<end]), replies)
  }

  private mutating func content(_ fileSystem: any FileSystem) throws(SimulatorError) -> [UInt8] {
    if let bytes { return bytes }
    var content = try file.bytes(from: fileSystem)
    switch fault {
    case .short(let count): content = Array(content.prefix(count))
    case .surplus(let count): content += [UInt8](repeating: 0xba, count: count)
    case .noMP3:
      let text = Array("<html><body>404 Not Found</body></html>\n".utf8)
      content = content.indices.map { text[$0 % text.count] }
    case .noSize, .noBytes, .earlyEnd, .bytesFirst, nil: break
    }
    bytes = content
    return content
  }
}
