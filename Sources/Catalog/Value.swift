/// A value that is bound to a parameter of a statement.
enum Value {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  static func text(_ text: String?) -> Value {
    text.map { .text($0) } ?? .null
  }

  static func integer(_ number: Int64?) -> Value {
    number.map { .integer($0) } ?? .null
  }

  static func integer(_ number: Int?) -> Value {
    integer(number.map(Int64.init))
  }

  static func blob(_ bytes: [UInt8]?) -> Value {
    bytes.map { .blob($0) } ?? .null
  }
}
