import FoundationEssentials
import HostIO
import PocketProtocol
import Synchronization

extension Mailbox {
  /// Whatever arrives next in a lane: frames before bytes, and both before the end of the link.
  ///
  /// - Parameters:
  ///   - deadline: On the monotonic clock; `.timedOut` then.
  /// - Throws: `CancellationError`.
  func next(_ name: LaneName, until deadline: Duration) async throws -> Arrival {
    while true {
      try Task.checkCancellation()
      if let arrival = taken(name) { return arrival }
      guard clock.monotonic < deadline else { return .timedOut }
      arm(name, deadline)
      await withTaskCancellationHandler {
        await withCheckedContinuation { park($0, name) }
      } onCancel: {
        wake(name)
      }
    }
  }

  /// Whether something has arrived in a lane that was not taken yet.
  func hasArrivals(_ name: LaneName) -> Bool {
    state.withLock { $0.hasArrivals(name) }
  }

  private func taken(_ name: LaneName) -> Arrival? {
    let (arrival, pump) = state.withLock { state -> (Arrival?, CheckedContinuation<Void, Never>?) in
      if state.lanes[name]?.frames.isEmpty == false {
        return (state.lanes[name]?.frames.removeFirst()).map { (.frame($0), nil) } ?? (nil, nil)
      }
      if name == .transfer, !state.bulk.isEmpty {
        var chunks: [Data] = []
        swap(&chunks, &state.bulk)
        state.bulkBytes = 0
        return (.bulk(chunks), state.heldPump.take())
      }
      if let failure = state.lanes[name]?.writeFailure {
        state.lanes[name]?.writeFailure = nil
        return (.writeFailed(failure), nil)
      }
      return (state.isOver ? .ended : nil, nil)
    }
    pump?.resume()
    return arrival
  }

  /// A task is marked as cancelled before its handler runs. So either the mark is seen here, or the handler,
  /// which needs the same lock, finds who waits.
  private func park(_ continuation: CheckedContinuation<Void, Never>, _ name: LaneName) {
    let isDue = state.withLock { state in
      guard state.lanes[name] != nil, !state.hasArrivals(name), !Task.isCancelled else {
        return true
      }
      state.lanes[name]?.waiter = continuation
      return false
    }
    if isDue { continuation.resume() }
  }

  private func wake(_ name: LaneName) {
    let waiter = state.withLock { $0.lanes[name]?.waiter.take() }
    waiter?.resume()
  }

  /// Sees to it that somebody wakes the lane at the deadline, or before, which does no harm.
  private func arm(_ name: LaneName, _ deadline: Duration) {
    let now = clock.monotonic
    let old = state.withLock { state -> Task<Void, Never>? in
      guard let lane = state.lanes[name] else { return nil }
      if let timer = lane.timer, timer.end <= deadline, timer.end > now { return nil }
      let task = clock.spawn { [weak self, clock] in
        guard (try? await clock.sleep(for: deadline - now)) != nil else { return }
        self?.wake(name)
      }
      state.lanes[name]?.timer = (deadline, task)
      return lane.timer?.task
    }
    old?.cancel()
  }
}

extension Mailbox.State {
  fileprivate func hasArrivals(_ name: Mailbox.LaneName) -> Bool {
    if isOver { return true }
    guard let lane = lanes[name] else { return false }
    return !lane.frames.isEmpty || lane.writeFailure != nil || name == .transfer && !bulk.isEmpty
  }
}
