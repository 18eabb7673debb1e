public import FoundationEssentials

/// Takes the bytes of one recording in order. It belongs to the task that fetches.
///
/// What it throws ends the transfer and is thrown on.
public protocol RecordingSink: AnyObject {
  /// Tells how many bytes will come, before the first of them. Told again, a transfer begins anew at the
  /// first byte, and what came before is void: no recorder can go on where a transfer broke off.
  func announce(bytes: Int) throws

  /// Takes the next bytes.
  func receive(_ bytes: Data) throws
}
