import Arguments
import Testing

@Suite struct ArgumentErrorTests {
  @Test(
    arguments: [
      ("", .noCommand, ": no command given"),
      ("--json", .noCommand, ": no command given"),
      ("--", .noCommand, ": no command given"),
      ("rnu", .unknownCommand, ": unknown command rnu; did you mean run?"),
      ("frobnicate", .unknownCommand, ": unknown command frobnicate"),
      ("frobnicate --help", .unknownCommand, ": unknown command frobnicate"),
      ("-", .unknownCommand, ": unknown command -"),
      ("run --archve /a", .unknownOption, " run: unknown option --archve; did you mean --archive?"),
      ("run --archve=/a", .unknownOption, " run: unknown option --archve; did you mean --archive?"),
      ("run --re x", .unknownOption, " run: unknown option --re; did you mean --recorder?"),
      ("run --arch /a", .unknownOption, " run: unknown option --arch; did you mean --archive?"),
      ("run -x", .unknownOption, " run: unknown option -x"),
      ("run -vn", .unknownOption, " run: unknown option -vn"),
      ("run -a=/x", .unknownOption, " run: unknown option -a=/x"),
      ("run --=x", .unknownOption, " run: unknown option --"),
      ("run -json", .unknownOption, " run: unknown option -json; did you mean --json?"),
      ("--dry-run run", .unknownOption, ": unknown option --dry-run"),
      ("retry --dry-run", .unknownOption, " retry: unknown option --dry-run"),
      ("run --archive", .missingValue, " run: option --archive needs a value"),
      ("run --archive=", .missingValue, " run: option --archive needs a value"),
      ("run --archive --json", .missingValue, " run: option --archive needs a value"),
      ("run -a -- x", .missingValue, " run: option -a needs a value"),
      ("run --json=yes", .unexpectedValue, " run: option --json takes no value"),
      ("run --json=", .unexpectedValue, " run: option --json takes no value"),
      (
        "run --color=nevr", .unknownValue,
        " run: unknown value in --color=nevr; did you mean never?"
      ),
      ("run --color blue", .unknownValue, " run: unknown value in --color=blue"),
      ("run --json --json", .repeatedOption, " run: option --json given twice"),
      ("--json run --json", .repeatedOption, " run: option --json given twice"),
      ("run --archive a -a b", .repeatedOption, " run: option -a given twice"),
      ("inspect", .missingOperand, " inspect: operand FILE is missing"),
      ("copy a", .missingOperand, " copy: operand TO is missing"),
      ("run a b", .excessOperand, " run: operand b is one too many"),
      ("copy a b c d e", .excessOperand, " copy: operand d is one too many"),
      ("--version run", .excessOperand, " version: operand run is one too many"),
    ] as [(String, ArgumentError.Code, String)])
  func saysWhatIsWrong(line: String, code: ArgumentError.Code, message: String) throws {
    let error = try #require(throws: ArgumentError.self) { _ = try parsed(line) }
    #expect(error.code == code)
    #expect(error.description == "pocket-archive" + message)
  }

  @Test func anEmptyValueIsNone() throws {
    let error = try #require(throws: ArgumentError.self) {
      _ = try parse(["run", "--archive", ""], with: sampleProgram)
    }
    #expect(error.code == .missingValue)
  }

  @Test func wordsOfStrangersStayOnOneLine() throws {
    let word = "--\u{1b}[2J\n" + String(repeating: "x", count: 100_000)
    let error = try #require(throws: ArgumentError.self) {
      _ = try parse(["run", word], with: sampleProgram)
    }
    #expect(error.word == word)
    #expect(error.description.count < 200)
    #expect(error.description.hasPrefix(#"pocket-archive run: unknown option --\u{1b}[2J\u{a}xxx"#))
  }

  @Test func aDashWithAnAccentIsStillADash() throws {
    for word in ["-\u{301}", "--\u{301}", "--json=\u{301}"] {
      let error = try #require(throws: ArgumentError.self) {
        _ = try parse(["run", word], with: sampleProgram)
      }
      #expect([.unknownOption, .unexpectedValue].contains(error.code))
    }
  }

  /// Whatever the words, they are parsed or refused.
  @Test func anyWordsInAnyOrder() {
    let words = [
      "run", "inspect", "copy", "--", "-", "", "--json", "-a", "--archive", "--archive=", "--color",
      "never", "-v", "--help", "-h", "--version", "=", "--=", "---", "x",
    ]
    var state: UInt64 = 99
    for _ in 0..<5000 {
      var line: [String] = []
      for _ in 0..<6 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        line.append(words[Int(state >> 33) % words.count])
      }
      do throws(ArgumentError) {
        let arguments = try parse(line, with: sampleProgram)
        #expect(sampleProgram.command(arguments.command) != nil)
        #expect(arguments.values.values.allSatisfy { !$0.contains("") && !$0.isEmpty })
      } catch { #expect(error.description.hasPrefix("pocket-archive")) }
    }
  }
}
