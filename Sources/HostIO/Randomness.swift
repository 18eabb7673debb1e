/// The seam for chance: identifiers of runs and archives, names of temporary files.
package protocol HostRandomness: Sendable {
  /// That many bytes, unpredictable in the real implementation, reproducible in the simulated one.
  func bytes(_ count: Int) -> [UInt8]
}

extension HostRandomness {
  /// A name of random lower-case hexadecimal digits, two for each byte.
  package func hexName(byteCount: Int = 8) -> String {
    let digits = Array("0123456789abcdef".unicodeScalars)
    var name = ""
    for byte in bytes(byteCount) {
      name.unicodeScalars.append(digits[Int(byte >> 4)])
      name.unicodeScalars.append(digits[Int(byte & 15)])
    }
    return name
  }
}
