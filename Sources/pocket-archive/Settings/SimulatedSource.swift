import ArchivePipeline
import HostIO
import PocketProtocol
import RecorderSimulator
import RecorderSource

/// A simulated recorder as a source: the whole way a real one takes, but for the radio.
struct SimulatedFinder: RecorderFinder {
  private let recorder: SimulatedRecorder
  private let seed: UInt64

  init(seed: UInt64, host: Host) {
    self.seed = seed
    recorder = SimulatedRecorder(seed: seed, clock: host.clock, fileSystem: host.fileSystem)
  }

  var kind: ArchiveIdentity.Kind { .simulated }
  var identity: String? { "simulated-\(seed)" }

  func open() async throws(SourceError) -> OpenLink {
    do throws(PocketError) {
      return OpenLink(transport: try recorder.connect(), name: recorder.name)
    } catch {
      throw SourceError(code: .busy, detail: "the simulated recorder is busy")
    }
  }

  /// The seed that `simulated` or `simulated:SEED` names; nil for any other text.
  static func seed(in text: String) -> UInt64? {
    if text == "simulated" { return 1 }
    let prefix = "simulated:"
    return text.hasPrefix(prefix) ? UInt64(text.dropFirst(prefix.count)) : nil
  }
}
