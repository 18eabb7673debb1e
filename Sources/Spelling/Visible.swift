/// Text of unknown origin as it can stand in a message: on one line, with nothing that moves a
/// terminal's cursor or turns the direction of writing, and not longer than a line.
///
/// Control and format characters become `\u{…}`; what is past `limit` scalars is cut and ends in
/// `…`.
package func visible(_ text: String, limit: Int = 60) -> String {
  var result = ""
  var count = 0
  for scalar in text.unicodeScalars {
    if count == limit { return result + "…" }
    count += 1
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
