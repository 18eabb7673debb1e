import FoundationEssentials
import PocketProtocol

/// What `PocketDevice` asks of the first bytes of a recording: an MP3 frame of the recorder's format.
struct FirstBytes {
  private var head: [UInt8] = []

  /// - Throws: `.notMP3` for anything but `FF F3`.
  mutating func check(_ bytes: Data) throws(PocketError) {
    guard head.count < 2 else { return }
    head += bytes.prefix(2 - head.count)
    if head != Array([0xff, 0xf3].prefix(head.count)) { throw .notMP3 }
  }
}

/// How much of what was announced is here.
struct Progress {
  private let report: (@Sendable (Double) -> Void)?
  private var announced = 0
  private var received = 0
  private var reported = 0.0

  init(_ report: (@Sendable (Double) -> Void)?) { self.report = report }

  mutating func announce(_ bytes: Int) { (announced, received, reported) = (bytes, 0, 0) }

  /// Told in steps of a thousandth, as nobody sees less, and at the end.
  mutating func receive(_ bytes: Int) {
    received += bytes
    guard let report, announced > 0 else { return }
    let part = Double(received) / Double(announced)
    guard part - reported >= 0.001 || received == announced else { return }
    reported = part
    report(part)
  }
}

/// Keeps a recording in memory.
final class MemorySink: RecordingSink {
  private(set) var data = Data()
  private var head = FirstBytes()
  private var progress: Progress

  init(progress: (@Sendable (Double) -> Void)?) { self.progress = Progress(progress) }

  func announce(bytes: Int) {
    data = Data()
    head = FirstBytes()
    progress.announce(bytes)
  }

  func receive(_ bytes: Data) throws {
    try head.check(bytes)
    data.append(bytes)
    progress.receive(bytes.count)
  }
}
