import Spelling
import Testing

@Suite struct VisibleTests {
  @Test(arguments: [
    ("plain words, ä and 録音", "plain words, ä and 録音"),
    ("a\nb\u{1b}[2J", #"a\u{a}b\u{1b}[2J"#),
    ("\u{202e}gpj", #"\u{202e}gpj"#),
    ("\u{0}\u{7f}\u{85}\u{2028}", #"\u{0}\u{7f}\u{85}\u{2028}"#),
    ("", ""),
  ])
  func staysOnOneLine(text: String, shown: String) {
    #expect(visible(text) == shown)
  }

  @Test func cutsWhatIsTooLong() {
    #expect(visible("abcdef", limit: 6) == "abcdef")
    #expect(visible("abcdefg", limit: 6) == "abcdef…")
    #expect(visible(String(repeating: "x", count: 1 << 20)).count == 61)
  }
}
