/// Whether a file is as long as the recorder's list says, which gives whole seconds.
///
/// In the recorder's format the file's size is the measure, tail included: 4000 bytes are one second. In any
/// other format the whole frames are.
public struct DurationAgreement: Hashable, Sendable {
  /// The file's duration less the listed one, rounded towards zero.
  public let differenceMilliseconds: Int64
  /// Whether they differ by a second at most, computed without rounding.
  public let agrees: Bool

  /// - Parameters:
  ///   - inspection: Of the file.
  ///   - listedSeconds: What the list says, in seconds.
  public init(of inspection: Inspection, listedSeconds: Int64) {
    let units = inspection.isRecorderFormat ? inspection.size : inspection.samples
    let perSecond =
      inspection.isRecorderFormat ? 4_000 : Int64(inspection.format?.sampleRate ?? 1)
    let (listed, overflow) = listedSeconds.multipliedReportingOverflow(by: perSecond)
    let (difference, overflow2) = units.subtractingReportingOverflow(listed)
    guard !overflow, !overflow2 else {
      differenceMilliseconds = listedSeconds > 0 ? .min : .max
      agrees = false
      return
    }
    let (seconds, rest) = difference.quotientAndRemainder(dividingBy: perSecond)
    let (milliseconds, overflow3) = seconds.multipliedReportingOverflow(by: 1_000)
    differenceMilliseconds =
      overflow3 ? (seconds > 0 ? .max : .min) : milliseconds + rest * 1_000 / perSecond
    agrees = difference.magnitude <= UInt64(perSecond)
  }
}
