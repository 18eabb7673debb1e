import CSystem
@preconcurrency import Dispatch
import Glibc
import Synchronization

/// TCP by non-blocking sockets. Each connection waits on a queue of its own, so that no thread of the
/// concurrency runtime ever blocks.
package struct LinuxTCP: TCPConnecting {
  package init() {}

  package func connect(
    to address: String, port: UInt16, interface: String?, timeout: Duration
  ) async throws -> any TCPConnection {
    let waiting = try WaitingQueue()
    let descriptor = try await waiting.perform { wake in
      let milliseconds = timeout.milliseconds
      guard let interface else {
        return Int(pa_tcp_connect(address, port, nil, wake, milliseconds))
      }
      return Int(pa_tcp_connect(address, port, interface, wake, milliseconds))
    }
    return LinuxTCPConnection(descriptor: Int32(descriptor), waiting: waiting)
  }
}

private final class LinuxTCPConnection: TCPConnection {
  /// What one system call takes at most.
  private static let bufferBytes = 256 << 10

  private let descriptor: Mutex<Int32?>
  private let waiting: WaitingQueue

  init(descriptor: Int32, waiting: WaitingQueue) {
    self.descriptor = Mutex(descriptor)
    self.waiting = waiting
  }

  deinit { shut() }

  func read(timeout: Duration) async throws -> [UInt8] {
    guard let descriptor = descriptor.withLock({ $0 }) else { return [] }
    let bytes = Mutex<[UInt8]>([])
    _ = try await waiting.perform { wake in
      var taken = 0
      let buffer = [UInt8](unsafeUninitializedCapacity: Self.bufferBytes) { buffer, count in
        taken = pa_tcp_read(
          descriptor, wake, buffer.baseAddress, buffer.count, timeout.milliseconds)
        count = max(0, taken)
      }
      bytes.withLock { $0 = buffer }
      return taken
    }
    return bytes.withLock { $0 }
  }

  /// Nobody reads meanwhile: one task reads, and it is the one that closes.
  func close() async { shut() }

  private func shut() {
    let open = descriptor.withLock { $0.take() }
    if let open { Glibc.close(open) }
  }
}

/// Runs calls that block, one at a time, away from the concurrency runtime; each ends at once when its task
/// is cancelled.
private final class WaitingQueue: Sendable {
  private let queue = DispatchQueue(label: "tcp")
  private let wake: (read: Int32, write: Int32)

  init() throws(TCPError) {
    var ends: [Int32] = [-1, -1]
    let error = pa_pipe(&ends)
    guard error >= 0 else { throw TCPError(code: .io, errno: -error) }
    wake = (ends[0], ends[1])
  }

  deinit {
    Glibc.close(wake.read)
    Glibc.close(wake.write)
  }

  /// - Parameters:
  ///   - call: Is given the descriptor that can be read once the task is cancelled; returns a negated error
  ///     number, or what is returned here.
  func perform(_ call: @escaping @Sendable (Int32) -> Int) async throws -> Int {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { [self] in continuation.resume(returning: call(wake.read)) }
      }
    } onCancel: {
      var byte: UInt8 = 0
      // One byte in an empty pipe: it cannot be full.
      _ = Glibc.write(wake.write, &byte, 1)
    }
    guard result < 0 else { return result }
    if -result == Int(ECANCELED) { throw CancellationError() }
    throw TCPError(errno: Int32(-result))
  }
}

extension TCPError {
  /// Source: connect(2), recv(2), socket(7).
  fileprivate init(errno: Int32) {
    let code: Code =
      switch errno {
      case ECONNREFUSED: .refused
      case ETIMEDOUT: .timedOut
      case ECONNRESET, EPIPE: .reset
      case ENETUNREACH, EHOSTUNREACH, ENODEV, ENETDOWN: .unreachable
      default: .io
      }
    self.init(code: code, errno: errno)
  }
}

extension Duration {
  /// For poll(2): whole milliseconds, at least one for anything positive.
  fileprivate var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard self > .zero else { return 0 }
    let milliseconds = seconds.multipliedReportingOverflow(by: 1_000)
    guard !milliseconds.overflow, milliseconds.partialValue < Int64(Int32.max) - 1_000 else {
      return .max
    }
    return max(1, Int32(milliseconds.partialValue + attoseconds / 1_000_000_000_000_000))
  }
}
