public import FoundationEssentials
public import PocketProtocol

/// The questions and orders that a device has too; `PocketDevice` says what they do.
extension PocketSession {
  /// As `PocketDevice.status()`.
  public func status() async throws -> DeviceStatus {
    DeviceStatus(
      batteryPercent: try await batteryPercent(),
      firmware: try await value(of: .firmware) {
        if case .firmware(let version) = $0 { version } else { nil }
      },
      macAddress: try await macAddress(),
      wifiFirmware: try await value(of: .wifiFirmware) {
        if case .wifiFirmware(let version) = $0 { version } else { nil }
      },
      storage: try await value(of: .storage) {
        if case .storage(let space) = $0 { space } else { nil }
      },
      slider: try await value(of: .sliderQuery) {
        if case .sliderPosition(let position) = $0 { position } else { nil }
      },
      isRecording: try await isRecording())
  }

  /// As `PocketDevice.isRecording()`.
  public func isRecording() async throws -> Bool {
    try await value(of: .recordingState) {
      if case .recordingState(let runs) = $0 { runs } else { nil }
    }
  }

  /// As `PocketDevice.setClock(_:)`.
  public func setClock(_ date: Date) async throws {
    _ = try await request(.setClock(date)) { $0 == .clockSet }
  }

  /// As `PocketDevice.listDates()`.
  public func listDates() async throws -> [String] {
    let listing = try await list(.dates)
    if let fault = listing.fault { throw fault }
    return listing.dates
  }

  /// As `PocketDevice.listRecordings(on:)`.
  public func listRecordings(on date: String) async throws -> [RecordingInfo] {
    let listing = try await list(.recordings(date: date))
    if let fault = listing.fault { throw fault }
    return listing.recordings
  }

  /// As `PocketDevice.lookUpRecordings(forDate:)`.
  public func lookUpRecordings(forDate date: String) async throws -> DateLookup {
    guard DateLookup.isPlausible(date) else { return .badDate }
    guard try await listDates().contains(date) else { return .unknownDate }
    return .recordings(try await listRecordings(on: date))
  }

  /// As `PocketDevice.liveAudio()`.
  public func liveAudio() throws -> AsyncStream<Data> {
    try requireReady()
    return try mailbox.listen()
  }

  /// As `PocketDevice.delete(_:)`.
  public func delete(_ id: RecordingID) async throws {
    // Nothing is deleted by a session that could not prove it afterwards.
    try requireInStep()
    _ = try await request(.delete(id)) { $0 == .deleted }
    let listing = try await list(.recordings(date: id.date))
    guard listing.fault == nil, !listing.recordings.contains(where: { $0.id == id }) else {
      throw PocketError.deleteNotConfirmed(id)
    }
  }

  /// As `PocketDevice.startRecording()`.
  public func startRecording() async throws -> RecordingID {
    var started: String?
    try await converse(.startRecording, timeout: Timing.request) { response in
      switch response {
      case .recordingStarted(let id):
        started = id
        return .end
      case .sliderPosition: return .taken
      default: return .foreign
      }
    }
    guard let started else { throw PocketError.timeout(.startRecording) }
    return RecordingID(startedAs: started)
  }

  /// As `PocketDevice.stopRecording()`.
  public func stopRecording() async throws {
    _ = try await request(.stopRecording) { $0 == .recordingStopped }
  }

  private func batteryPercent() async throws -> Int {
    try await value(of: .battery) {
      if case .battery(let percent) = $0 { percent } else { nil }
    }
  }

  private func macAddress() async throws -> String {
    try await value(of: .macAddress) {
      if case .macAddress(let address) = $0 { address } else { nil }
    }
  }
}
