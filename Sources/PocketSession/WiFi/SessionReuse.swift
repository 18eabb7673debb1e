/// How many recordings one opening of the access point is worth asking for.
///
/// It depends on the firmware, reports differ, and none of it is a promise. So a recorder's own past counts
/// for more than its firmware: an allowance that is not known to be the last is exceeded by one at a time,
/// until the recorder refuses.
///
/// Device: `hardware` for 1.7 and 1.8 (reports differ for 1.7), else `inferred`. This code: `simulated`.
public struct SessionReuse: Sendable, Hashable {
  /// Connections that were seen to be granted, at least 1.
  public private(set) var connections: Int
  /// Whether one more than that was seen to be refused, or is not to be tried.
  public private(set) var isLimit: Bool

  /// What a recorder did before.
  ///
  /// - Parameters:
  ///   - connections: Granted in one opening, at least 1.
  ///   - isLimit: Whether one more was refused.
  public init(connections: Int, isLimit: Bool) {
    self.connections = max(1, connections)
    self.isLimit = isLimit
  }

  /// What a firmware is known for.
  ///
  /// - Parameters:
  ///   - firmware: As the recorder says, such as `1.8`.
  public init(firmware: String) {
    switch firmware {
    case "1.7": self.init(connections: 1, isLimit: false)
    case "1.8": self.init(connections: 2, isLimit: true)
    default: self.init(connections: 1, isLimit: true)
    }
  }

  /// Whether another connection is worth asking for after so many in this opening.
  public func allows(after used: Int) -> Bool {
    used < connections || used == connections && !isLimit
  }

  /// A connection of an opening, counted from 1, brought its recording whole.
  public mutating func granted(_ number: Int) {
    connections = max(connections, number)
  }

  /// A connection of an opening, counted from 1, was refused or broke off.
  public mutating func refused(_ number: Int) {
    guard number > 1 else { return }
    connections = number - 1
    isLimit = true
  }
}
