import Synchronization

@testable import ArchivePipeline

/// A source that holds recordings in memory and misbehaves as it is told.
final class ScriptedSource: RecordingSource, SourceConnection {
  struct Recording: Sendable {
    var directory = "2026-01-04"
    var rawID: String
    var bytes: [UInt8]
    var seconds: Int64?
    var isBeingRecorded = false
    /// What each reading gives, the last one again and again; none for `bytes`.
    var readings: [Reading] = []
  }

  enum Reading: Sendable {
    case bytes([UInt8])
    /// So many bytes are announced and these come.
    case announced(Int64, [UInt8])
    /// These come, and nothing is announced.
    case unannounced([UInt8])
    case fails(SourceError)
  }

  private struct State: Sendable {
    var recordings: [Recording]
    var gaps: [String] = []
    var downloads: [String] = []
    var isOpen = false
  }

  let identity: String
  private let sourceKind: ArchiveIdentity.Kind
  private let state: Mutex<State>
  let transport = "script"

  init(
    _ recordings: [Recording], identity: String = "script", kind: ArchiveIdentity.Kind = .recorder
  ) {
    self.identity = identity
    sourceKind = kind
    state = Mutex(State(recordings: recordings))
  }

  /// The IDs that were asked for, in order.
  var downloads: [String] { state.withLock { $0.downloads } }
  var isOpen: Bool { state.withLock { $0.isOpen } }

  func change(_ body: (inout [Recording]) -> Void) {
    var recordings = state.withLock { $0.recordings }
    body(&recordings)
    let changed = recordings
    state.withLock { $0.recordings = changed }
  }

  func setGaps(_ gaps: [String]) { state.withLock { $0.gaps = gaps } }

  func kind() async throws(SourceError) -> ArchiveIdentity.Kind { sourceKind }

  func discover() async throws(SourceError) -> Sighting {
    Sighting(identity: identity, name: "desk", origin: .recorder, kind: sourceKind)
  }

  func connect() async throws(SourceError) -> any SourceConnection {
    state.withLock { $0.isOpen = true }
    return self
  }

  func release() async { state.withLock { $0.isOpen = false } }

  func inventory() async throws(SourceError) -> Inventory {
    state.withLock { state in
      Inventory(
        recordings: state.recordings.map { recording in
          ListedRecording(
            directory: RawName(bytes: recording.directory.utf8),
            rawID: RawName(bytes: recording.rawID.utf8), seconds: recording.seconds,
            bytes: Int64(recording.bytes.count), isBeingRecorded: recording.isBeingRecorded)
        }, gaps: state.gaps)
    }
  }

  func download(
    _ recording: ListedRecording, into sink: any DownloadSink
  ) async throws(SourceError) {
    let reading: Reading? = state.withLock { state in
      state.downloads.append(recording.rawID.text)
      guard
        let index = state.recordings.firstIndex(where: { $0.rawID == recording.rawID.text })
      else { return nil }
      let readings = state.recordings[index].readings
      if readings.count > 1 { state.recordings[index].readings.removeFirst() }
      return readings.first ?? .bytes(state.recordings[index].bytes)
    }
    switch reading {
    case nil: throw SourceError(code: .gone, detail: "it is gone")
    case .fails(let error): throw error
    case .bytes(let bytes): try send(bytes, announcing: Int64(bytes.count), to: sink)
    case .unannounced(let bytes): try send(bytes, announcing: nil, to: sink)
    case .announced(let count, let bytes): try send(bytes, announcing: count, to: sink)
    }
  }

  /// In pieces of a Bluetooth notification.
  private func send(
    _ bytes: [UInt8], announcing count: Int64?, to sink: any DownloadSink
  ) throws(SourceError) {
    do throws(SinkError) {
      if let count { try sink.announce(bytes: count) }
      for start in stride(from: 0, to: bytes.count, by: 244) {
        let piece = Array(bytes[start..<min(start + 244, bytes.count)])
        try piece.withUnsafeBufferPointer { buffer throws(SinkError) in
          try sink.receive(UnsafeRawBufferPointer(buffer))
        }
      }
    } catch {
      throw SourceError(code: .sink, detail: "", sink: error)
    }
  }
}
