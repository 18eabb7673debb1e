import ArchivePipeline
import HostIO
import PocketProtocol
import PocketSession

/// Lists a recorder, directory by directory.
///
/// A listing that is not complete is asked for once more; what it shows then is used, and a gap says that it
/// proves nothing about the rest.
struct InventoryReading {
  let link: RecorderLink
  private var recordings: [ListedRecording] = []
  private var gaps: [String] = []

  init(link: RecorderLink) {
    self.link = link
  }

  consuming func inventory() async throws(SourceError) -> Inventory {
    let isRecordingBefore = try await link.asking { try await $0.isRecording() }
    for date in try await listing(.dates).dates {
      guard Command.listRecordings(date: date).isEncodable else {
        gaps.append("directory \(RawName(bytes: date.utf8)): its name cannot be asked about")
        continue
      }
      recordings += try await listing(.recordings(date: date)).recordings.map { info in
        ListedRecording(
          directory: RawName(bytes: info.id.date.utf8),
          rawID: RawName(bytes: info.id.timestamp.utf8), seconds: Int64(info.durationSeconds),
          isAddressable: info.id.isAddressable)
      }
    }
    // Asked before and after: what stopped meanwhile was listed while it grew.
    let (isRecordingAfter, started) = try await link.asking { device in
      (try await device.isRecording(), await device.session.lastStarted)
    }
    if isRecordingBefore || isRecordingAfter { markRecording(started) }
    return Inventory(recordings: recordings, gaps: gaps)
  }

  private mutating func listing(_ subject: Listing.Subject) async throws(SourceError) -> Listing {
    var listing = try await asked(subject)
    if listing.fault != nil { listing = try await asked(subject) }
    guard case .incompleteListing(let date, let expected, let received)? = listing.fault else {
      return listing
    }
    let place = date.map { "directory \(RawName(bytes: $0.utf8))" } ?? "the list of directories"
    let count = expected.map { "the recorder counts \($0)" } ?? "its end did not come"
    let unreadable = listing.malformed > 0 ? ", \(listing.malformed) could not be read" : ""
    gaps.append("\(place): \(received) entries came and \(count)\(unreadable)")
    return listing
  }

  private func asked(_ subject: Listing.Subject) async throws(SourceError) -> Listing {
    let listing = try await link.asking { try await $0.session.list(subject) }
    // Its end may still come, and would end another listing.
    if !listing.hasEnded { await link.drop() }
    return listing
  }

  /// - Parameters:
  ///   - started: The recording that runs, where the recorder has said; else it is the newest.
  private mutating func markRecording(_ started: String?) {
    let running = started ?? newest
    for index in recordings.indices where recordings[index].rawID.text == running {
      recordings[index].isBeingRecorded = true
    }
  }

  private var newest: String? {
    recordings.map(\.rawID.text).filter { CivilTime(digits: $0.utf8) != nil }.max()
  }
}
