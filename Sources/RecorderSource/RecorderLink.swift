import ArchivePipeline
import HostIO
import PocketProtocol
import PocketSession

/// The link to one recorder over a whole run: opened when it is needed, and again when it was lost, each
/// time with a fresh transport and device.
actor RecorderLink {
  private let finder: any RecorderFinder
  private let key: String
  private let clock: any HostClock
  private var device: PocketDevice?
  private var reconnection = Reconnection()
  /// Whether the link was up before.
  private var wasOpen = false
  /// What broke the link, until it is opened again.
  private var lost: SourceError?
  /// Why the recorder is not looked for any more; nil while it is.
  private var givenUp: SourceError?
  /// What people call the recorder; known once it was open.
  private(set) var name = ""

  init(finder: any RecorderFinder, key: String, clock: any HostClock) {
    self.finder = finder
    self.key = key
    self.clock = clock
  }

  /// A device that is connected.
  ///
  /// - Throws: `.keyRefused`; at the first time `.notFound`, `.busy`, `.noRadio`; `.link` once it was tried
  ///   too often.
  func connected() async throws(SourceError) -> PocketDevice {
    if let device, await device.session.isUsable { return device }
    if let givenUp { throw givenUp }
    await drop()
    if let lost { try await wait(after: lost) }
    lost = nil
    while true {
      do throws(SourceError) {
        let device = try await opened()
        self.device = device
        wasOpen = true
        return device
      } catch {
        // A recorder that was there a moment ago is looked for again; one that never was is away.
        guard error.code == .link || wasOpen && error.code.mayPass else { throw error }
        try await wait(after: error)
      }
    }
  }

  /// Asks something, again on a fresh link where the link failed.
  func asking<Value: Sendable>(
    _ question: @Sendable (PocketDevice) async throws -> Value
  ) async throws(SourceError) -> Value {
    while true {
      let device = try await connected()
      do {
        return try await question(device)
      } catch {
        let error = SourceError(error)
        guard error.code == .link else { throw error }
        await drop()
        lost = error
      }
    }
  }

  /// A transfer failed. Whatever is still on its way ends with the link; only a link that was lost by itself
  /// counts against the recorder.
  func failed(_ error: any Error) async {
    await drop()
    if error as? PocketError == .disconnected { lost = SourceError(error) }
  }

  /// Something came home.
  func progressed() { reconnection.progressed() }

  /// Ends the link. What is asked next opens another.
  func drop() async {
    await device?.disconnect()
    device = nil
  }

  private func opened() async throws(SourceError) -> PocketDevice {
    let link = try await finder.open()
    name = link.name
    let device = PocketDevice(transport: link.transport, sessionKey: key, clock: clock)
    do {
      try await device.connect()
    } catch {
      throw SourceError(error)
    }
    return device
  }

  private func wait(after error: SourceError) async throws(SourceError) {
    guard let wait = reconnection.next() else {
      givenUp = error
      throw error
    }
    do {
      try await clock.sleep(for: wait)
    } catch {
      throw SourceError(error)
    }
  }
}

extension SourceError.Code {
  /// Whether it may be otherwise a moment later.
  fileprivate var mayPass: Bool { self == .notFound || self == .busy || self == .noRadio }
}
