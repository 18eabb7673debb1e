import Settings
import Testing

@Suite struct ParseErrorTests {
  @Test(arguments: [
    ("a: 1\nb: [1, 2\nc: 3\n", "config.yaml:3:2: "),
    ("a: 'open", "config.yaml:1:9: found unexpected end of stream while scanning a quoted scalar"),
    ("a: 1\n\tb: 2\n", "config.yaml:2:1: found a tab character that violates indentation"),
    ("ä: @x", "config.yaml:1:4: found character that cannot start any token"),
    ("a: b: c", "config.yaml:1:5: mapping values are not allowed in this context"),
    ("a: \"\\x\"", "config.yaml:1:7: did not find expected hexdecimal"),
    ("ok: 1\nä\u{0}", "config.yaml:2:2: control characters are not allowed"),
    ("%YAML 9.9\n---\na: 1", "config.yaml:1:1: found incompatible YAML document"),
  ])
  func syntaxHasAPlace(text: String, start: String) throws {
    let error = try #require(throws: SettingsError.self) { _ = try tree(text) }
    #expect(error.code == .syntax)
    #expect(error.description.hasPrefix(start), "\(error)")
  }

  @Test(arguments: [
    ("a: 1\nb: 2\n  \na: 3", "config.yaml:4:1: a: key given twice, first on line 1"),
    ("x:\n  - {k: 1, \"k\": 2}", "config.yaml:2:12: x[0].k: key given twice, first on line 2"),
  ])
  func keysComeOnce(text: String, message: String) throws {
    let error = try #require(throws: SettingsError.self) { _ = try tree(text) }
    #expect(error.code == .duplicateKey)
    #expect(error.description == message)
  }

  @Test(arguments: [
    ("a: &x 1", "1:4: anchors"), ("a: &x [1]", "1:4: anchors"), ("&x a: 1", "1:1: anchors"),
    ("a: &x {b: 1}", "1:4: anchors"), ("a: *x", "1:4: aliases"), ("*x : 1", "1:1: aliases"),
    ("a: !!str 1", "1:4: tags"), ("a: ! 1", "1:4: tags"), ("a: !t [1]", "1:4: tags"),
    ("a: !t {b: 1}", "1:4: tags"), ("%TAG ! tag:x,2000:\n---\na: 1", "1:1: tags"),
    ("%YAML 1.1\n---\na: on", "1:1: YAML versions other than 1.2"),
    ("a: 1\n---\nb: 2", "2:1: several documents"),
    ("a: 1\n...\n---\n", "3:1: several documents"),
    ("a:\n  <<: {b: 1}", "2:3: a: merge keys"),
    ("? [1]\n: 2", "1:3: a key must be text"), ("{{a: 1}: 2}", "1:2: a key must be text"),
  ])
  func refusesWhatSettingsDoWithout(text: String, start: String) throws {
    let error = try #require(throws: SettingsError.self) { _ = try tree(text) }
    #expect(error.code == .unsupported)
    #expect(error.description.hasPrefix("config.yaml:\(start)"), "\(error)")
  }

  @Test func aQuotedMergeKeyIsAKey() throws {
    #expect(try tree("\"<<\": 1").entries()[0].key == "<<")
  }

  @Test func emptyAndEndlessKeysAreRefused() throws {
    let empty = try #require(throws: SettingsError.self) { _ = try tree("a:\n  \"\": 1") }
    #expect(empty.description == "config.yaml:2:3: a: a key is empty")
    #expect(empty.code == .badValue)
    let limit = SettingsLimits.keyLength
    let longest = String(repeating: "k", count: limit)
    #expect(try tree("\(longest): 1").entries()[0].key == longest)
    let error = try #require(throws: SettingsError.self) { _ = try tree("k\(longest): 1") }
    #expect(error.code == .tooLarge)
  }

  @Test(arguments: [
    ([0x61, 0x3a, 0xff], 1, 3), ([0x61, 0x3a, 0x0a, 0x62, 0xc3], 2, 2),
    ([0xff, 0xfe, 0x61, 0x00], 1, 1), ([0xc3, 0xa4, 0x0d, 0x0a, 0xc0, 0x80], 2, 1),
    ([0x0d, 0x20, 0xed, 0xa0, 0x80], 2, 2),
  ])
  func namesTheFirstByteThatIsNotUTF8(bytes: [UInt8], line: Int, column: Int) throws {
    let error = try #require(throws: SettingsError.self) {
      _ = try parseYAML(bytes, file: "f")
    }
    #expect(
      error
        == SettingsError(
          code: .notUTF8, file: "f", line: line, column: column, detail: "not UTF-8"))
  }

  @Test func theFileNameCannotForgeALine() {
    let error = SettingsError(
      code: .syntax, file: "a\nb", line: 1, column: 2, detail: "wrong")
    #expect(error.description == #"a\u{a}b:1:2: wrong"#)
  }
}
