import CSystem
import Glibc

/// The three pipes between this process and a child.
struct ChildPipes: Sendable {
  let input: (read: Int32, write: Int32)
  let output: (read: Int32, write: Int32)
  let errors: (read: Int32, write: Int32)

  init(for executable: Path) throws(ChildError) {
    input = try Self.pipe(executable)
    do throws(ChildError) {
      output = try Self.pipe(executable)
    } catch {
      Self.close(input)
      throw error
    }
    do throws(ChildError) {
      errors = try Self.pipe(executable)
    } catch {
      Self.close(input)
      Self.close(output)
      throw error
    }
  }

  func closeChildEnds() {
    Glibc.close(input.read)
    Glibc.close(output.write)
    Glibc.close(errors.write)
  }

  func closeAll() {
    for pipe in [input, output, errors] { Self.close(pipe) }
  }

  /// Writes the child's input and reads its outputs until it has closed both, then closes our ends.
  ///
  /// - Parameters:
  ///   - limit: The most bytes to keep of each output.
  func exchange(
    _ bytes: [UInt8], limit: Int
  ) -> (output: [UInt8], errors: [UInt8], dropped: Int) {
    var kept: [[UInt8]] = [[], []]
    var dropped = 0
    var written = 0
    var descriptors = [output.read, errors.read, bytes.isEmpty ? -1 : input.write]
    if bytes.isEmpty { Glibc.close(input.write) }
    while descriptors[0] >= 0 || descriptors[1] >= 0 {
      var requests = descriptors.enumerated().map { index, descriptor in
        pollfd(fd: descriptor, events: Int16(index == 2 ? POLLOUT : POLLIN), revents: 0)
      }
      guard poll(&requests, nfds_t(requests.count), -1) >= 0 else { continue }
      for index in 0...1 where requests[index].revents != 0 {
        dropped += Self.read(&descriptors[index], into: &kept[index], limit: limit)
      }
      if requests[2].revents != 0 { Self.write(bytes, from: &written, to: &descriptors[2]) }
    }
    if descriptors[2] >= 0 { Glibc.close(descriptors[2]) }
    return (kept[0], kept[1], dropped)
  }

  /// - Returns: Bytes that were dropped.
  private static func read(
    _ descriptor: inout Int32, into kept: inout [UInt8], limit: Int
  ) -> Int {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else {
      if count == 0 || (errno != EINTR && errno != EAGAIN) {
        Glibc.close(descriptor)
        descriptor = -1
      }
      return 0
    }
    let room = min(count, max(0, limit - kept.count))
    kept += buffer[..<room]
    return count - room
  }

  /// A child need not read its input: then the rest is dropped.
  private static func write(
    _ bytes: [UInt8], from written: inout Int, to descriptor: inout Int32
  ) {
    let count = bytes[written...].withUnsafeBytes { rest in
      // Non-blocking pipes are not needed: a pipe that polls as writable takes this many.
      Glibc.write(descriptor, rest.baseAddress, min(rest.count, Int(PIPE_BUF)))
    }
    if count > 0 { written += count }
    let isOver = written == bytes.count || (count < 0 && errno != EINTR)
    if isOver {
      Glibc.close(descriptor)
      descriptor = -1
    }
  }

  private static func pipe(_ executable: Path) throws(ChildError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    let result = pa_pipe(&ends)
    guard result == 0 else {
      throw ChildError(executable: executable, operation: "pipe2", errno: -result)
    }
    return (ends[0], ends[1])
  }

  private static func close(_ pipe: (read: Int32, write: Int32)) {
    Glibc.close(pipe.read)
    Glibc.close(pipe.write)
  }
}
