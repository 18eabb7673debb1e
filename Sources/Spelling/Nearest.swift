/// The candidate that a mistyped word most likely stands for, for "did you mean".
///
/// Near is what one slip in three characters explains, and one slip at least: a missing, extra or
/// wrong character, or two neighbours swapped. Letters of either case count as equal. Of several as
/// near, the first. Where none is near, the one that the word abbreviates, if it is the only one.
///
/// - Returns: Nil where no candidate is near, and for words too long to be a slip of any name.
package func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
  let letters = Array(word.lowercased().unicodeScalars.prefix(wordLimit + 1))
  guard !letters.isEmpty, letters.count <= wordLimit else { return nil }
  var best: (name: String, distance: Int)?
  var abbreviated: [String] = []
  for candidate in candidates {
    let name = Array(candidate.lowercased().unicodeScalars)
    if letters.count > 1, name.starts(with: letters) { abbreviated.append(candidate) }
    let allowed = max(1, max(letters.count, name.count) / 3)
    guard name.count <= wordLimit, abs(name.count - letters.count) <= allowed else { continue }
    let distance = editDistance(letters, name)
    // Under the longer length: a word of one letter is not near to every other letter.
    guard distance <= allowed, distance < max(letters.count, name.count) else { continue }
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name ?? (abbreviated.count == 1 ? abbreviated[0] : nil)
}

/// In Unicode scalars. The work grows with its square, and words may come from anyone.
private let wordLimit = 64

/// The least number of insertions, deletions, substitutions and swaps of neighbours that turn one
/// word into the other, no part of it edited twice ("optimal string alignment").
private func editDistance(_ from: [Unicode.Scalar], _ to: [Unicode.Scalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...to.count)
  for (row, letter) in from.enumerated() {
    var current = [row + 1]
    for (column, other) in to.enumerated() {
      let substituted = previous[column] + (letter == other ? 0 : 1)
      var distance = min(substituted, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == to[column - 1], from[row - 1] == other {
        distance = min(distance, beforePrevious[column - 1] + 1)
      }
      current.append(distance)
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[to.count]
}
