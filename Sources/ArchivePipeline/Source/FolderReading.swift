import HostIO

/// Reads one file of a folder, and notices if it changes meanwhile.
struct FolderReading {
  let path: Path
  let fileSystem: any FileSystem

  /// - Throws: `.gone`; `.changed` if the file is not the listed one, or no longer the one that was opened;
  ///   `.link` if it cannot be read; `.sink`.
  func copy(_ listed: ListedRecording, into sink: any DownloadSink) throws(SourceError) {
    let file: any OpenFile
    let before: FileStatus
    do throws(FileError) {
      file = try fileSystem.open(path, .read, permissions: 0)
      before = try file.status()
    } catch {
      throw Self.sourceError(error)
    }
    if before.size != listed.bytes ?? before.size
      || before.modifiedNanoseconds != listed.modifiedNanoseconds ?? before.modifiedNanoseconds
    {
      throw SourceError(code: .changed, detail: "the file changed after it was listed")
    }
    try offer(before.size, to: sink)
    try stream(file, expecting: before, into: sink)
    try requireUnchanged(file, since: before)
  }

  private func offer(_ bytes: Int64, to sink: any DownloadSink) throws(SourceError) {
    do throws(SinkError) {
      try sink.announce(bytes: bytes)
    } catch {
      throw SourceError(code: .sink, detail: "", sink: error)
    }
  }

  private func stream(
    _ file: any OpenFile, expecting before: FileStatus, into sink: any DownloadSink
  ) throws(SourceError) {
    var failure: SinkError?
    do throws(FileError) {
      try file.forEachChunk(chunkBytes: 1 << 18) { chunk throws(FileError) in
        do throws(SinkError) {
          try sink.receive(chunk)
        } catch {
          failure = error
          throw FileError(code: .io, operation: "read", path: path, errno: 0)
        }
      }
    } catch {
      switch failure {
      case .excess:
        throw SourceError(code: .changed, detail: "the file grew while it was read")
      case .some(let failure):
        throw SourceError(code: .sink, detail: "", sink: failure)
      case nil:
        throw Self.sourceError(error)
      }
    }
  }

  private func requireUnchanged(
    _ file: any OpenFile, since before: FileStatus
  ) throws(SourceError) {
    let after: FileStatus
    let named: FileStatus?
    do throws(FileError) {
      after = try file.status()
      named = try fileSystem.status(of: path, following: false)
    } catch {
      throw Self.sourceError(error)
    }
    guard after == before, named?.inode == before.inode, named?.device == before.device else {
      throw SourceError(code: .changed, detail: "the file changed while it was read")
    }
  }

  private static func sourceError(_ error: FileError) -> SourceError {
    switch error.code {
    case .notFound, .notDirectory:
      SourceError(code: .gone, detail: "the file is no longer there", cause: error)
    default:
      SourceError(code: .link, detail: "the file cannot be read", cause: error)
    }
  }
}
