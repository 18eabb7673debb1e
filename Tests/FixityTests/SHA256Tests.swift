import Fixity
import Testing

@Suite struct SHA256Tests {
  /// Vectors of FIPS 180-4's examples.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func agreesWithTheStandard(text: String, hex: String) {
    #expect(SHA256Digest(of: Array(text.utf8)).hex == hex)
  }

  @Test func aMillionLetters() {
    let hasher = SHA256Hasher()
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
    for _ in 0..<1000 { hasher.update(piece) }
    #expect(
      hasher.finalize().hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func piecesMakeTheSameDigestAsTheWhole() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for cut in 0...bytes.count {
      let hasher = SHA256Hasher()
      hasher.update(Array(bytes[..<cut]))
      hasher.update(Array(bytes[cut...]))
      #expect(hasher.finalize() == SHA256Digest(of: bytes))
    }
  }

  @Test(arguments: ["", "ab", String(repeating: "A", count: 64), String(repeating: "g", count: 64)])
  func onlyTheCanonicalSpellingNamesADigest(hex: String) {
    #expect(SHA256Digest(hex: hex) == nil)
  }

  @Test func theSpellingReadsBack() {
    let digest = SHA256Digest(of: [1])
    #expect(SHA256Digest(hex: digest.hex) == digest)
    #expect(SHA256Digest(bytes: [1]) == nil)
  }
}
