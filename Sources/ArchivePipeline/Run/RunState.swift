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
  private var listingObject: SHA256Digest?
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

  func listed(_ listing: SHA256Digest) { listingObject = listing }

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

  func listing() throws(PipelineError) -> SHA256Digest {
    guard let listingObject else { throw .fault("nothing was listed") }
    return listingObject
  }

  func branch(of job: Job) throws(PipelineError) -> Branch {
    guard let key = job.id.branch, let branch = branches[key] else {
      throw .fault("\(job.id) belongs to no recording")
    }
    return branch
  }

  /// Closes the source, if it is open. Also where the run failed.
  func closeConnection() async {
    await openConnection?.close()
    openConnection = nil
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

extension RunState {
  /// Whether the source lists this branch's recording.
  func isListed(_ branch: Branch, in run: RunContext) throws(PipelineError) -> Bool {
    let listing = try run.decode(ListingRecord.self, try listing())
    return listing.entries.contains {
      $0.directory == branch.work.directory && $0.rawID == branch.work.rawID
    }
  }
}
