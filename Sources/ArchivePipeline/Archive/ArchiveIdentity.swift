import JobGraph

/// What `archive.json` says: which archive this is, and what may come into it.
package struct ArchiveIdentity: Hashable, Sendable, Codable {
  /// Simulated recordings and real ones never share an archive.
  package enum Kind: String, Hashable, Sendable, Codable { case recorder, simulated }

  /// The format this program writes, and the newest it reads.
  package static let currentFormat = 1

  package let format: Int
  /// Random hexadecimal digits, made with the archive.
  package let id: String
  /// RFC 3339 UTC.
  package let created: String
  package let kind: Kind

  package init(format: Int = currentFormat, id: String, created: String, kind: Kind) {
    self.format = format
    self.id = id
    self.created = created
    self.kind = kind
  }

  var bytes: [UInt8] {
    CanonicalJSON.object([
      "format": .integer(Int64(format)), "id": .string(id), "created": .string(created),
      "kind": .string(kind.rawValue),
    ]).fileBytes
  }
}

/// The one field that every format has.
struct FormatNumber: Decodable {
  let format: Int
}
