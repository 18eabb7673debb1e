/// What a crash leaves of the changes that were not made durable.
///
/// Seed 0 is the disk that wrote nothing early, seed 1 the one that had written everything; between
/// them the generator decides.
struct CrashDice {
  private enum Mode {
    case nothing
    case everything
    case chance
  }

  private let mode: Mode
  private var generator: SplitMix64

  init(seed: UInt64) {
    mode = seed == 0 ? .nothing : seed == 1 ? .everything : .chance
    generator = SplitMix64(seed: seed)
  }

  /// Whether the generator decides.
  var isByChance: Bool { mode == .chance }

  /// Whether one change survives.
  mutating func survives() -> Bool {
    switch mode {
    case .nothing: false
    case .everything: true
    case .chance: Bool.random(using: &generator)
    }
  }

  /// How many of a row of changes survive, from the first on.
  mutating func prefix(of count: Int) -> Int {
    switch mode {
    case .nothing: 0
    case .everything: count
    case .chance: Int.random(in: 0...count, using: &generator)
    }
  }

  /// A choice that matters only between the two extremes.
  mutating func oneOf(_ count: Int) -> Int {
    Int.random(in: 0..<count, using: &generator)
  }
}
