import ArchivePipeline
import FoundationEssentials
import PocketProtocol
import PocketSession

/// A recorder that is being listed and read, over Bluetooth alone.
struct RecorderConnection: SourceConnection {
  let link: RecorderLink

  var transport: String { "ble" }

  func inventory() async throws(SourceError) -> Inventory {
    try await InventoryReading(link: link).inventory()
  }

  func download(
    _ recording: ListedRecording, into sink: any DownloadSink
  ) async throws(SourceError) {
    let id = PocketProtocol.RecordingID(
      date: recording.directory.text, timestamp: recording.rawID.text)
    let device = try await link.connected()
    do {
      try await pull(id, from: device, into: sink)
      await link.progressed()
    } catch {
      await link.failed(error)
      throw SourceError(error)
    }
  }

  private func pull(
    _ id: PocketProtocol.RecordingID, from device: PocketDevice, into sink: any DownloadSink
  ) async throws {
    do {
      // What is no MP3 is fetched all the same: validation knows better, and keeps it.
      try await device.session.downloadOverBLE(id, into: ArchiveSink(sink))
    } catch PocketError.emptyRecording {
      try sink.announce(bytes: 0)
    }
  }
}

/// The archive's sink, as a session fills it.
final class ArchiveSink: RecordingSink {
  private let sink: any DownloadSink

  init(_ sink: any DownloadSink) { self.sink = sink }

  func announce(bytes: Int) throws { try sink.announce(bytes: Int64(bytes)) }

  func receive(_ bytes: Data) throws { try bytes.withUnsafeBytes { try sink.receive($0) } }
}
