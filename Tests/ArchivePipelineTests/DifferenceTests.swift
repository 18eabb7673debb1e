import Fixity
import Testing

@testable import ArchivePipeline

private let object = SHA256Digest(of: [1])

private func listed(
  _ rawID: String, bytes: Int64 = 144, modified: Int64 = 1, recording: Int? = nil
) -> ListingRecord.Entry {
  ListingRecord.Entry(
    directory: "day", rawID: rawID, seconds: nil, bytes: bytes, modified: modified,
    recording: recording)
}

private func known(
  _ rawID: String, _ fate: Fate, object: SHA256Digest? = object, version: Int = 1,
  missing: [String] = [], attempts: Int = 1, unproven: Int? = nil
) -> KnownState.Entry {
  KnownState.Entry(
    directory: "day", rawID: rawID, version: version, fate: fate, listedBytes: 144,
    listedModified: 1, object: object, attempts: attempts, missing: missing, unproven: unproven)
}

private func difference(
  _ listing: [ListingRecord.Entry], _ state: [KnownState.Entry], gaps: [String] = []
) -> Difference {
  var record = ListingRecord(Inventory(recordings: []))
  record.entries = listing
  record.gaps = gaps
  return Difference(listing: record, known: KnownState(entries: state))
}

/// What the listing and the fates ask for, case by case.
@Suite struct DifferenceTests {
  @Test func whatIsNewIsFetched() {
    let found = difference([listed("a")], [])
    #expect(found.work.map(\.step) == [.download])
    #expect(found.new == found.work)
    #expect(found.work[0].version == 1)
  }

  @Test func whatIsArchivedIsLeftAlone() {
    let found = difference([listed("a")], [known("a", .archived)])
    #expect(found.work.isEmpty)
    #expect(found.settled == ["archived": 1])
  }

  @Test(arguments: ["library", "receipt"])
  func whatIsMissingOfAnArchivedOneIsMadeAgain(part: String) {
    let found = difference([listed("a")], [known("a", .archived, missing: [part])])
    #expect(found.work.map(\.step) == [.validate])
    #expect(found.work[0].object == object)
  }

  @Test func anObjectThatIsGoneIsFetchedAgain() {
    let found = difference([listed("a")], [known("a", .archived, missing: ["object"])])
    #expect(found.work.map(\.step) == [.download])
    #expect(found.work[0].version == 1)
  }

  @Test func anotherSizeIsAnotherVersion() {
    let found = difference([listed("a", bytes: 288)], [known("a", .archived)])
    #expect(found.work.map(\.step) == [.download])
    #expect(found.work[0].version == 2)
    #expect(found.work[0].attempts == 0)
  }

  @Test(arguments: [Fate.listed, .failed, .pending])
  func whatWasFetchedButNotFinishedGoesOnFromItsBytes(fate: Fate) {
    let found = difference([listed("a")], [known("a", fate)])
    #expect(found.work.map(\.step) == [.validate])
    let without = difference([listed("a")], [known("a", fate, object: nil)])
    #expect(without.work.map(\.step) == [.download])
  }

  /// However many versions there are: bytes that are here are finished, also where the source has moved on.
  @Test func everyVersionIsFinished() {
    let second = SHA256Digest(of: [2])
    let state = [
      known("a", .listed), known("a", .archived, object: second, version: 2, missing: ["library"]),
      known("a", .failed, object: nil, version: 3),
    ]
    let found = difference([listed("a", bytes: 288)], state)
    #expect(found.work.map(\.version) == [1, 2, 3])
    #expect(found.work.map(\.step) == [.validate, .validate, .download])
    let gone = difference([], state, gaps: ["x"])
    #expect(gone.work.map(\.version) == [1, 2])
    #expect(gone.vanished.isEmpty)
    #expect(difference([], state).vanished.map(\.version) == [3])
  }

  @Test func bytesThatAreKeptAreNotFetchedOver() {
    for fate in [Fate.listed, .failed, .damaged] {
      let found = difference([listed("a", bytes: 288)], [known("a", fate)])
      #expect(found.work.last?.step == .download)
      #expect(found.work.last?.version == 2)
    }
  }

  @Test func whatIsRecordedUnderAnOldNameKeepsTheOldBytes() {
    let found = difference([listed("a", recording: 1)], [known("a", .failed)])
    #expect(found.work.map(\.step) == [.validate])
    #expect(found.recording.map(\.rawID) == ["a"])
  }

  /// Composed and decomposed letters are one text and two names.
  @Test func namesAreComparedByTheirBytes() {
    let names = ["\u{e9}.mp3", "e\u{301}.mp3"]
    let found = difference(names.map { listed($0) }, [])
    #expect(found.work.count == 2)
    #expect(Set(found.work.map { Branch(work: $0).key }).count == 2)
    let tricky = [("a\nb", "c"), ("a", "b\nc"), ("a/b", "c"), ("a", "b/c")]
    let keys = tricky.map { directory, rawID in
      var entry = listed(rawID)
      entry.directory = directory
      return Branch(work: .init(entry, version: 1, step: .download, object: nil, attempts: 0)).key
    }
    #expect(Set(keys).count == keys.count)
  }

  @Test(arguments: [Fate.damaged, .empty])
  func whatIsDamagedOrEmptyWaitsForAnotherListing(fate: Fate) {
    #expect(difference([listed("a")], [known("a", fate)]).work.isEmpty)
    let changed = difference([listed("a", modified: 2)], [known("a", fate)])
    #expect(changed.work.map(\.step) == [.download])
  }

  @Test func whatIsForgottenIsNeverFetched() {
    let found = difference([listed("a", bytes: 9)], [known("a", .forgotten, object: nil)])
    #expect(found.work.isEmpty)
    #expect(found.settled == ["forgotten": 1])
  }

  @Test func whatIsBeingRecordedIsLeftForLater() {
    let found = difference([listed("a", recording: 1)], [])
    #expect(found.work.isEmpty)
    #expect(found.recording.map(\.rawID) == ["a"])
    #expect(found.new.isEmpty)
  }

  @Test(arguments: Fate.allCases)
  func onlyWhatIsUnsafeAndGoneIsVanished(fate: Fate) {
    let found = difference([], [known("a", fate, object: nil)])
    let isLost = [.listed, .pending, .recording, .failed, .unaddressable].contains(fate)
    #expect(found.vanished.map(\.rawID) == (isLost ? ["a"] : []))
    // A listing with gaps proves nothing gone.
    #expect(difference([], [known("a", fate, object: nil)], gaps: ["x"]).vanished.isEmpty)
  }

  @Test func whatIsGoneButFetchedIsPublishedAllTheSame() {
    let found = difference([], [known("a", .listed)])
    #expect(found.vanished.isEmpty)
    #expect(found.work.map(\.step) == [.validate])
  }

  @Test func anArchivedOneIsProvenOnceTheListingIsComplete() {
    let state = [known("a", .archived, unproven: 1)]
    #expect(difference([listed("a")], state).work.map(\.step) == [.validate])
    #expect(difference([listed("a")], state, gaps: ["x"]).work.isEmpty)
  }

  @Test func anIDListedTwiceIsOneRecording() {
    #expect(difference([listed("a"), listed("a", bytes: 9)], []).work.count == 1)
  }
}
