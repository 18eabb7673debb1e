import Spelling

/// Where a value stands in the tree.
///
/// A linked list from the leaf to the root: the values of one mapping share what is above them, so
/// that a hostile file cannot make the paths larger than itself.
package indirect enum SettingsPath: Hashable, Sendable {
  case root
  case key(String, of: SettingsPath)
  /// From 0.
  case item(Int, of: SettingsPath)
}

extension SettingsPath: CustomStringConvertible {
  /// Keys joined with dots, places in lists in brackets; empty at the root. Keys that are no plain
  /// words are quoted.
  package var description: String {
    switch self {
    case .root: ""
    case .key(let key, .root): Self.spell(key)
    case .key(let key, let parent): "\(parent).\(Self.spell(key))"
    case .item(let index, let parent): "\(parent)[\(index)]"
    }
  }

  private static func spell(_ key: String) -> String {
    let isWord = key.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isWord && !key.isEmpty ? visible(key) : "\"\(visible(key))\""
  }
}
