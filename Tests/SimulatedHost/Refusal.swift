import HostIO

/// Why a simulated call fails: what the kernel would answer, before it is known which call and
/// path.
struct Refusal: Error {
  let code: FileError.Code
  let errno: Int32

  init(errno: Int32) {
    code = FileError.Code(errno: errno)
    self.errno = errno
  }

  /// The refusal that a test asks for by its code.
  init(code: FileError.Code) {
    self.code = code
    errno = Self.numbers[code] ?? Self.inputOutput.errno
  }

  func fileError(_ operation: SimulatedOperation, _ path: Path) -> FileError {
    FileError(code: code, operation: operation.call, path: path, errno: errno)
  }

  /// Numbers of Linux on all architectures this program runs on. Source: asm-generic/errno-base.h
  /// and asm-generic/errno.h.
  static let noEntry = Refusal(errno: 2)
  static let inputOutput = Refusal(errno: 5)
  static let badDescriptor = Refusal(errno: 9)
  static let accessDenied = Refusal(errno: 13)
  static let busy = Refusal(errno: 16)
  static let exists = Refusal(errno: 17)
  static let notDirectory = Refusal(errno: 20)
  static let isDirectory = Refusal(errno: 21)
  static let invalid = Refusal(errno: 22)
  static let tooBig = Refusal(errno: 27)
  static let noSpace = Refusal(errno: 28)
  static let nameTooLong = Refusal(errno: 36)
  static let notEmpty = Refusal(errno: 39)
  static let loop = Refusal(errno: 40)

  private static let numbers: [FileError.Code: Int32] = [
    .notFound: 2, .exists: 17, .permission: 13, .readOnly: 30, .noSpace: 28, .notDirectory: 20,
    .isDirectory: 21, .notEmpty: 39, .nameTooLong: 36, .symbolicLinkLoop: 40, .crossDevice: 18,
    .unsupported: 95, .tooManyOpenFiles: 24, .tooLarge: 27, .brokenPipe: 32, .io: 5,
  ]
}
