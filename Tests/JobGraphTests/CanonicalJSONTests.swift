import Fixity
import JobGraph
import Testing

@Suite struct CanonicalJSONTests {
  @Test(arguments: [
    (CanonicalJSON.string("a"), #""a""#),
    (.string("\"\\\n\u{1}\u{8}\u{c}é/"), #""\"\\\n\u0001\b\f"# + "é/\""),
    (.integer(-12), "-12"),
    (.integer(.min), "-9223372036854775808"),
    (.list([1, "x", []]), #"[1,"x",[]]"#),
    (.object(["b": 1, "a": ["z": 2, "B": 3]]), #"{"a":{"B":3,"z":2},"b":1}"#),
    (.object(["é": 1, "z": 2]), #"{"z":2,"é":1}"#),
  ])
  func hasOneSpelling(value: CanonicalJSON, text: String) {
    #expect(value.text == text)
  }

  @Test func equalValuesHaveEqualBytesWhateverTheOrderOfInsertion() {
    let keys = (0..<50).map { "key\($0)" }
    let forwards = Dictionary(uniqueKeysWithValues: keys.map { ($0, CanonicalJSON.integer(1)) })
    var backwards: [String: CanonicalJSON] = [:]
    for key in keys.reversed() { backwards[key] = 1 }
    #expect(CanonicalJSON.object(forwards).bytes == CanonicalJSON.object(backwards).bytes)
  }
}

@Suite struct FingerprintTests {
  let kind = JobKind(name: "validate", version: 3, isPure: true)
  let input = SHA256Digest(of: [1, 2, 3])

  /// The spelling is a disk format: a change of it would orphan every action record.
  @Test func isTheHashOfADocumentedSpelling() {
    let canonical = Fingerprint.canonical(
      kind: kind, parameters: ["seconds": 60], inputs: ["content": input])
    #expect(
      canonical.text
        == #"{"inputs":{"content":"\#(input.hex)"},"kind":"validate","parameters":{"seconds":60},"#
        + #""version":3}"#)
    #expect(
      Fingerprint(kind: kind, parameters: ["seconds": 60], inputs: ["content": input]).digest
        == SHA256Digest(of: canonical.bytes))
  }

  @Test func dependsOnKindVersionParametersAndInputs() {
    let base = Fingerprint(kind: kind, parameters: ["a": 1], inputs: ["content": input])
    let others = [
      Fingerprint(
        kind: JobKind(name: "decode", version: 3, isPure: true), parameters: ["a": 1],
        inputs: ["content": input]),
      Fingerprint(
        kind: JobKind(name: "validate", version: 4, isPure: true), parameters: ["a": 1],
        inputs: ["content": input]),
      Fingerprint(kind: kind, parameters: ["a": 2], inputs: ["content": input]),
      Fingerprint(kind: kind, parameters: ["a": "1"], inputs: ["content": input]),
      Fingerprint(kind: kind, parameters: ["a": 1], inputs: ["other": input]),
      Fingerprint(
        kind: kind, parameters: ["a": 1], inputs: ["content": SHA256Digest(of: [4])]),
    ]
    #expect(!others.contains(base))
    #expect(Set(others).count == others.count)
  }
}
