/// A command line that was understood.
package struct ParsedArguments: Hashable, Sendable {
  /// The command's name. `help` where help was asked for and no command named.
  package var command: String
  /// Values in the order given, by the option's long name.
  package var values: [String: [String]]
  /// Long names of the flags given.
  package var flags: Set<String>
  /// In the order given.
  package var operands: [String]
  /// Whether `--help` or `-h` was given. Nothing but the command is known then: help is for those
  /// whose command line is not right yet.
  package var isHelpRequested: Bool

  /// A command line in its parts.
  package init(
    command: String, values: [String: [String]] = [:], flags: Set<String> = [],
    operands: [String] = [], isHelpRequested: Bool = false
  ) {
    self.command = command
    self.values = values
    self.flags = flags
    self.operands = operands
    self.isHelpRequested = isHelpRequested
  }

  /// The value of an option that is given at most once; of a repeated one, the last.
  package func value(_ name: String) -> String? { values[name]?.last }

  /// All values of an option, in the order given.
  package func values(_ name: String) -> [String] { values[name] ?? [] }

  /// Whether an option was given, a flag or one with a value.
  package func has(_ name: String) -> Bool { flags.contains(name) || values[name] != nil }
}
