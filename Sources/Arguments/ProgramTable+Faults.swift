extension ProgramTable {
  /// What is wrong with the table itself, each as a sentence; empty for a sound one. For a test of
  /// the table, so that parsing need not doubt it.
  package var faults: [String] {
    repeated(commands.map(\.name) + topics.map(\.name)).map { "\($0) names two things." }
      + commands.flatMap(faults(of:))
      + faults(of: common, where: "all commands")
  }

  private func faults(of command: CommandTable) -> [String] {
    var faults = faults(of: common + command.options, where: command.name)
    for operand in command.operands.dropLast() where operand.isRepeated {
      faults.append("\(command.name): \(operand.name) is repeated and not last.")
    }
    for (earlier, later) in zip(command.operands, command.operands.dropFirst())
    where earlier.isOptional && !later.isOptional {
      faults.append("\(command.name): \(earlier.name) is optional and \(later.name) is not.")
    }
    for example in command.examples where example.count > WrappedText.width - 2 {
      faults.append("\(command.name): an example is too wide: \(example)")
    }
    return faults
  }

  private func faults(of options: [Option], where place: String) -> [String] {
    let names = options.map { "--\($0.name)" } + options.compactMap(\.short).map { "-\($0)" }
    let taken = names.filter { ["--help", "-h"].contains($0) }
    let odd = options.map(\.name).filter { !isOptionName($0) }
    return repeated(names).map { "\(place): \($0) names two options." }
      + taken.map { "\(place): \($0) is help's." }
      + odd.map { "\(place): \($0) is no name for an option." }
  }
}

private func isOptionName(_ name: String) -> Bool {
  let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-".utf8
  return !name.isEmpty && name.utf8.first != UInt8(ascii: "-")
    && name.utf8.allSatisfy(allowed.contains)
}

/// The names that come more than once, each once.
private func repeated(_ names: [String]) -> [String] {
  var counts: [String: Int] = [:]
  for name in names { counts[name, default: 0] += 1 }
  return counts.filter { $0.value > 1 }.keys.sorted()
}
