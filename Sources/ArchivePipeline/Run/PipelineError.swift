package import BlobStore
package import Catalog
package import HostIO
package import JobGraph

/// Why a run, or one job of it, could not go on.
package enum PipelineError: Error, Hashable, Sendable {
  case archive(ArchiveError)
  case source(SourceError)
  case blob(BlobStoreError)
  case catalog(CatalogError)
  case file(FileError)
  case graph(JobGraphError)
  /// An object or record of the archive that cannot be understood; text says which.
  case damagedRecord(String)
  /// Fewer or more bytes arrived than were announced.
  case length(announced: Int64, received: Int64)
  /// The run is being stopped.
  case cancelled
  /// A fault in the program; text says where.
  case fault(String)

  static func wrap<Value>(
    _ body: () throws(FileError) -> Value
  ) throws(PipelineError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .file(error)
    }
  }

  static func wrapBlob<Value>(
    _ body: () throws(BlobStoreError) -> Value
  ) throws(PipelineError) -> Value {
    do throws(BlobStoreError) {
      return try body()
    } catch {
      throw .blob(error)
    }
  }

  static func wrapArchive<Value>(
    _ body: () throws(ArchiveError) -> Value
  ) throws(PipelineError) -> Value {
    do throws(ArchiveError) {
      return try body()
    } catch {
      throw .archive(error)
    }
  }

  static func wrapCatalog<Value: Sendable>(
    _ body: () async throws(CatalogError) -> Value
  ) async throws(PipelineError) -> Value {
    do throws(CatalogError) {
      return try await body()
    } catch {
      throw .catalog(error)
    }
  }

  static func wrapSource<Value>(
    _ body: () async throws(SourceError) -> Value
  ) async throws(PipelineError) -> Value {
    do throws(SourceError) {
      return try await body()
    } catch {
      throw .source(error)
    }
  }

  /// Whether the archive's disk failed, so that going on with other recordings would fail the same way.
  package var stopsTheRun: Bool {
    switch self {
    case .archive, .catalog, .graph, .cancelled, .fault: true
    case .file(let error): error.isUnwritable || error.code == .io
    case .blob(let error):
      error.cause.map { $0.isUnwritable || $0.code == .io } ?? false
    case .source(let error):
      if case .store(let cause) = error.sink {
        cause.cause.map { $0.isUnwritable || $0.code == .io } ?? false
      } else {
        error.sink == .cancelled
      }
    case .damagedRecord, .length: false
    }
  }

  /// Whether space, or the right to write, is what is missing.
  package var isAboutWriting: Bool {
    switch self {
    case .file(let error): error.isUnwritable
    case .blob(let error): error.cause?.isUnwritable ?? false
    case .catalog(let error): error.code == .noSpace || error.code == .readOnly
    case .archive(let error):
      error.code == .tooLittleSpace || (error.cause?.isUnwritable ?? false)
    case .source(let error):
      if case .store(let cause) = error.sink { cause.cause?.isUnwritable ?? false } else { false }
    case .graph, .damagedRecord, .length, .cancelled, .fault: false
    }
  }
}
