/// The word that was likely meant.
package enum Nearest {
  /// The candidate with the fewest slips from `word` (a letter changed, missing, too many, or two swapped);
  /// nil if none is near: at most a third of the letters. Of equals, the first in the alphabet.
  package static func word(to word: String, in candidates: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased().utf8.prefix(48))
    guard !typed.isEmpty else { return nil }
    // One slip makes any letter of another.
    let allowed = typed.count == 1 ? 0 : max(1, typed.count / 3)
    var best: (word: String, slips: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().utf8.prefix(48))
      guard abs(letters.count - typed.count) <= allowed else { continue }
      let slips = Self.slips(typed, letters)
      guard slips <= allowed else { continue }
      if let best, (best.slips, best.word) <= (slips, candidate) { continue }
      best = (candidate, slips)
    }
    return best?.word
  }

  /// The optimal string alignment distance.
  static func slips(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var twoBack: [Int] = []
    var back = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(back[j + 1] + 1, row[j] + 1, back[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] { cost = min(cost, twoBack[j - 1] + 1) }
        row.append(cost)
      }
      (twoBack, back) = (back, row)
    }
    return back[b.count]
  }
}
