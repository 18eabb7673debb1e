package import Fixity
package import HostIO

/// Where everything lies in an archive. Source: docs/archive-format.md.
package struct ArchiveLayout: Hashable, Sendable {
  package let root: Path

  package init(root: Path) {
    self.root = root
  }

  package var identity: Path { root / "archive.json" }
  package var lock: Path { root / "lock" }
  package var catalog: Path { root / "catalog.sqlite" }
  package var objects: Path { root / "objects" }
  package var actions: Path { root / "actions" }
  package var fates: Path { root / "fates" }
  package var receipts: Path { root / "receipts" }
  package var runs: Path { root / "runs" }
  package var quarantine: Path { root / "quarantine" }
  package var library: Path { root / "library" }
  package var incoming: Path { root / "incoming" }

  /// Every folder that an archive has from its first moment.
  package var folders: [Path] {
    [objects, actions, fates, receipts, runs, quarantine, library, incoming]
  }

  package func action(_ fingerprint: SHA256Digest) -> Path {
    actions / String(fingerprint.hex.prefix(2)) / (fingerprint.hex + ".json")
  }

  package func receipt(_ digest: SHA256Digest) -> Path {
    receipts / (digest.hex + ".json")
  }

  /// The log of a recorder's fates, named by its identity as far as a file name can hold that.
  package func fateLog(of recorder: String) -> Path {
    let name = percentEncoded(Array(recorder.utf8))
    let short =
      name.count <= 200
      ? name : name.prefix(180) + [UInt8(ascii: "-")] + Array(digestDigits(recorder).utf8)
    return fates / Path(bytes: short + Array(".jsonl".utf8))
  }

  private func digestDigits(_ text: String) -> Substring {
    SHA256Digest(of: Array(text.utf8)).hex.prefix(12)
  }
}

/// The modes of what an archive holds: private voices, for their owner only.
package enum ArchivePermissions {
  package static let folder: UInt32 = 0o700
  /// Of what is appended to or replaced.
  package static let file: UInt32 = 0o600
  /// Of what is never changed.
  package static let fixed: UInt32 = 0o400
}
