import HostIO
import Testing

@Suite struct PathTests {
  @Test(arguments: [
    ("a/b", "b", "a"), ("/a", "a", "/"), ("a", "a", "."), ("/a/b/", "b", "/a"), ("/", "", "/"),
    ("a//", "a", "."),
  ])
  func splits(text: String, last: String, parent: String) {
    #expect(Path(text).lastComponent == Path(last))
    #expect(Path(text).parent == Path(parent))
  }

  @Test func joinsWithOneSlash() {
    #expect(Path("a") / "b" == Path("a/b"))
    #expect(Path("a/") / "b" == Path("a/b"))
    #expect(Path("/") / "b" == Path("/b"))
    #expect(Path("") / "b" == Path("b"))
  }

  @Test func isCutAtANUL() { #expect(Path(bytes: [65, 0, 66]) == Path("A")) }

  /// A name must not move a terminal's cursor, nor turn the reading direction.
  @Test(
    arguments: [
      ([0x1b, 0x5b, 0x32, 0x4a], "\\x1b[2J"), ([0xc3, 0xa9], "é"), ([0xc3], "\\xc3"),
      ([0xe2, 0x80, 0xae], "\\xe2\\x80\\xae"), ([0x7f], "\\x7f"),
    ] as [([UInt8], String)])
  func isPrintedSafely(bytes: [UInt8], text: String) {
    #expect(Path(bytes: bytes).description == text)
  }
}

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-01-04T10:15:00Z", 1_767_521_700),
    ("2000-02-29T23:59:59Z", 951_868_799), ("1969-12-31T23:59:59Z", -1),
  ])
  func spellsAndReads(text: String, seconds: Int64) throws {
    let moment = Timestamp(nanoseconds: seconds * 1_000_000_000)
    #expect(moment.rfc3339 == text)
    #expect(Timestamp(rfc3339: text) == moment)
  }

  @Test(arguments: [
    "", "2026-01-04", "2026-02-29T00:00:00Z", "2026-01-04T10:15:00+01:00", "2026-01-04T24:00:00Z",
    "2026-01-04t10:15:00z", "2026-13-01T00:00:00Z", "0000-01-01T00:00:00Z", "2026-01-04T10:15:60Z",
    "9999-01-01T00:00:00Z", "2026-01-04T10:15:00.Z", "2026-01-04T10:15:00.0123456789Z",
  ])
  func refuses(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test func theExtremesHaveASpelling() {
    #expect(Timestamp(nanoseconds: .min).rfc3339 == "1677-09-21T00:12:43Z")
    #expect(Timestamp(nanoseconds: .max).rfc3339Milliseconds == "2262-04-11T23:47:16.854Z")
    #expect(Timestamp(nanoseconds: .max).adding(.seconds(1)) == Timestamp(nanoseconds: .max))
    #expect(Timestamp(nanoseconds: -1).rfc3339Milliseconds == "1969-12-31T23:59:59.999Z")
  }

  @Test func everyDayOfFourCenturiesReadsBack() throws {
    for day in stride(from: Int64(-50_000), to: 100_000, by: 1) {
      let moment = Timestamp(nanoseconds: day * 86_400_000_000_000)
      #expect(Timestamp(rfc3339: moment.rfc3339) == moment)
    }
  }
}

@Suite struct RandomnessTests {
  @Test func namesDoNotRepeat() {
    let names = (0..<1000).map { _ in RealRandomness().hexName() }
    #expect(Set(names).count == 1000)
    #expect(names.allSatisfy { $0.utf8.count == 16 })
  }
}
