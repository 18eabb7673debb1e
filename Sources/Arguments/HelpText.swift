import Spelling

/// The help of a whole program: what it does, its commands, and the options they share.
package func helpText(_ program: ProgramTable) -> String {
  var text = WrappedText()
  text.paragraph("Usage: \(program.name) [OPTION]... COMMAND [ARGUMENT]...")
  text.paragraph(program.summary)
  text.table("Commands:", program.commands.map { ($0.name, $0.summary) })
  text.table("Options of all commands:", rows(program.common + [help]))
  text.table("Help on other topics:", program.topics.map { ($0.name, $0.summary) })
  let about = program.topics.isEmpty ? "COMMAND" : "COMMAND or TOPIC"
  let more =
    program.command("help") == nil
    ? "\(program.name) COMMAND --help"
    : "\(program.name) help \(about)"
  text.paragraph("More: \(more)")
  return text.text
}

/// The help of one command: how it is called, what it does, its operands and options, then notes
/// and examples.
package func helpText(_ command: CommandTable, of program: ProgramTable) -> String {
  var text = WrappedText()
  var usage = "Usage: \(program.name) \(command.name) [OPTION]..."
  for operand in command.operands { usage += " " + operand.usage }
  text.paragraph(usage, hanging: 7)
  text.paragraph(sentence(command.summary))
  text.table("Operands:", command.operands.map { ($0.name, $0.help) })
  text.table("Options:", rows(command.options))
  text.table("Options of all commands:", rows(program.common + [help]))
  for note in command.notes { text.paragraph(note) }
  text.list(command.examples.count == 1 ? "Example:" : "Examples:", command.examples)
  return text.text
}

/// The help text of a topic.
package func helpText(_ topic: HelpTopic) -> String {
  var text = WrappedText()
  text.paragraph("\(topic.name): \(topic.summary)")
  text.paragraph(topic.text)
  return text.text
}

/// The help on what a word names, a command or a topic; on the whole program for nil and for
/// `help`.
///
/// - Throws: `.unknownCommand` with a suggestion.
package func helpText(
  about word: String?, of program: ProgramTable
) throws(ArgumentError) -> String {
  guard let word, word != "help" else { return helpText(program) }
  if let command = program.command(word) { return helpText(command, of: program) }
  if let topic = program.topic(word) { return helpText(topic) }
  let names = program.commands.map(\.name) + program.topics.map(\.name)
  throw ArgumentError(
    code: .unknownCommand, program: program.name, command: "help", word: word,
    suggestion: nearest(to: word, among: names))
}

/// The parser takes it without its being in a table.
private let help = Option("help", short: "h", help: "prints help and does nothing else")

/// A phrase of a table as it stands alone.
private func sentence(_ phrase: String) -> String {
  phrase.prefix(1).uppercased() + phrase.dropFirst() + (phrase.last == "." ? "" : ".")
}

private func rows(_ options: [Option]) -> [(name: String, meaning: String)] {
  let hasShort = options.contains { $0.short != nil }
  return options.map { option in
    let short = option.short.map { "-\($0), " } ?? (hasShort ? "    " : "")
    let value = option.value.map { " \($0.metavar)" } ?? ""
    let meaning = option.help + (option.isRepeatable ? "; may be given again" : "")
    return ("\(short)--\(option.name)\(value)", meaning)
  }
}

extension Operand {
  /// Its place in the usage line: `ID`, `[PIPELINE]`, `FILE...`, `[ID]...`.
  fileprivate var usage: String { (isOptional ? "[\(name)]" : name) + (isRepeated ? "..." : "") }
}
