import Fixity
package import HostIO

/// Where a recording is published, relative to `library/`:
/// `<recorder>/<directory>/<raw ID>[.vN].mp3`, and its sidecar beside it.
///
/// The path is made from names that a source chose, so it must hold against all of them: it cannot leave
/// the library, no component is longer than the file system allows, and two recordings never share a path.
/// Source: docs/archive-format.md, "names".
package struct LibraryPath: Hashable, Sendable {
  /// The MP3, relative to `library/`, in plain ASCII.
  package let audio: Path
  /// Its JSON sidecar.
  package let sidecar: Path

  /// - Parameters:
  ///   - recorder: The name the archive knows the source by.
  ///   - directory: The directory that the source gave; parts between slashes become folders; may be
  ///     empty.
  ///   - rawID: The recording's ID. Of a folder it is a file's name.
  ///   - version: 1 for the first content seen under this ID; later ones get `.vN`.
  ///   - idIsFileName: Whether a trailing `.mp3` is a file's extension and not part of the ID.
  package init(
    recorder: RawName, directory: RawName, rawID: RawName, version: Int, idIsFileName: Bool
  ) {
    var folder = Path(bytes: Self.topFolder(recorder))
    for part in directory.bytes.split(separator: UInt8(ascii: "/")) {
      folder = folder / Path(bytes: Self.folder(Array(part)))
    }
    let stem = Self.shortened(
      Self.stem(rawID.bytes, idIsFileName: idIsFileName), whole: rawID.bytes)
    let name = stem + (version > 1 ? Array(".v\(version)".utf8) : [])
    audio = folder / Path(bytes: name + Array(Self.audioExtension.utf8))
    sidecar = folder / Path(bytes: name + Array(Self.sidecarExtension.utf8))
  }

  /// The sidecar of a published MP3.
  package static func sidecar(besideAudio audio: Path) -> Path {
    Path(bytes: audio.bytes.dropLast(audioExtension.utf8.count) + Array(sidecarExtension.utf8))
  }

  package static let manifest = Path("manifest.jsonl")
  package static let checksums = Path("SHA256SUMS")

  private static let audioExtension = ".mp3"
  private static let sidecarExtension = ".json"

  /// The most bytes of a component before its extension; what is longer is cut and ends in a digest.
  private static let componentLimit = 200
  private static let digestDigits = 12

  /// A recorder's folder lies beside the manifest and the checksums, and cannot be named like them.
  private static func topFolder(_ recorder: RawName) -> [UInt8] {
    let name = folder(recorder.bytes)
    guard [manifest.bytes, checksums.bytes].contains(name) else { return name }
    return escapingFirst(name)
  }

  /// A folder cannot be named like a published file that may lie beside it.
  private static func folder(_ part: [UInt8]) -> [UInt8] {
    var name = percentEncoded(part)
    for suffix in [audioExtension, sidecarExtension] where name.ends(with: suffix) {
      name = escapingLastDot(name)
    }
    return shortened(name.isEmpty ? percentEscape(0) : name, whole: part)
  }

  /// The ID as a file name without extension. Percent signs of ours appear only where the plain spelling
  /// could be another ID's, so that the mapping can be reversed.
  private static func stem(_ rawID: [UInt8], idIsFileName: Bool) -> [UInt8] {
    let encoded = percentEncoded(rawID)
    if encoded.isEmpty { return percentEscape(0) }
    var stem = encoded
    if encoded.ends(with: audioExtension) {
      stem = idIsFileName ? encoded.dropLast(audioExtension.utf8.count) : escapingLastDot(encoded)
    } else if idIsFileName {
      stem = escapingLastDot(encoded)
    }
    if stem.isEmpty { return percentEscape(0) }
    return hasVersionSuffix(stem) ? escapingLastDot(stem) : stem
  }

  private static func hasVersionSuffix(_ stem: [UInt8]) -> Bool {
    guard let dot = stem.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let suffix = stem[(dot + 1)...]
    return suffix.first == UInt8(ascii: "v") && suffix.count > 1
      && suffix.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func shortened(_ name: [UInt8], whole: [UInt8]) -> [UInt8] {
    guard name.count > componentLimit else { return name }
    let digest = Array(SHA256Digest(of: whole).hex.utf8.prefix(digestDigits))
    let kept = name.prefix(componentLimit - digestDigits - 1)
    return kept + [UInt8(ascii: "-")] + digest
  }

  private static func escapingFirst(_ name: [UInt8]) -> [UInt8] {
    percentEscape(name[0]) + name[1...]
  }

  private static func escapingLastDot(_ name: [UInt8]) -> [UInt8] {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return name }
    return name[..<dot] + percentEscape(name[dot]) + name[(dot + 1)...]
  }
}

extension [UInt8] {
  fileprivate func ends(with ending: String) -> Bool {
    suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}
