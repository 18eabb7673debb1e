import Settings
import Spelling
import Testing

@Suite struct MappingReaderTests {
  @Test func readsEachType() throws {
    var keys = try reader(
      """
      text: plain words
      digits: 0042
      yes: yes
      quoted: "7"
      count: -12
      plus: +5
      on: true
      off: false
      size: 2 GiB
      wait: "500 ms"
      list: [a, 'b', 3]
      link: gatt
      none:
      """)
    #expect(try keys.string("text") == "plain words")
    #expect(try keys.string("digits") == "0042")
    #expect(try keys.string("yes") == "yes")
    #expect(try keys.string("quoted") == "7")
    #expect(try keys.string("count") == "-12")
    #expect(try keys.integer("count") == -12)
    #expect(try keys.integer("plus", in: 5...5) == 5)
    #expect(try keys.integer("digits") == 42)
    #expect(try keys.boolean("on") == true)
    #expect(try keys.boolean("off") == false)
    #expect(try keys.bytes("size") == ByteCount(bytes: 2 << 30))
    #expect(try keys.span("wait") == TimeSpan(milliseconds: 500))
    #expect(try keys.strings("list") == ["a", "b", "3"])
    #expect(try keys.strings("none") == [])
    #expect(try keys.choice("link", among: ["att", "gatt"]) == "gatt")
    #expect(keys.node("none")?.isNull == true)
    try keys.finish()
  }

  @Test func whatIsNotThereIsNil() throws {
    var keys = try reader("")
    #expect(try keys.string("a") == nil)
    #expect(try keys.strings("a") == nil)
    #expect(try keys.integer("a") == nil)
    #expect(try keys.boolean("a") == nil)
    #expect(try keys.bytes("a") == nil)
    #expect(try keys.span("a") == nil)
    #expect(try keys.choice("a", among: []) == nil)
    #expect(keys.node("a") == nil)
    try keys.finish()
  }

  @Test(arguments: [
    "[1]", "{b: 1}", "", "~", "null", "Null", "NULL",
  ])
  func isNoText(value: String) throws {
    var keys = try reader("a: \(value)")
    let error = try #require(throws: SettingsError.self) { _ = try keys.string("a") }
    #expect(error.code == .wrongType)
    #expect(error.key == "a")
  }

  @Test(arguments: [
    ("\"12\"", #"a whole number expected, the text "12" found"#),
    ("0x10", #"a whole number expected, "0x10" found"#),
    ("0o7", #"a whole number expected, "0o7" found"#),
    ("1.0", #"a whole number expected, "1.0" found"#),
    ("1_000", #"a whole number expected, "1_000" found"#),
    ("--", #"a whole number expected, "--" found"#),
    ("[]", "a whole number expected, a list found"),
    ("{}", "a whole number expected, a mapping found"),
    ("~", "a whole number expected, nothing found"),
    ("9223372036854775808", #""9223372036854775808" is not between -5 and 5"#),
    ("6", #""6" is not between -5 and 5"#),
    ("-6", #""-6" is not between -5 and 5"#),
  ])
  func isNoInteger(value: String, detail: String) throws {
    var keys = try reader("a: \(value)")
    let message = complaint { () throws(SettingsError) in _ = try keys.integer("a", in: -5...5) }
    #expect(message == "config.yaml:1:4: a: \(detail)")
  }

  @Test(arguments: ["yes", "on", "True", "TRUE", "1", "\"true\"", "~", "[true]"])
  func isNoBoolean(value: String) throws {
    var keys = try reader("a: \(value)")
    let error = try #require(throws: SettingsError.self) { _ = try keys.boolean("a") }
    #expect(error.code == .wrongType)
    #expect(error.detail.hasPrefix("true or false expected, "))
  }

  @Test func valuesThatDoNotRead() throws {
    var keys = try reader(
      "size: 2 GB/s\nwait: 30\nlink: gat\nother: x\nnul: \"a\\0\"\nlist: [a, []]")
    #expect(
      complaint { () throws(SettingsError) in _ = try keys.bytes("size") }
        == "config.yaml:1:7: size: \"2 GB/s\" is no size; write one like 500 MB or 2 GiB")
    #expect(
      complaint { () throws(SettingsError) in _ = try keys.span("wait") }
        == "config.yaml:2:7: wait: \"30\" is no length of time; write one like 30 s, 10 min or 2 h")
    #expect(
      complaint { () throws(SettingsError) in _ = try keys.choice("link", among: ["att", "gatt"]) }
        == "config.yaml:3:7: link: \"gat\" is not one of att, gatt; did you mean gatt?")
    #expect(
      complaint { () throws(SettingsError) in _ = try keys.choice("other", among: ["att"]) }
        == "config.yaml:4:8: other: \"x\" is not one of att")
    #expect(
      complaint { () throws(SettingsError) in _ = try keys.string("nul") }
        == #"config.yaml:5:6: nul: "a\u{0}" holds a NUL"#)
    #expect(
      complaint { () throws(SettingsError) in _ = try keys.strings("list") }
        == "config.yaml:6:11: list[1]: text expected, a list found")
    #expect(
      complaint { () throws(SettingsError) in _ = try keys.strings("link") }
        == #"config.yaml:3:7: link: a list expected, "gat" found"#)
  }

  @Test func unknownKeysAreNamedWithWhatWasMeant() throws {
    let file = "recorders:\n  desk:\n    sorce: ble\n    name: x\n"
    let desk = try tree(file).entries()[0].node.entries()[0].node
    var keys = try MappingReader(desk)
    _ = try keys.string("source")
    _ = try keys.string("name")
    #expect(
      complaint { () throws(SettingsError) in try keys.finish() }
        == "config.yaml:3:5: recorders.desk.sorce: unknown key; did you mean source?")
  }

  @Test func aKeyThatIsThereIsNotSuggested() throws {
    var keys = try reader("source: 1\nsorce: 2")
    _ = try keys.string("source")
    _ = try keys.string("transport")
    let error = try #require(throws: SettingsError.self) { try keys.finish() }
    #expect(error.code == .unknownKey)
    #expect(error.description == "config.yaml:2:1: sorce: unknown key")
  }

  @Test func requiredKeysAreMissedAtTheirMapping() throws {
    let stage = try tree("stages:\n  - a: 1\n  - b: 1\n  - other: 1").entries()[0].node.items()[2]
    var keys = try MappingReader(stage)
    let message = "config.yaml:4:5: stages[2].kind: required, but missing"
    #expect(
      complaint { () throws(SettingsError) in _ = try keys.requiredString("kind") } == message)
    #expect(
      complaint { () throws(SettingsError) in _ = try keys.requiredStrings("kind") } == message)
    #expect(
      complaint { () throws(SettingsError) in _ = try keys.requiredInteger("kind") } == message)
    #expect(
      complaint { () throws(SettingsError) in _ = try keys.requiredBoolean("kind") } == message)
    #expect(complaint { () throws(SettingsError) in _ = try keys.requiredBytes("kind") } == message)
    #expect(complaint { () throws(SettingsError) in _ = try keys.requiredSpan("kind") } == message)
    #expect(complaint { () throws(SettingsError) in _ = try keys.requiredNode("kind") } == message)
    #expect(
      complaint { () throws(SettingsError) in _ = try keys.requiredChoice("kind", among: ["x"]) }
        == message)
    #expect(try keys.requiredInteger("other") == 1)
  }

  @Test func onlyMappingsHaveKeys() throws {
    #expect(
      complaint { () throws(SettingsError) in _ = try reader("just words") }
        == #"config.yaml:1:1: a mapping expected, "just words" found"#)
    #expect(
      complaint { () throws(SettingsError) in _ = try reader("- a") }
        == "config.yaml:1:1: a mapping expected, a list found")
    #expect(complaint { () throws(SettingsError) in try reader("~").finish() } == nil)
  }
}
