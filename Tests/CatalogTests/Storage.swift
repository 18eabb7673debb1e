import Catalog
import HostIO

/// What lies beneath a test's catalog.
enum Storage: CaseIterable, Sendable {
  /// SQLite's own VFS.
  case plain
  /// The real file system through a `SeamVFS`.
  case seam
}

/// A folder with a catalog in it, on one storage or another.
struct Shelf: Sendable {
  let folder: TemporaryFolder
  let path: Path
  let vfs: SeamVFS?

  init(_ storage: Storage, name: String = "catalog.sqlite") throws {
    folder = try TemporaryFolder()
    path = folder.path / name
    vfs =
      switch storage {
      case .plain: nil
      case .seam: try SeamVFS(name: "seam-" + RealRandomness().hexName(), fileSystem: folder.files)
      }
  }

  func open(_ mode: Catalog.Mode = .readWrite) throws(CatalogError) -> Catalog {
    try Catalog.open(at: path, mode: mode, vfs: vfs?.name)
  }
}
