import Catalog
import Fixity
import JobGraph
import MPEGAudio

/// What a run has learnt so far and its jobs share: the open source, the fates, the branches.
actor RunState {
  private let catalog: Catalog
  private var foundSighting: Sighting?
  private var openConnection: (any SourceConnection)?
  private var openKeeper: FateKeeper?
  private var listing: Listing?
  /// Which listings, also of earlier runs, were complete.
  private var completeness: [SHA256Digest: Bool] = [:]
  /// Gone before they were archived; told at once, and written down when the run ends.
  private(set) var vanished: [Difference.Work] = []
  private var branches: [String: Branch] = [:]
  /// What the frame walk of a download found, until validation has taken it.
  private var inspections: [SHA256Digest: Inspection] = [:]

  init(catalog: Catalog) {
    self.catalog = catalog
  }

  func found(_ sighting: Sighting, in run: RunContext) async throws(PipelineError) {
    foundSighting = sighting
    let catalog = catalog
    let recorders = try await PipelineError.wrapCatalog { () async throws(CatalogError) in
      try await catalog.recorders()
    }
    openKeeper = try await FateKeeper(
      archive: run.archive, catalog: catalog, sighting: sighting,
      folder: Self.folder(for: sighting, beside: recorders))
    run.report(.found(sighting))
  }

  func opened(_ connection: any SourceConnection) { openConnection = connection }

  func listed(_ record: ListingRecord, as object: SHA256Digest) {
    listing = Listing(record, object: object)
    completeness[object] = record.isComplete
  }

  func lost(_ works: [Difference.Work]) { vanished += works }

  func begin(_ branch: Branch) { branches[branch.key] = branch }

  func update(_ branch: Branch) { branches[branch.key] = branch }

  func keep(_ inspection: Inspection, of object: SHA256Digest) { inspections[object] = inspection }

  func inspection(of object: SHA256Digest) -> Inspection? { inspections[object] }

  func forgetInspection(of object: SHA256Digest?) {
    if let object { inspections[object] = nil }
  }

  func sighting() throws(PipelineError) -> Sighting {
    guard let foundSighting else { throw .fault("no source was discovered") }
    return foundSighting
  }

  func connection() throws(PipelineError) -> any SourceConnection {
    guard let openConnection else { throw .fault("no source is connected") }
    return openConnection
  }

  func keeper() throws(PipelineError) -> FateKeeper {
    guard let openKeeper else { throw .fault("no recorder's fates are open") }
    return openKeeper
  }

  func currentListing() throws(PipelineError) -> Listing {
    guard let listing else { throw .fault("nothing was listed") }
    return listing
  }

  /// Whether a listing, of this run or an earlier one, was complete. One that cannot be read proves nothing.
  func isComplete(_ object: SHA256Digest?, in run: RunContext) -> Bool {
    guard let object else { return false }
    if let known = completeness[object] { return known }
    let isComplete = (try? run.decode(ListingRecord.self, object))?.isComplete ?? false
    completeness[object] = isComplete
    return isComplete
  }

  func branch(of job: Job) throws(PipelineError) -> Branch {
    guard let key = job.id.branch, let branch = branches[key] else {
      throw .fault("\(job.id) belongs to no recording")
    }
    return branch
  }

  var hasKeeper: Bool { openKeeper != nil }

  /// The recorder's folder in the library: its name, unless another recorder has it.
  static func folder(for sighting: Sighting, beside recorders: [RecorderRow]) -> String {
    let isTaken = recorders.contains {
      $0.folder == sighting.name && $0.identity != sighting.identity
    }
    guard isTaken else { return sighting.name }
    let digest = SHA256Digest(of: Array(sighting.identity.utf8)).hex
    return sighting.name + "-" + digest.prefix(8)
  }
}

/// What the source lists in this run.
struct Listing: Sendable {
  let object: SHA256Digest
  let isComplete: Bool
  private let entries: [RecordingID: ListingRecord.Entry]

  init(_ record: ListingRecord, object: SHA256Digest) {
    self.object = object
    isComplete = record.isComplete
    let pairs = record.entries.compactMap { entry in entry.id.map { ($0, entry) } }
    entries = Dictionary(pairs) { first, _ in first }
  }

  /// Whether a recording is there to be read, and as it was when this work was planned.
  func shows(_ work: Difference.Work) -> Bool {
    guard let id = work.id, let entry = entries[id], entry.recording == nil else { return false }
    return entry.seconds == work.seconds && entry.bytes == work.bytes
      && entry.modified == work.modified
  }
}
