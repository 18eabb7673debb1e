import HostIO
import Synchronization

/// Where the program speaks: results to standard output, complaints and progress to standard error.
final class Console: Sendable {
  /// How much is said.
  enum Volume: Int, Sendable { case quiet, normal, verbose }

  let volume: Volume
  /// Whether standard output is a terminal: a person reads along.
  let isTerminal: Bool
  /// Whether a progress line may be drawn and drawn over on standard error.
  let drawsProgress: Bool
  private let streams = StandardStreams()
  /// Whether a progress line stands on the terminal now.
  private let hasProgress = Mutex(false)

  init(volume: Volume, noProgress: Bool) {
    self.volume = volume
    isTerminal = Terminal.isTerminal(1)
    drawsProgress = !noProgress && volume != .quiet && Terminal.isTerminal(2)
  }

  /// What was asked for: shown always.
  func result(_ text: String) {
    clearProgress()
    try? streams.writeOutput(text + "\n")
  }

  /// A detail of a run: for people on a terminal only.
  func detail(_ text: String) {
    if isTerminal, volume != .quiet { result(text) }
  }

  /// News of a run: for people on a terminal; elsewhere only if asked for.
  func news(_ text: String) {
    guard volume != .quiet, isTerminal || volume == .verbose else { return }
    result(text)
  }

  /// What is wrong: shown always, on standard error.
  func complain(_ text: String) {
    clearProgress()
    try? streams.writeError(Array("pocket-archive: \(text)\n".utf8))
  }

  /// Draws the progress line, over the one before.
  func progress(_ text: String) {
    guard drawsProgress else { return }
    let width = max(20, (Terminal.columns(2) ?? 80) - 1)
    let line = String(text.prefix(width))
    hasProgress.withLock { shown in
      shown = true
      try? streams.writeError(Array("\r\u{1b}[K\(line)".utf8))
    }
  }

  func clearProgress() {
    hasProgress.withLock { shown in
      guard shown else { return }
      shown = false
      try? streams.writeError(Array("\r\u{1b}[K".utf8))
    }
  }
}
