/// What a stream says of itself.
public struct AudioFormat: Hashable, Sendable, CustomStringConvertible {
  public let version: MPEGVersion
  public let layer: MPEGLayer
  /// In Hz.
  public let sampleRate: Int
  /// Of the first frame; a stream may switch.
  public let channels: Int
  /// In kbit/s; nil when it varies and for free format.
  public let bitRateKbps: Int?

  /// As in "MPEG-2 Layer III, 16 kHz, mono, 32 kbit/s".
  public var description: String {
    let thousands = sampleRate / 1000
    var fraction = String(1000 + sampleRate % 1000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    let rate = fraction.isEmpty ? "\(thousands)" : "\(thousands).\(fraction)"
    let mode = channels == 1 ? "mono" : "stereo"
    let bits = bitRateKbps.map { "\($0) kbit/s" } ?? "variable bit rate"
    return "\(version.rawValue) Layer \(layer.numeral), \(rate) kHz, \(mode), \(bits)"
  }
}
