/// Takes secrets out of text that a person or a file may see: the session key, its first eight characters
/// (the access point's password), and whatever stands in a frame's password field.
public struct Redaction: Sendable {
  /// What stands in a secret's place.
  public static let mark = "(not shown)"
  /// For text beside no session: password fields only.
  public static let none = Redaction(secrets: [])

  private let secrets: [String]

  /// - Parameters:
  ///   - key: The session key.
  public init(key: String) {
    // Anything shorter would hide half the text and no secret.
    self.init(secrets: [key, String(key.prefix(8))].filter { $0.utf8.count >= 4 })
  }

  private init(secrets: [String]) { self.secrets = secrets }

  /// The text with marks in place of secrets.
  public func redacted(_ text: String) -> String {
    var text = Self.withoutPassword(text)
    for secret in secrets {
      text = text.split(separator: secret, omittingEmptySubsequences: false)
        .joined(separator: Self.mark)
    }
    return text
  }

  /// In `MCU&WIFI&<name>&<password>` everything behind the name goes, whatever shape it has.
  private static func withoutPassword(_ text: String) -> String {
    let verb = "MCU&WIFI&"
    guard text.hasPrefix(verb) else { return text }
    let rest = text.dropFirst(verb.count)
    guard let end = rest.firstIndex(of: "&") else { return verb + mark }
    return verb + rest[..<end] + "&" + mark
  }
}
