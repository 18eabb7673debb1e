import FoundationEssentials
import HostIO
import PocketProtocol
import Synchronization

/// What arrives on a link, sorted to whoever waits for it.
///
/// Two things may be under way: a request, and a transfer. Each has a lane. A response goes to the transfer
/// if it asked for such ones, else to the request, else it becomes an event. Bulk bytes go to whoever has the
/// bulk channel, and without anybody nowhere: they are leftovers of a transfer that was broken off, or live
/// audio that nobody listens to.
///
/// A lock guards all of it, not an actor: a chunk of audio passes with one lock and no change of executor.
final class Mailbox: Sendable {
  enum LaneName: Sendable { case request, transfer }

  struct Frame: Sendable {
    let text: String
    let response: Response
  }

  enum Arrival: Sendable {
    case frame(Frame)
    /// Chunks of the bulk channel, in order.
    case bulk([Data])
    case writeFailed(any Error)
    case timedOut
    /// The link is gone, or the session was stopped.
    case ended
  }

  struct Lane {
    let activity: String
    /// Which of the lane's openings this is.
    let number: Int
    /// Which responses are the transfer's.
    let wants: @Sendable (Response) -> Bool
    var frames: [Frame] = []
    var writeFailure: (any Error)?
    var waiter: CheckedContinuation<Void, Never>?
    var timer: (end: Duration, task: Task<Void, Never>)?
  }

  enum BulkOwner {
    case nobody
    case transfer
    case listener(AsyncStream<Data>.Continuation, number: Int)
  }

  struct State {
    var lanes = Lanes()
    var bulkOwner = BulkOwner.nobody
    var bulk: [Data] = []
    var bulkBytes = 0
    /// Bulk bytes that nobody had asked for, so far.
    var strayBytes = 0
    /// The bulk channel's pump, while more has come than is taken.
    var heldPump: CheckedContinuation<Void, Never>?
    var isOver = false
    var absorbed = Absorbed()
    var lastStarted: String?
    /// Lanes opened so far.
    var opened = 0
  }

  struct Lanes {
    var request: Lane?
    var transfer: Lane?

    subscript(_ name: LaneName) -> Lane? {
      get { name == .request ? request : transfer }
      set { if name == .request { request = newValue } else { transfer = newValue } }
    }
  }

  /// More bytes than these, and the bulk channel is not read on until they are taken.
  static let bulkLimit = 64 << 10

  let clock: any HostClock
  let events: AsyncStream<DeviceEvent>
  let eventSink: AsyncStream<DeviceEvent>.Continuation
  let redaction: Redaction
  let state = Mutex(State())

  init(clock: any HostClock, redaction: Redaction) {
    self.clock = clock
    self.redaction = redaction
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
  }

  // MARK: What comes in

  /// Takes a notification of the response channel.
  func take(response notification: Data) {
    for text in ResponseFrames.split(notification) {
      let frame = Frame(text: text, response: Response.parse(text))
      let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
        guard let name = state.lanes.name(for: frame.response) else {
          surface(frame, &state)
          return nil
        }
        state.lanes[name]?.frames.append(frame)
        return state.lanes[name]?.waiter.take()
      }
      waiter?.resume()
    }
  }

  /// Takes bytes of the bulk channel.
  ///
  /// - Returns: Whether there is room for more; else `untilRoom()` says when.
  func take(bulk bytes: Data) -> Bool {
    let (waiter, hasRoom) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Bool) in
      switch state.bulkOwner {
      case .nobody:
        state.strayBytes &+= bytes.count
        return (nil, true)
      case .listener(let sink, _):
        sink.yield(bytes)
        return (nil, true)
      case .transfer:
        state.bulk.append(bytes)
        state.bulkBytes += bytes.count
        return (state.lanes.transfer?.waiter.take(), state.bulkBytes < Self.bulkLimit)
      }
    }
    waiter?.resume()
    return hasRoom
  }

  func untilRoom() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isOver || state.bulkBytes < Self.bulkLimit { return true }
        state.heldPump = continuation
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Which opening of a lane it is that is open; 0 for none.
  func number(of name: LaneName) -> Int { state.withLock { $0.lanes[name]?.number ?? 0 } }

  /// Tells whoever waits in a lane that the frame of it could not be written. Who waited for an earlier
  /// frame is gone, and nobody else hears of it.
  func failWrite(_ error: any Error, in name: LaneName, _ number: Int) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.lanes[name]?.number == number else { return nil }
      state.lanes[name]?.writeFailure = error
      return state.lanes[name]?.waiter.take()
    }
    waiter?.resume()
  }

  /// Ends everything: lanes, listeners and events.
  ///
  /// - Parameters:
  ///   - event: Is the last one.
  func end(saying event: DeviceEvent?) {
    typealias Waiter = CheckedContinuation<Void, Never>
    let (waiters, listener) = state.withLock {
      state -> ([Waiter?], AsyncStream<Data>.Continuation?) in
      state.isOver = true
      if let event { eventSink.yield(event) }
      eventSink.finish()
      let waiters = [
        state.lanes.request?.waiter.take(), state.lanes.transfer?.waiter.take(),
        state.heldPump.take(),
      ]
      guard case .listener(let sink, _) = state.bulkOwner else { return (waiters, nil) }
      return (waiters, sink)
    }
    for waiter in waiters { waiter?.resume() }
    // Outside the lock: it tells the one who listens, who comes back for the lock.
    listener?.finish()
  }

  // MARK: What comes unasked

  /// Hands on a frame that nobody expected.
  func surface(_ frame: Frame) { state.withLock { surface(frame, &$0) } }

  private func surface(_ frame: Frame, _ state: inout State) {
    if state.absorbed.take(frame.response) { return }
    switch frame.response {
    case .recordingStarted(let id), .recordingInProgress(since: let id, _): state.lastStarted = id
    default: break
    }
    eventSink.yield(DeviceEvent(frame.response, text: frame.text, redaction))
  }

  func yield(_ event: DeviceEvent) { eventSink.yield(event) }

  /// The recording that the recorder said last was started or is running.
  var lastStarted: String? { state.withLock { $0.lastStarted } }

  /// A reply to a frame that keeps something alive is to be absorbed, once.
  func expectReply(to command: Command) { state.withLock { $0.absorbed.expect(command) } }

  /// No such reply will come: the frame was not written.
  func expectNoReply(to command: Command) { state.withLock { $0.absorbed.forget(command) } }

  /// Bulk bytes that came and nobody had asked for: while the number grows, something is still being sent.
  var strayBytes: Int { state.withLock { $0.strayBytes } }

  // MARK: Lanes

  /// Opens a lane.
  ///
  /// - Throws: `.busy`, `.disconnected`.
  func open(
    _ name: LaneName, for activity: String, takesBulk: Bool = false,
    wants: @escaping @Sendable (Response) -> Bool = { _ in false }
  ) throws(PocketError) {
    let fault = state.withLock { state -> PocketError? in
      if state.isOver { return .disconnected }
      if let other = state.lanes[name] { return .busy("\(other.activity) is in progress") }
      state.opened += 1
      state.lanes[name] = Lane(activity: activity, number: state.opened, wants: wants)
      if takesBulk { state.bulkOwner = .transfer }
      return nil
    }
    if let fault { throw fault }
  }

  /// Drops what the open lane wanted and has not taken.
  func discardFrames(in name: LaneName) { state.withLock { $0.lanes[name]?.frames = [] } }

  /// Closes a lane. What arrived in it and was not taken is surfaced.
  func close(_ name: LaneName) {
    typealias Pump = CheckedContinuation<Void, Never>
    let (timer, pump) = state.withLock { state -> (Task<Void, Never>?, Pump?) in
      let lane = state.lanes[name]
      state.lanes[name] = nil
      for frame in lane?.frames ?? [] { surface(frame, &state) }
      guard name == .transfer else { return (lane?.timer?.task, nil) }
      state.bulkOwner = .nobody
      state.bulk = []
      state.bulkBytes = 0
      return (lane?.timer?.task, state.heldPump.take())
    }
    timer?.cancel()
    pump?.resume()
  }
}

extension Mailbox.Lanes {
  /// Whose a response is; nil for nobody's.
  fileprivate func name(for response: Response) -> Mailbox.LaneName? {
    if let transfer, transfer.wants(response) { return .transfer }
    if request != nil { return .request }
    return response == .unknown && transfer != nil ? .transfer : nil
  }
}
