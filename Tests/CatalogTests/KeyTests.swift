import Catalog
import Testing

struct KeyTests {
  private func key(
    _ recorder: String, _ directory: String, _ rawID: String, _ version: Int
  ) -> RecordingKey {
    RecordingKey(recorder: recorder, directory: directory, rawID: rawID, version: version)
  }

  @Test func textsAreComparedByTheirBytes() {
    let sorted = [
      key("", "z", "z", 9), key("A", "z", "z", 9), key("a", "", "z", 9), key("a", "b", "a", 2),
      key("a", "b", "a", 10), key("a", "b", "aa", 1), key("a", "b", "e\u{301}", 1),
      key("a", "b", "z", -1), key("a", "b", "é", 1), key("a", "bb", "", 1),
      // In UTF-16 these two would come the other way round.
      key("a", "bb", "\u{ffff}", 1), key("a", "bb", "\u{10000}", 1), key("aa", "", "", 0),
    ]
    #expect(sorted.shuffled().sorted() == sorted)
    #expect(Set(sorted).count == sorted.count)
  }

  @Test func twoSpellingsOfOneLetterAreTwoKeys() {
    let composed = key("a", "b", "é", 1)
    let decomposed = key("a", "b", "e\u{301}", 1)
    #expect(composed.rawID == decomposed.rawID)
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(key("ab", "", "", 1) != key("a", "b", "", 1))
    #expect(key("ab", "c", "d", 1).hashValue == key("ab", "c", "d", 1).hashValue)
  }
}
