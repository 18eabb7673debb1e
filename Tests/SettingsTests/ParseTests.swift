import Settings
import Testing

@Suite struct ParseTests {
  @Test func readsScalarsListsAndMappings() throws {
    let entries = try tree(sample).entries()
    #expect(
      entries.map(\.key) == [
        "archive", "free", "recorders", "stages", "note", "folded", "odd", "nothing", "escaped",
      ])
    #expect(entries[0].node.value == .scalar("/srv/pocket", isQuoted: false))
    #expect(entries[4].node.value == .scalar("two\nlines\n", isQuoted: true))
    #expect(entries[5].node.value == .scalar("one line", isQuoted: true))
    #expect(entries[7].node.isNull)
    #expect(entries[8].node.value == .scalar("tab\t é", isQuoted: true))
    let desk = try entries[2].node.entries()[0].node.entries()
    #expect(desk.map(\.key) == ["source", "quiet", "wait"])
    #expect(desk[0].node.value == .scalar("ble:AA:BB", isQuoted: true))
    let odd = try entries[6].node.items()
    #expect(try odd.map { try $0.value == .mapping([]) ? -1 : $0.items().count } == [1, 0, -1])
  }

  @Test func knowsWhereEverythingStands() throws {
    let entries = try tree(sample).entries()
    #expect([entries[0].line, entries[0].column] == [2, 1])
    #expect([entries[0].node.line, entries[0].node.column] == [2, 10])
    let recorders = try entries[2].node.entries()
    let last = try recorders[1].node.entries()[1]
    #expect([last.line, last.column, last.node.line, last.node.column] == [9, 28, 9, 34])
    #expect(last.node.path.description == "recorders.\"två\".last")
    let tries = try entries[3].node.items()[0].entries()[1]
    #expect([tries.line, tries.column] == [12, 5])
    #expect(tries.node.path.description == "stages[0].tries")
    #expect(try entries[6].node.items()[0].items()[0].path.description == "odd[0][0]")
  }

  @Test(arguments: [
    "", "\n\n", "# nothing\n", "---\n", "---\n...\n", "\u{feff}", "\u{feff}# x", "{}",
  ])
  func whatHoldsNothingIsAnEmptyMapping(text: String) throws {
    let node = try tree(text)
    #expect(node.value == .mapping([]))
    #expect(node.path.description.isEmpty)
  }

  @Test func aByteOrderMarkCountsForNothing() throws {
    let entry = try tree("\u{feff}a: 1").entries()[0]
    #expect(entry.key == "a")
    #expect([entry.column, entry.node.column] == [1, 4])
  }

  @Test(arguments: ["a: 1\r\nb: 2\r\n", "a: 1\rb: 2\r", "%YAML 1.2\n---\na: 1\nb: 2\n...\n"])
  func endsLinesLikeYAML(text: String) throws {
    #expect(try tree(text).entries().map(\.key) == ["a", "b"])
  }

  @Test func pathsQuoteKeysThatAreNoWords() throws {
    let keys = try tree(#"{"a.b": 1, "a\nb": 2, "a-b_9": 3}"#).entries()
    #expect(keys.map(\.node.path.description) == [#""a.b""#, #""a\u{a}b""#, "a-b_9"])
  }
}
