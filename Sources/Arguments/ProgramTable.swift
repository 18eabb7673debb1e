/// All that a program's command line holds: the one source of parsing and help.
package struct ProgramTable: Hashable, Sendable {
  /// What the program is called by.
  package var name: String
  /// What the program does, as one sentence.
  package var summary: String
  /// Options that every command takes, before or behind its name.
  package var common: [Option]
  /// In the order of help.
  package var commands: [CommandTable]
  /// Texts of `help` that belong to no command.
  package var topics: [HelpTopic]

  /// A table of these parts.
  package init(
    name: String, summary: String, common: [Option] = [], commands: [CommandTable],
    topics: [HelpTopic] = []
  ) {
    self.name = name
    self.summary = summary
    self.common = common
    self.commands = commands
    self.topics = topics
  }

  /// The command of a name.
  package func command(_ name: String) -> CommandTable? { commands.first { $0.name == name } }

  /// The topic of a name.
  package func topic(_ name: String) -> HelpTopic? { topics.first { $0.name == name } }
}

/// One command of a program.
package struct CommandTable: Hashable, Sendable {
  /// The word it is called by.
  package var name: String
  /// What it does, as a phrase that fits on the line behind its name.
  package var summary: String
  /// In the order they are given.
  package var operands: [Operand]
  /// Besides those of all commands.
  package var options: [Option]
  /// Paragraphs of its help behind the options.
  package var notes: [String]
  /// Whole command lines.
  package var examples: [String]

  /// A command of these parts.
  package init(
    _ name: String, summary: String, operands: [Operand] = [], options: [Option] = [],
    notes: [String] = [], examples: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.notes = notes
    self.examples = examples
  }
}

/// A help text of its own, such as the exit codes.
package struct HelpTopic: Hashable, Sendable {
  /// The word behind `help`.
  package var name: String
  /// What it tells, as a phrase.
  package var summary: String
  /// Paragraphs, an empty line between two; lines that begin with a space are printed as they
  /// stand.
  package var text: String

  /// A topic of these parts.
  package init(_ name: String, summary: String, text: String) {
    self.name = name
    self.summary = summary
    self.text = text
  }
}
