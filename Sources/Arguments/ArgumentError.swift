import Spelling

/// Why a command line was not understood.
package struct ArgumentError: Error, Hashable, Sendable {
  /// The sorts of errors.
  package enum Code: String, Hashable, Sendable {
    /// No word names a command.
    case noCommand
    /// The first word names none.
    case unknownCommand
    /// Neither the command nor the program has it.
    case unknownOption
    /// An option that takes a value has none, or an empty one.
    case missingValue
    /// A flag was given a value.
    case unexpectedValue
    /// The value is not one of those the option takes.
    case unknownValue
    /// An option was given twice that may be given once.
    case repeatedOption
    /// Fewer operands than the command needs.
    case missingOperand
    /// More operands than the command takes.
    case excessOperand
  }

  /// What sort of error.
  package var code: Code
  /// The program's name.
  package var program: String
  /// The command, where it was known by then.
  package var command: String?
  /// What was given, or the name of what was not: `--archve`, `FILE`. Empty for `.noCommand`.
  package var word: String
  /// What was probably meant.
  package var suggestion: String?

  /// An error about one word.
  package init(
    code: Code, program: String, command: String? = nil, word: String, suggestion: String? = nil
  ) {
    self.code = code
    self.program = program
    self.command = command
    self.word = word
    self.suggestion = suggestion
  }
}

extension ArgumentError: CustomStringConvertible {
  /// One line: `pocket-archive run: unknown option --archve; did you mean --archive?`
  package var description: String {
    let place = ([program] + (command.map { [$0] } ?? [])).joined(separator: " ")
    return "\(place): \(complaint)" + (suggestion.map { "; did you mean \($0)?" } ?? "")
  }

  private var complaint: String {
    let word = visible(self.word)
    return switch code {
    case .noCommand: "no command given"
    case .unknownCommand: "unknown command \(word)"
    case .unknownOption: "unknown option \(word)"
    case .missingValue: "option \(word) needs a value"
    case .unexpectedValue: "option \(word) takes no value"
    case .unknownValue: "unknown value in \(word)"
    case .repeatedOption: "option \(word) given twice"
    case .missingOperand: "operand \(word) is missing"
    case .excessOperand: "operand \(word) is one too many"
    }
  }
}
