import FoundationEssentials
import PocketProtocol
import Testing

@Suite struct HandshakeTests {
  @Test func endsWithTheFirstAnswer() throws {
    var handshake = try Handshake(key: "ABCDEFGHijkl0123")
    #expect(!handshake.receive(.battery(1)) && handshake.outcome == nil)
    #expect(handshake.receive(.authOK) && handshake.outcome == .accepted)
    var refused = try Handshake(key: "ABCDEFGHijkl0123")
    #expect(refused.receive(.authError) && refused.outcome == .refused)
  }

  @Test func aKeyThatFitsNoFrameIsNotSent() {
    for key in ["", "a&b", "a b", "ä"] {
      #expect(throws: PocketError.unencodable(.auth(key))) { try Handshake(key: key) }
    }
  }
}

@Suite struct ListingTests {
  private let day = "2026-01-04"

  private func entry(_ id: String, on date: String = "2026-01-04") -> Response {
    .fileEntry(
      RecordingInfo(id: RecordingID(date: date, timestamp: id), durationSeconds: 1))
  }

  @Test func isCompleteWithItsEndAndCount() {
    var listing = Listing(.recordings(date: day))
    #expect(listing.receive(entry("a")) && listing.receive(entry("b")))
    #expect(!listing.hasEnded)
    #expect(listing.fault == .incompleteListing(date: day, expected: nil, received: 2))
    #expect(listing.receive(.listSummary(count: 2)) == true)
    #expect(listing.hasEnded && listing.fault == nil)
    #expect(listing.recordings.map(\.id.timestamp) == ["a", "b"])
  }

  @Test func provesNothingWithAnotherCount() {
    for count in [0, 1, 3] {
      var listing = Listing(.recordings(date: day))
      for response in [entry("a"), entry("b"), .listSummary(count: count)] {
        #expect(listing.receive(response) == true)
      }
      #expect(listing.fault == .incompleteListing(date: day, expected: count, received: 2))
    }
  }

  @Test func anEntryThatCannotBeReadIsNoEntryAndNoSilence() {
    var listing = Listing(.recordings(date: day))
    #expect(listing.receive(entry("a")) && listing.receive(.unparsed("MCU&F&2026-01-04&b&")))
    #expect(listing.receive(.listSummary(count: 1)) == true)
    #expect(listing.malformed == 1 && listing.fault != nil)
    var dates = Listing(.dates)
    #expect(dates.receive(.unparsed("MCU&DIRS&")) && dates.receive(.dateSummary(count: 0)))
    #expect(dates.fault == .incompleteListing(date: nil, expected: 0, received: 0))
  }

  @Test func takesNoEntryOfAnotherListing() {
    var listing = Listing(.recordings(date: day))
    #expect(listing.receive(entry("x", on: "2026-01-05")) == false)
    #expect(!listing.receive(.dateEntry(day)) && !listing.receive(.battery(1)))
    #expect(listing.receive(.listSummary(count: 0)) && listing.fault == nil)
    #expect(listing.receive(entry("late")) == false)
  }
}

@Suite struct DownloadTests {
  private let id = RecordingID(date: "2026-01-04", timestamp: "20260104101500")
  private let head = Data([0xff, 0xf3, 0x48, 0xc4])

  private func download() -> Download {
    Download(id)
  }

  @Test func endsWithAllBytesAndTheHint() {
    var download = download()
    #expect(download.waiting == .size)
    #expect(download.receive(.transferSize(6)) == [.announce(6)])
    #expect(download.waiting == .bytes)
    #expect(download.receive(bulk: head) == [.bytes(head)])
    #expect(download.receive(bulk: Data([1, 2])) == [.bytes(Data([1, 2]))])
    #expect(download.waiting == .end)
    #expect(download.receive(.transferComplete) == [])
    #expect(download.waiting == .nothing && download.fault == nil)
  }

  @Test func theHintMayComeEarlyOrNever() {
    var early = download()
    _ = early.receive(.transferSize(4))
    _ = early.receive(.transferComplete)
    #expect(early.waiting == .bytes)
    _ = early.receive(bulk: head)
    #expect(early.waiting == .nothing && early.fault == nil)
    var never = download()
    _ = never.receive(.transferSize(4))
    _ = never.receive(bulk: head)
    #expect(never.idle() == nil && never.waiting == .nothing)
  }

  @Test func bytesMayComeBeforeTheirSize() {
    var download = download()
    #expect(download.receive(bulk: head) == [])
    #expect(download.receive(.transferSize(5)) == [.announce(5), .bytes(head)])
    #expect(download.receive(bulk: Data([9])) == [.bytes(Data([9]))])
    #expect(download.waiting == .end)
    var surplus = self.download()
    _ = surplus.receive(bulk: head + [1])
    _ = surplus.receive(.transferSize(4))
    #expect(surplus.fault == .sizeMismatch(expected: 4, received: 5))
  }

  @Test func endlessBytesWithoutASizeAreAFault() {
    var download = download()
    let piece = Data(count: 1 << 20)
    for _ in 0..<5 { _ = download.receive(bulk: piece) }
    #expect(download.fault == .transferFailed("bytes came and no size"))
    #expect(download.waiting == .nothing)
  }

  @Test func tooManyBytesAreAFault() {
    var download = download()
    _ = download.receive(.transferSize(4))
    #expect(download.receive(bulk: head) == [.bytes(head)])
    #expect(download.receive(bulk: Data([1])) == [])
    #expect(download.fault == .sizeMismatch(expected: 4, received: 5))
  }

  @Test func silenceSaysWhatWasMissing() {
    var noSize = download()
    #expect(noSize.idle() == .timeout(.download(id)))
    var noBytes = download()
    _ = noBytes.receive(.transferSize(8))
    #expect(noBytes.idle() == .transferFailed("no bytes came any more after 0 of 8"))
    var short = download()
    _ = short.receive(.transferSize(8))
    _ = short.receive(bulk: head)
    _ = short.receive(.transferComplete)
    #expect(short.idle() == .sizeMismatch(expected: 8, received: 4))
  }

  @Test func zeroBytesAnnouncedIsAnEmptyRecording() {
    var download = download()
    #expect(download.receive(.transferSize(0)) == [])
    #expect(download.waiting == .end && download.fault == nil)
    #expect(download.receive(.transferComplete) == [])
    #expect(download.fault == .emptyRecording)
    var silent = self.download()
    _ = silent.receive(.transferSize(0))
    #expect(silent.idle() == .emptyRecording)
    var lying = self.download()
    _ = lying.receive(.transferSize(0))
    #expect(lying.receive(bulk: head) == [])
    #expect(lying.fault == .sizeMismatch(expected: 0, received: 4))
  }

  @Test func anEndBeforeTheSizeIsOfAnotherTransfer() {
    var download = download()
    #expect(download.receive(.transferComplete) == [])
    #expect(download.waiting == .size)
    #expect(download.receive(.battery(1)) == nil)
    #expect(download.receive(.unknown) == [])
    #expect(download.fault == .unknownCommand(.download(id)))
  }

  @Test func aSecondSizeMustBeTheFirst() {
    var download = download()
    _ = download.receive(.transferSize(8))
    #expect(download.receive(.transferSize(8)) == [] && download.fault == nil)
    #expect(download.receive(.transferSize(9)) == [])
    #expect(download.fault == .unexpectedResponse("MCU&U&9"))
  }
}
