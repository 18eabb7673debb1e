import Spelling
import Testing

@Suite struct ByteCountTests {
  @Test(arguments: [
    ("0", 0), ("4096", 4096), ("12 B", 12), ("500 MB", 500_000_000), ("2 GiB", 2 << 30),
    ("32MiB", 32 << 20), ("1 kB", 1000), ("1 KB", 1000), ("1 KiB", 1024),
    ("3 TB", 3_000_000_000_000),
    ("1  TiB", 1 << 40), ("007 B", 7), ("9223372036854775807", Int64.max),
    ("8388607 TiB", 8_388_607 << 40),
  ])
  func reads(text: String, bytes: Int64) {
    #expect(ByteCount(text: text)?.bytes == bytes)
  }

  @Test(arguments: [
    "", " ", "B", "GiB", "-1", "+1", "- 1 B", "1.5 GiB", "1,5 GiB", "1 gib", "1 Gb", "1 G", "1 ",
    " 1", "1 B ", "1 B B", "0x10", "1e3", "1\u{a0}GiB", "1\tGiB", "1 GiB\n", "١ B", "1 GiB\u{301}",
    "9223372036854775808", "8388608 TiB", "99999999999999999999999999 B",
  ])
  func refuses(text: String) {
    #expect(ByteCount(text: text) == nil)
  }

  @Test(arguments: [
    (0, "0 B"), (1023, "1023 B"), (1024, "1 KiB"), (1536, "1.5 KiB"), (3 << 29, "1.5 GiB"),
    (1 << 40, "1 TiB"), (-1536, "-1.5 KiB"), (-3, "-3 B"), (Int64.max, "8388607.9 TiB"),
    (.min, "-8388608 TiB"),
  ])
  func speaksToPeople(bytes: Int64, text: String) {
    #expect(ByteCount(bytes: bytes).description == text)
  }

  @Test func neverRoundsUp() {
    #expect(ByteCount(bytes: (2 << 30) - 1).description == "1.9 GiB")
    #expect(ByteCount(bytes: (1 << 20) - 1).description == "1023.9 KiB")
  }

  @Test func isOrderedByBytes() throws {
    #expect(try #require(ByteCount(text: "1 MB")) < #require(ByteCount(text: "1 MiB")))
  }
}
