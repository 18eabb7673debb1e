/// Session keys.
///
/// The firmware looks at a key's length alone. Letters and digits are the only alphabet proven good, and
/// `&` would end the frame's field.
public enum PocketKey {
  /// Characters in a key.
  public static let length = 16
  /// The characters of keys: 62 letters and digits.
  public static let alphabet: [Character] = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

  /// A new key, every one as likely as any other. The randomness is the system's.
  public static func generate() -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<length).compactMap { _ in alphabet.randomElement(using: &generator) })
  }

  /// Whether a key has the right length and alphabet.
  public static func isValid(_ key: String) -> Bool {
    key.count == length && key.allSatisfy { alphabet.contains($0) }
  }
}
