@preconcurrency import Dispatch
import Glibc

/// A request to end that reached this process.
package enum TerminationSignal: Hashable, Sendable, CaseIterable {
  /// Ctrl-C at a terminal (`SIGINT`).
  case interrupt
  /// A service manager or `kill` (`SIGTERM`).
  case terminate

  /// The number of the signal. A shell reports 128 more than this for a process it ended.
  package var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    }
  }
}

/// Signals that ask to end, as values to wait for.
package enum TerminationSignals {
  /// The requests from here on, in the order in which they come.
  ///
  /// While the stream lives these signals do not end the process. When it ends, because its consumer
  /// was cancelled or let it go, they do so again: a second Ctrl-C then ends a program that hangs.
  package static func stream() -> AsyncStream<TerminationSignal> {
    AsyncStream { continuation in
      let queue = DispatchQueue(label: "termination signals")
      let sources = TerminationSignal.allCases.map { signal in
        // A dispatch source sees signals that are ignored, and only then is the default action off.
        Glibc.signal(signal.number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: signal.number, queue: queue)
        source.setEventHandler { @Sendable in continuation.yield(signal) }
        source.resume()
        return source
      }
      continuation.onTermination = { @Sendable _ in
        for source in sources { source.cancel() }
        for signal in TerminationSignal.allCases { Glibc.signal(signal.number, SIG_DFL) }
      }
    }
  }
}
