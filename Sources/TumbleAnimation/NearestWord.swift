/// The word of a list that a mistyped one most likely meant; nil if none is near.
///
/// Near is at most a third of the word's letters changed, added, left out or swapped with their neighbour.
package func nearestWord(to word: String, in candidates: some Sequence<String>) -> String? {
  // Whoever types a word of this length means none of ours, and the table grows with its square.
  guard word.count <= 64 else { return nil }
  let typed = Array(word.lowercased())
  var best: (word: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(typed, Array(candidate.lowercased()))
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  guard let best, best.distance <= max(1, max(typed.count, best.word.count) / 3) else { return nil }
  return best.word
}

/// Letters changed, added, left out, or swapped with their neighbour (optimal string alignment).
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var older: [Int] = []
  var old = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var best = min(old[j + 1], row[j]) + 1
      best = min(best, old[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, older[j - 1] + 1) }
      row.append(best)
    }
    (older, old) = (old, row)
  }
  return old[b.count]
}
