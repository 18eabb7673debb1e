import Settings
import Testing

/// Every input gives a tree or an error; an error has a place within the input.
@Suite struct HostileInputTests {
  private func survives(_ bytes: [UInt8]) -> Bool {
    do throws(SettingsError) {
      _ = try parseYAML(bytes, file: "f")
      return true
    } catch {
      let lines = bytes.count + 2
      return (1...lines).contains(error.line) && (1...lines).contains(error.column)
        && !error.detail.isEmpty
    }
  }

  @Test func cutAnywhere() {
    let bytes = Array(sample.utf8)
    for length in 0...bytes.count {
      #expect(survives(Array(bytes.prefix(length))), "cut at \(length)")
      #expect(survives(Array(bytes.suffix(length))), "from the last \(length)")
    }
  }

  @Test func withAnyByteReplaced() {
    var bytes = Array(sample.utf8)
    for index in bytes.indices {
      let original = bytes[index]
      for byte in [0x00, 0x0a, 0x22, 0x2a, 0x3a, 0x5b, 0x7b, 0xff] as [UInt8] {
        bytes[index] = byte
        #expect(survives(bytes), "\(byte) at \(index)")
      }
      bytes[index] = original
    }
  }

  @Test func ofRandomBytes() {
    var random = Xorshift(state: 20_261_130)
    for _ in 0..<3000 {
      let length = Int(random.next() % 80)
      #expect(survives((0..<length).map { _ in UInt8(truncatingIfNeeded: random.next() >> 7) }))
    }
  }

  @Test func ofRandomMarks() {
    let marks = Array("  \n\n:-?[]{},&*!|>'\"%@#ab1\t~<".utf8)
    var random = Xorshift(state: 7)
    for _ in 0..<5000 {
      let length = Int(random.next() % 60)
      #expect(survives((0..<length).map { _ in marks[Int(random.next() % UInt64(marks.count))] }))
    }
  }

  @Test func nestingHasALimit() throws {
    let limit = SettingsLimits.depth
    let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(try tree(deepest).items().count == 1)
    for bomb in [
      "[\(deepest)]", String(repeating: "[", count: 1 << 20),
      String(repeating: "{a: ", count: 1 << 18),
      (0..<100).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
      String(repeating: "- ", count: 1 << 19), String(repeating: "? ", count: 1 << 19),
    ] {
      let error = try #require(throws: SettingsError.self) { _ = try tree(bomb) }
      #expect([.tooDeep, .unsupported].contains(error.code), "\(error)")
    }
  }

  @Test func aliasBombsNeverGoOff() throws {
    var bomb = "a0: &a0 [x, x]\n"
    for level in 1..<30 { bomb += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    let error = try #require(throws: SettingsError.self) { _ = try tree(bomb) }
    #expect(error.code == .unsupported)
    #expect(error.line == 1)
  }

  @Test func sizeHasALimit() throws {
    let limit = SettingsLimits.size
    var bytes = Array("a: 1 #".utf8)
    bytes += [UInt8](repeating: 0x78, count: limit - bytes.count)
    #expect(try parseYAML(bytes, file: "f").entries().count == 1)
    let error = try #require(throws: SettingsError.self) {
      _ = try parseYAML(bytes + [0x78], file: "f")
    }
    #expect(error.code == .tooLarge)
  }

  @Test func manyValuesAreReadInOrder() throws {
    let count = 20_000
    let node = try tree("a: [" + String(repeating: "1,", count: count) + "]")
    let items = try node.entries()[0].node.items()
    #expect(items.count == count)
    #expect(items.last?.path.description == "a[\(count - 1)]")
  }
}

private struct Xorshift {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
