import Spelling
import Testing

@Suite struct TimeSpanTests {
  @Test(arguments: [
    ("500 ms", 500), ("30 s", 30_000), ("10 min", 600_000), ("2h", 7_200_000), ("0 s", 0),
    ("1 d", 86_400_000), ("9223372036854775807 ms", Int64.max),
    ("9223372036854775 s", 9_223_372_036_854_775_000),
  ])
  func reads(text: String, milliseconds: Int64) {
    #expect(TimeSpan(text: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "s", "30", "0", "-1 s", "+1 s", "1.5 h", "1 m", "1 S", "1 sec", "1 h 30 min", "1 s ",
    " 1 s",
    "1\ns", "9223372036854775808 ms", "9223372036854776 s", "106751991168 d",
  ])
  func refuses(text: String) {
    #expect(TimeSpan(text: text) == nil)
  }

  @Test(arguments: [
    (0, "0 s"), (1, "1 ms"), (1500, "1500 ms"), (90_000, "90 s"), (600_000, "10 min"),
    (7_200_000, "2 h"), (86_400_000, "1 d"), (-60_000, "-1 min"),
  ])
  func speaksToPeople(milliseconds: Int64, text: String) {
    #expect(TimeSpan(milliseconds: milliseconds).description == text)
  }

  @Test func readsBackWhatItSays() {
    var state: UInt64 = 1
    for _ in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let span = TimeSpan(milliseconds: Int64(state >> (1 + state % 60)))
      #expect(TimeSpan(text: span.description) == span)
    }
  }

  @Test func countsForClocks() {
    let span = TimeSpan(milliseconds: 1999)
    #expect(span.seconds == 1)
    #expect(span.duration == .milliseconds(1999))
    #expect(span < TimeSpan(milliseconds: 2000))
  }
}
