import MPEGAudio
import Testing

/// What the walk says of files of others, against the table of what is right. Where it is not right the
/// exception is listed with its reason, and an exception that is none any more fails too.
@Suite(.enabled(if: Corpus.isThere, "there is no corpus: set POCKET_CORPUS to its folder"))
struct CorpusTests {
  @Test func everyFileGetsTheRightVerdict() throws {
    let entries = try Corpus.entries("truth.tsv", in: "files")
    try #require(entries.count > 100)
    var wrong: [String: String] = [:]
    for entry in entries {
      let found = FrameWalk.inspect(entry.bytes)
      check(found, entry)
      let right = Self.verdict(entry.columns["right_verdict"] ?? "")
      if found.verdict != right {
        wrong[entry.file] = "\(found.verdict.rawValue), right is \(right.rawValue)"
      }
    }
    compare(wrong, with: Exceptions.verdicts)
  }

  @Test func everyFileHasTheRightNumberOfFrames() throws {
    var wrong: [String: String] = [:]
    for entry in try Corpus.entries("truth.tsv", in: "files") {
      guard let frames = Int64(entry.columns["frames"] ?? "") else { continue }
      let found = FrameWalk.inspect(entry.bytes)
      if found.frames != frames { wrong[entry.file] = "\(found.frames), right are \(frames)" }
    }
    compare(wrong, with: Exceptions.frames)
  }

  /// Damage that shows in headers, in the constants of a stream or in the side information is seen, and
  /// what is whole raises no alarm.
  @Test func mutantsAreSeen() throws {
    let entries = try Corpus.entries("mutants.tsv", in: "mutants")
    try #require(entries.count > 30)
    var wrong: [String: String] = [:]
    for entry in entries {
      let found = FrameWalk.inspect(entry.bytes)
      check(found, entry)
      let isIntact = entry.columns["truth"]?.hasPrefix("intact") == true
      let levels = ["header", "header-const", "xing", "sideinfo"]
      let seenBy = entry.columns["seen_by"] ?? ""
      let isWithinReach =
        levels.contains(entry.columns["detect_level"] ?? "") && seenBy != "nothing"
        && seenBy != "huffman"
      guard isIntact || isWithinReach else { continue }
      if (found.verdict == .intact) != isIntact {
        let columns = ["truth", "kind", "note"].compactMap { entry.columns[$0] }
        wrong[entry.file] =
          found.verdict.rawValue + ", right is " + columns.joined(separator: ", ")
      }
    }
    compare(wrong, with: Exceptions.mutants)
  }

  /// Every byte is accounted for, whatever the file is.
  private func check(_ found: Inspection, _ entry: Corpus.Entry) {
    #expect(found.size == Int64(entry.bytes.count), "\(entry.file)")
    #expect(found.ledger.total == found.size, "\(entry.file)")
    #expect(
      (found.verdict == .damaged || found.verdict == .notAudio) == (found.firstDamage != nil),
      "\(entry.file)")
  }

  private static func verdict(_ text: String) -> Verdict {
    if text.hasPrefix("intact") { return .intact }
    if text.hasPrefix("damaged") { return .damaged }
    return text == "empty" ? .empty : .notAudio
  }

  private func compare(_ wrong: [String: String], with exceptions: [String: String]) {
    for (file, what) in wrong.sorted(by: { $0.key < $1.key }) where exceptions[file] == nil {
      Issue.record("\(file): \(what)")
    }
    for file in exceptions.keys where wrong[file] == nil {
      Issue.record("\(file) is no exception any more")
    }
  }
}

/// Where the walk is known not to be right, and why.
enum Exceptions {
  static let verdicts = [
    "minimp3__l2-nonstandard-test32-size.bit":
      "the damage is in the allocation of a Layer II frame, which is not decoded",
    "minimp3__l3-nonstandard-sideinfo-size.bit":
      "two headers chain up to the end of 100 bytes that the table calls junk",
  ]
  static let frames = [
    "atl__ghost_data_after_last_frame.mp3": "the last frame is followed by foreign bytes",
    "musicmd__incomplete.mp3": "the last frame is followed by foreign bytes",
    "musicmd__outofbounds.mp3": "the last frame is followed by foreign bytes",
    "minimp3__l2-nonstandard-fl1_fl2_ff.bit":
      "free format of two lengths: the second is not found behind a cut frame",
    "minimp3__l3-nonstandard-sideinfo-size.bit": "see its verdict",
  ]
  static let mutants: [String: String] = [:]
}
