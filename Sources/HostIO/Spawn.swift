import CSystem
import Glibc

/// Starts a program with `posix_spawn`.
enum Spawn {
  /// - Returns: The child's process ID.
  static func start(
    _ command: ChildCommand, _ pipes: ChildPipes
  ) throws(ChildError) -> pid_t {
    let name = String(decoding: command.executable.bytes, as: UTF8.self)
    let arguments = CStrings([name] + command.arguments)
    let environment = CStrings(command.environment.map { "\($0.key)=\($0.value)" }.sorted())
    let streams = [pipes.input.read, pipes.output.write, pipes.errors.write]
    var identifier: pid_t = 0
    func spawn(_ folder: UnsafePointer<CChar>?) -> Int32 {
      command.executable.withCString {
        pa_spawn(&identifier, $0, folder, streams, arguments.pointers, environment.pointers)
      }
    }
    let result = command.workingDirectory.map { $0.withCString { spawn($0) } } ?? spawn(nil)
    guard result == 0 else {
      pipes.closeAll()
      throw ChildError(
        executable: command.executable, operation: "posix_spawn", errno: -result)
    }
    return identifier
  }
}

/// An array of C strings, ended by nil, as `exec` wants it.
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    pointers = .allocate(capacity: texts.count + 1)
    for (index, text) in texts.enumerated() { (pointers + index).initialize(to: strdup(text)) }
    (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deinitialize(count: count + 1)
    pointers.deallocate()
  }
}
