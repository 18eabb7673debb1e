import Catalog
package import HostIO

/// What a run would do, found by looking only.
package struct ArchivePlan: Sendable {
  package let sighting: Sighting
  package let inventory: Inventory
  package let difference: Difference
  /// The work that the selection leaves.
  package let work: [Difference.Work]
  /// Bytes free on the archive's disk, or on the one it would be made on; nil if that cannot be told.
  package let availableBytes: Int64?

  /// Finds the source, lists it, and compares with the archive, if there is one.
  ///
  /// - Throws: `.source`, `.archive`, `.file`; an archive that is not there is no error.
  package static func make(
    archive root: Path, from source: any RecordingSource, selection: RunSelection, host: Host
  ) async throws(PipelineError) -> ArchivePlan {
    let (sighting, inventory) = try await look(at: source)
    var known = KnownState.nothing
    if let archive = try opened(root, host) {
      if archive.identity.kind != sighting.kind {
        throw .archive(
          ArchiveError(
            code: .kindMismatch, path: root,
            detail: "it holds \(archive.identity.kind.name) recordings, and these are "
              + sighting.kind.name))
      }
      let books = try await CatalogIndex.books(archive)
      if let book = books.first(where: { $0.recorder?.identity == sighting.identity }) {
        known = try KnownState(book: book, archive: archive)
        try await PipelineError.wrapSource { () async throws(SourceError) in
          try inventory.requirePlausible(sighting, isKnown: !book.recordingIDs.isEmpty)
        }
      }
    }
    let listing = ListingRecord(inventory)
    let difference = Difference(listing: listing, known: known)
    return ArchivePlan(
      sighting: sighting, inventory: inventory, difference: difference,
      work: selection.selected(difference.work, listing: listing),
      availableBytes: available(root, host))
  }

  private static func look(
    at source: any RecordingSource
  ) async throws(PipelineError) -> (Sighting, Inventory) {
    do throws(SourceError) {
      let sighting = try await source.discover()
      let inventory = try await source.connect().inventory()
      await source.release()
      return (sighting, inventory)
    } catch {
      await source.release()
      throw .source(error)
    }
  }

  private static func opened(_ root: Path, _ host: Host) throws(PipelineError) -> Archive? {
    do throws(ArchiveError) {
      return try Archive.open(root, host: host)
    } catch  where error.code == .missing {
      return nil
    } catch  where error.code == .notAnArchive {
      // An empty folder is where a run would make one.
      let isEmpty = (try? host.fileSystem.entries(of: root).isEmpty) ?? false
      if isEmpty { return nil }
      throw .archive(error)
    } catch {
      throw .archive(error)
    }
  }

  /// Of the nearest folder above that is there.
  private static func available(_ root: Path, _ host: Host) -> Int64? {
    var path = root
    while true {
      if let space = try? host.fileSystem.space(at: path) { return space.availableBytes }
      let parent = path.parent
      guard parent != path else { return nil }
      path = parent
    }
  }
}

extension KnownState {
  /// Of an archive that is not there yet.
  static let nothing = KnownState(entries: [])

  init(entries: [Entry]) {
    self.entries = entries
  }
}
