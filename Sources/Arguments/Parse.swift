import Spelling

/// Understands a command line.
///
/// Options are `--name VALUE`, `--name=VALUE`, `-n VALUE`, `--flag` and `-f`; they stand before,
/// between or behind the operands, those of the command behind its name. `--` ends them, `-` is an
/// operand. Names are not abbreviated, so that a script does not change its meaning when an option
/// is added. A value that begins with a dash is given with `=`, for otherwise a forgotten value
/// would swallow the next option. `--help` and `-h` before `--` ask for help, whatever else is
/// wrong. `--version` before a command is the command `version`, if the program has one.
///
/// - Parameters:
///   - arguments: Without the program's own name.
package func parse(
  _ arguments: [String], with program: ProgramTable
) throws(ArgumentError) -> ParsedArguments {
  let options = arguments.prefix { Word($0) != .terminator }
  if options.contains(where: { $0 == "--help" || $0 == "-h" }) {
    return try helpRequest(options, program)
  }
  var parser = ArgumentParser(program: program, rest: arguments[...])
  return try parser.parse()
}

/// The command that help is asked for. Options are passed over, known or not.
private func helpRequest(
  _ arguments: ArraySlice<String>, _ program: ProgramTable
) throws(ArgumentError) -> ParsedArguments {
  var rest = arguments
  while let word = rest.popFirst() {
    if Word(word) == .operand {
      let command = try program.requireCommand(word)
      return ParsedArguments(command: command.name, isHelpRequested: true)
    }
    let option = program.common.first { $0.matches(word) }
    if option?.value != nil, let next = rest.first, Word(next) == .operand { rest.removeFirst() }
  }
  return ParsedArguments(command: "help", isHelpRequested: true)
}

private struct ArgumentParser {
  let program: ProgramTable
  var rest: ArraySlice<String>
  var command: CommandTable?
  var result = ParsedArguments(command: "")

  init(program: ProgramTable, rest: ArraySlice<String>) {
    self.program = program
    self.rest = rest
  }

  mutating func parse() throws(ArgumentError) -> ParsedArguments {
    while let word = rest.popFirst() {
      switch Word(word) {
      case .terminator:
        for operand in rest { try take(operand: operand) }
        rest = []
      case .operand: try take(operand: word)
      case .long("--version", value: nil) where command == nil && program.command("version") != nil:
        command = program.command("version")
      case .long(let name, let value): try take(option: name, value: value)
      case .short(let name): try take(option: name, value: nil)
      }
    }
    guard let command else { throw error(.noCommand, "") }
    try check(result.operands, against: command)
    result.command = command.name
    return result
  }

  private mutating func take(operand: String) throws(ArgumentError) {
    if command == nil {
      command = try program.requireCommand(operand)
    } else {
      result.operands.append(operand)
    }
  }

  private mutating func take(option name: String, value: String?) throws(ArgumentError) {
    let known = program.common + (command?.options ?? [])
    guard let option = known.first(where: { $0.matches(name) }) else {
      let bare = String(decoding: name.utf8.drop { $0 == UInt8(ascii: "-") }, as: UTF8.self)
      let meant = nearest(to: bare, among: known.map(\.name))
      throw error(.unknownOption, name, meant.map { "--\($0)" })
    }
    if result.has(option.name), !option.isRepeatable { throw error(.repeatedOption, name) }
    guard let shape = option.value else {
      if value != nil { throw error(.unexpectedValue, name) }
      result.flags.insert(option.name)
      return
    }
    let given = if let value { value } else { try takeValue(of: name) }
    if given.isEmpty { throw error(.missingValue, name) }
    if case .words(let words) = shape.completion, !words.contains(given) {
      throw error(.unknownValue, "\(name)=\(given)", nearest(to: given, among: words))
    }
    result.values[option.name, default: []].append(given)
  }

  private mutating func takeValue(of name: String) throws(ArgumentError) -> String {
    guard let next = rest.first, Word(next) == .operand else { throw error(.missingValue, name) }
    rest.removeFirst()
    return next
  }

  private func check(
    _ operands: [String], against command: CommandTable
  ) throws(ArgumentError) {
    let required = command.operands.filter { !$0.isOptional }
    if operands.count < required.count {
      throw error(.missingOperand, required[operands.count].name)
    }
    let isOpen = command.operands.last?.isRepeated ?? false
    if !isOpen, operands.count > command.operands.count {
      throw error(.excessOperand, operands[command.operands.count])
    }
  }

  private func error(
    _ code: ArgumentError.Code, _ word: String, _ suggestion: String? = nil
  ) -> ArgumentError {
    ArgumentError(
      code: code, program: program.name, command: command?.name, word: word,
      suggestion: suggestion)
  }
}

extension Option {
  /// Whether a word, with its dashes and without a value, is this option.
  fileprivate func matches(_ word: String) -> Bool {
    word == "--\(name)" || short.map { word == "-\($0)" } ?? false
  }
}

extension ProgramTable {
  fileprivate func requireCommand(_ word: String) throws(ArgumentError) -> CommandTable {
    if let command = command(word) { return command }
    throw ArgumentError(
      code: .unknownCommand, program: name, word: word,
      suggestion: nearest(to: word, among: commands.map(\.name)))
  }
}
