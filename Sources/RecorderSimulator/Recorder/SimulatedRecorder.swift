package import HostIO
package import PocketProtocol
package import PocketSession
import Synchronization

/// A recorder in memory: it keeps its recordings from one connection to the next, and talks to one central
/// at a time.
package final class SimulatedRecorder: Sendable {
  struct State {
    var machine: RecorderMachine
    var link: SimulatedLink?
    /// Chunks that went out, over all connections.
    var chunks = 0
    var connections = 0
    var received: [String] = []
    /// Whether somebody waits in vain on the link.
    var isSilent = false
    var upload: TCPUpload?
  }

  let clock: any HostClock
  let fileSystem: any FileSystem
  /// Of the bulk channel; nil for as fast as it is taken.
  let bytesPerSecond: Int?
  let state: Mutex<State>
  private let onSilence: (@Sendable (SimulatedRecorder) -> Void)?

  /// The key that a recorder made from a seed is bound to.
  package static let key = "SimulatedKey0001"

  /// - Parameters:
  ///   - bytesPerSecond: Of the bulk channel, on the clock; nil for as fast as it is taken.
  ///   - onSilence: Is told that a fault has made it say no more on this link.
  package init(
    _ machine: RecorderMachine, clock: any HostClock, fileSystem: any FileSystem,
    bytesPerSecond: Int? = nil, onSilence: (@Sendable (SimulatedRecorder) -> Void)? = nil
  ) {
    self.onSilence = onSilence
    self.clock = clock
    self.fileSystem = fileSystem
    self.bytesPerSecond = bytesPerSecond
    state = Mutex(State(machine: machine))
  }

  /// The recorder of a seed: one seed, one recorder.
  package convenience init(
    seed: UInt64, _ length: RecorderContents.Length = .ordinary,
    firmware: FirmwareProfile = .v17,
    faults: RecorderFaults = RecorderFaults(), clock: any HostClock, fileSystem: any FileSystem,
    onSilence: (@Sendable (SimulatedRecorder) -> Void)? = nil
  ) {
    let number = String(seed & 0xffff, radix: 16)
    let machine = RecorderMachine(
      // 00:00:5e:00 begins the range that is set aside for documentation.
      name: "PKT01_SIM_\(seed)",
      macAddress: "00005e00" + String(repeating: "0", count: 4 - number.utf8.count) + number,
      key: Self.key, files: RecorderContents(seed: seed, length).files,
      firmware: firmware, faults: faults)
    self.init(machine, clock: clock, fileSystem: fileSystem, onSilence: onSilence)
  }

  package var name: String { state.withLock { $0.machine.name } }
  package var files: [SimulatedFile] { state.withLock { $0.machine.files } }
  /// How often somebody connected.
  package var connections: Int { state.withLock { $0.connections } }
  /// Chunks that went out over all connections.
  package var chunks: Int { state.withLock { $0.chunks } }
  /// Every frame that was written to it.
  package var received: [String] { state.withLock { $0.received } }

  /// Changes the recorder itself, as its owner does with buttons.
  package func change(_ body: (inout RecorderMachine) -> Void) {
    state.withLock { body(&$0.machine) }
  }

  /// Presses the record button.
  package func pressRecord() {
    let now = clock.now
    let (link, actions) = state.withLock { state in
      (state.link, state.machine.startRecording(now: now))
    }
    link?.perform(actions)
  }

  /// A link to it. Where it delivers its replies several times, that is mended on the link, as it has to be.
  ///
  /// - Throws: `.busy` while somebody else has one.
  package func connect() throws(PocketError) -> any PocketTransport {
    let link = try connectUnfiltered()
    return faults.copies > 1 ? EchoFilteredTransport(link, clock: clock) : link
  }

  /// As `connect()`, with the replies as they come.
  ///
  /// - Throws: `.busy` while somebody else has one.
  package func connectUnfiltered() throws(PocketError) -> SimulatedLink {
    let link = SimulatedLink(to: self)
    let isFree = state.withLock { state in
      guard state.link == nil else { return false }
      state.link = link
      state.connections += 1
      state.machine.linkChanged()
      return true
    }
    guard isFree else { throw .busy("the recorder talks to somebody else") }
    return link
  }

  func receive(_ frame: String) -> [RecorderMachine.Action] {
    let now = clock.now
    return state.withLock { state in
      state.received.append(frame)
      return state.machine.receive(frame, now: now)
    }
  }

  func linkEnded(_ link: SimulatedLink) {
    state.withLock { state in
      guard state.link === link else { return }
      state.link = nil
      state.isSilent = false
      state.machine.linkChanged()
    }
  }

  func fellSilent(_ link: SimulatedLink) {
    let isNews = state.withLock { state in
      guard state.link === link, !state.isSilent else { return false }
      state.isSilent = true
      return true
    }
    if isNews { onSilence?(self) }
  }

  /// Does something while somebody waits in vain: that link does not end, and no other begins, meanwhile.
  ///
  /// - Returns: Whether it was so.
  package func ifSilent(_ body: () -> Void) -> Bool {
    state.withLock { state in
      if state.isSilent { body() }
      return state.isSilent
    }
  }

  /// Counts a chunk that is about to go out.
  ///
  /// - Returns: Whether the link is cut instead.
  func countChunk() -> Bool {
    state.withLock { state in
      state.chunks += 1
      return state.machine.faults.cuts(at: state.chunks)
    }
  }

  var faults: RecorderFaults { state.withLock { $0.machine.faults } }
}
