import HostIO
import PocketProtocol
import Synchronization

/// What its own network asks of a simulated recorder.
extension SimulatedRecorder {
  func join(ssid: String, passphrase: String) -> Bool {
    let now = clock.now
    return state.withLock { state in
      if state.machine.faults.take(\.failedJoins) { return false }
      let key = state.machine.key ?? ""
      guard ssid == state.machine.name, passphrase == key.prefix(8) else { return false }
      return state.machine.accessPoint.join(now: now)
    }
  }

  func leave() { state.withLock { $0.machine.accessPoint.leave() } }

  func connectTCP() -> SimulatedAccessPoint.Answer {
    let now = clock.now
    return state.withLock { $0.machine.accessPoint.connect(now: now) }
  }

  func disconnectTCP() {
    let now = clock.now
    state.withLock { state in
      state.upload = nil
      state.machine.accessPoint.disconnect(now: now)
    }
  }

  func beginTCP(_ file: SimulatedFile) {
    state.withLock { state in
      state.upload = TCPUpload(file, state.machine.faults.take(streamOf: file.rawID))
    }
  }

  func nextTCP() -> TCPUpload.Next {
    let now = clock.now
    let (next, link) = state.withLock { state -> (TCPUpload.Next, SimulatedLink?) in
      guard state.machine.accessPoint.isConnected(now) else { return (.reset, nil) }
      let rate = state.machine.firmware.wifiBytesPerSecond
      guard let next = state.upload?.next(from: fileSystem, bytesPerSecond: rate) else {
        return (.nothing, nil)
      }
      guard next == .end else { return (next, nil) }
      state.upload = nil
      state.machine.accessPoint.disconnect(now: now)
      return (next, state.link)
    }
    link?.perform([.reply(.transferComplete)])
    return next
  }
}
