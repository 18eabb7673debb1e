/// An option of a command line: a flag, or one that takes a value.
package struct Option: Hashable, Sendable {
  /// The long name without its dashes.
  package var name: String
  /// The letter behind a single dash, if there is one.
  package var short: Character?
  /// What value it takes; nil for a flag.
  package var value: ValueShape?
  /// What it does, as a phrase without a full stop.
  package var help: String
  /// Whether it may be given more than once.
  package var isRepeatable: Bool

  /// An option; a flag where `value` is nil.
  package init(
    _ name: String, short: Character? = nil, value: ValueShape? = nil, help: String,
    isRepeatable: Bool = false
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
  }
}

/// The value of an option: how help names it, and how a shell can complete it.
package struct ValueShape: Hashable, Sendable {
  /// What a shell may offer as the value.
  package enum Completion: Hashable, Sendable {
    case none
    case files
    case folders
    /// One of these, and nothing else: the parser refuses other values.
    case words([String])
  }

  /// The value's name in help, in capitals by custom: `DIR`.
  package var metavar: String
  /// What a shell may offer.
  package var completion: Completion

  /// A value of this name.
  package init(_ metavar: String, completion: Completion = .none) {
    self.metavar = metavar
    self.completion = completion
  }

  /// One of a closed set of words; they are its name in help too: `always|never`.
  package static func words(_ words: String...) -> ValueShape {
    ValueShape(words.joined(separator: "|"), completion: .words(words))
  }
}

/// An argument that is no option.
package struct Operand: Hashable, Sendable {
  /// In capitals by custom: `PIPELINE`.
  package var name: String
  /// Whether none need be given. Optional operands follow the others.
  package var isOptional: Bool
  /// Whether more than one may be given. Only the last operand may be repeated.
  package var isRepeated: Bool
  /// What it is, as a phrase without a full stop.
  package var help: String

  /// An operand; one that must be given once, if nothing else is said.
  package init(
    _ name: String, isOptional: Bool = false, isRepeated: Bool = false, help: String
  ) {
    self.name = name
    self.isOptional = isOptional
    self.isRepeated = isRepeated
    self.help = help
  }
}
