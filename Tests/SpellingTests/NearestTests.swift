import Spelling
import Testing

@Suite struct NearestTests {
  let keys = ["source", "name", "deadline", "id"]

  @Test(arguments: [
    ("sorce", "source"), ("suorce", "source"), ("sources", "source"), ("Source", "source"),
    ("nmae", "name"), ("dedlyne", "deadline"), ("ids", "id"), ("di", "id"),
  ])
  func findsWhatWasMeant(word: String, meant: String) {
    #expect(nearest(to: word, among: keys) == meant)
  }

  @Test(arguments: ["", "x", "zz", "transport", "sea", String(repeating: "source", count: 100_000)])
  func staysSilentOtherwise(word: String) {
    #expect(nearest(to: word, among: keys) == nil)
  }

  @Test func aSingleLetterIsNotNearToAnother() {
    #expect(nearest(to: "x", among: ["y"]) == nil)
    #expect(nearest(to: "X", among: ["x"]) == "x")
  }

  @Test func theFirstOfEquallyNearWins() {
    #expect(nearest(to: "lost", among: ["list", "last"]) == "list")
    #expect(nearest(to: "lost", among: ["last", "list"]) == "last")
  }

  @Test func theNearestWinsWhereverItStands() {
    #expect(nearest(to: "verify", among: ["verily", "verifx", "verify"]) == "verify")
  }

  @Test func anAbbreviationOfOneNameStandsForIt() {
    #expect(nearest(to: "dea", among: keys) == "deadline")
    #expect(nearest(to: "re", among: ["recorder", "retry-after"]) == nil)
    #expect(nearest(to: "r", among: ["recorder"]) == nil)
  }

  @Test func nothingIsNearToNoCandidates() {
    #expect(nearest(to: "word", among: []) == nil)
  }
}
