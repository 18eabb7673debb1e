import Arguments
import Testing

@Suite struct TableFaultTests {
  @Test func aSoundTableHasNone() {
    #expect(sampleProgram.faults == [])
  }

  @Test func namesMustBeOneThingEach() {
    var program = sampleProgram
    program.commands.append(CommandTable("exit-codes", summary: "clashes"))
    #expect(program.faults == ["exit-codes names two things."])
  }

  @Test func optionsMustDiffer() {
    let command = CommandTable(
      "go", summary: "goes",
      options: [
        Option("json", help: "clashes"), Option("new", short: "v", help: "clashes"),
        Option("help", short: "h", help: "is taken"), Option("-odd", help: "is no name"),
        Option("Odd", help: "is no name"), Option("", help: "is no name"),
      ])
    var program = sampleProgram
    program.commands = [command]
    #expect(
      program.faults == [
        "go: --json names two options.", "go: -v names two options.", "go: --help is help's.",
        "go: -h is help's.", "go: -odd is no name for an option.",
        "go: Odd is no name for an option.", "go:  is no name for an option.",
      ])
  }

  @Test func operandsMustBeToldApartByTheirOrder() {
    let command = CommandTable(
      "go", summary: "goes",
      operands: [
        Operand("A", isOptional: true, isRepeated: true, help: "greedy"),
        Operand("B", help: "starved"),
      ])
    let program = ProgramTable(name: "tool", summary: "Works.", commands: [command])
    #expect(
      program.faults == ["go: A is repeated and not last.", "go: A is optional and B is not."])
  }

  @Test func examplesMustFit() {
    let example = String(repeating: "x", count: 79)
    let command = CommandTable("go", summary: "goes", examples: [example])
    let program = ProgramTable(name: "tool", summary: "Works.", commands: [command])
    #expect(program.faults == ["go: an example is too wide: \(example)"])
  }
}
