import FoundationEssentials
import JobGraph

/// Reads JSON that the archive, or another program, wrote.
func decodeJSON<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
  try? JSONDecoder().decode(type, from: Data(bytes))
}

extension CanonicalJSON {
  /// An object of the members that are there; a missing value is a missing key.
  static func members(_ members: [String: CanonicalJSON?]) -> CanonicalJSON {
    .object(members.compactMapValues { $0 })
  }

  /// The canonical bytes and a newline: how small JSON files end.
  var fileBytes: [UInt8] { bytes + [0x0a] }
}

extension Optional where Wrapped == String {
  var json: CanonicalJSON? { map { .string($0) } }
}

extension Optional where Wrapped == Int64 {
  var json: CanonicalJSON? { map { .integer($0) } }
}

extension Optional where Wrapped == Int {
  var json: CanonicalJSON? { map { .integer(Int64($0)) } }
}
