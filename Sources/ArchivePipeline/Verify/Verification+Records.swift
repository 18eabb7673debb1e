import Catalog
import Fixity
import HostIO
import JobGraph

/// What stands beside recordings: the catalog, the quarantine, the action records.
extension Verification {
  /// What SQLite says of the catalog as such.
  mutating func checkSoundness(of catalog: Catalog?) async {
    let place = Path("catalog.sqlite")
    guard let catalog else {
      report.add(place, "cannot be read; the next run makes it again")
      return
    }
    let isQuick = scope.isQuick
    do throws(PipelineError) {
      let problems = try await PipelineError.wrapCatalog { () async throws(CatalogError) in
        try await catalog.integrityProblems(quick: isQuick)
      }
      for problem in problems { report.add(place, problem) }
    } catch {
      report.add(place, Diagnosis(error).what)
    }
  }

  /// A damaged recording is kept where people look for it.
  mutating func checkQuarantine(_ row: RecordingRow) throws(PipelineError) {
    guard let id = row.id, let object = row.object, let recorder = recorders[row.key.recorder]
    else { return }
    let path = PublishStage.path(id, version: row.key.version, of: recorder)
    try checkCopy(Path("quarantine") / path.audio, of: object)
  }

  /// Each record stands under the fingerprint of what it says it did.
  mutating func checkActions() throws(PipelineError) {
    let archive = archive
    do throws(FileError) {
      for folder in try archive.fileSystem.entries(of: archive.layout.actions) {
        for name in try archive.fileSystem.entries(of: archive.layout.actions / folder) {
          let path = archive.layout.actions / folder / name
          let bytes = try archive.fileSystem.readAll(path, limit: 1 << 20)
          let record = decodeJSON(ActionRecord.self, from: bytes)
          if let record, archive.layout.action(record.fingerprint) == path { continue }
          report.add(relative(path), "is no action record of its name; the job runs again")
        }
      }
    } catch {
      report.add(relative(error.path), Diagnosis(error).what)
    }
  }
}
