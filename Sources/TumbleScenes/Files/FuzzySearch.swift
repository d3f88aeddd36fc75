import Foundation

/// Rates how well a text matches what a person types to find it.
///
/// The text's beginning counts most, then the beginning of one of its words, then anything in it, then its letters in their
/// order with others between them, if most of them begin words or follow each other: letters scattered anywhere are in nearly every
/// title. Several words are looked for each by itself, in any order. Case and accents do not matter.
public struct FuzzySearch: Sendable {
  private let words: [[Character]]

  public init(_ search: String) {
    words = Self.folded(search).split(whereSeparator: Self.separates).map(Array.init)
  }

  /// How well it fits: the greater the better; nil where it does not. Nothing to look for fits everything.
  public func score(_ text: String) -> Int? {
    let text = Array(Self.folded(String(text.prefix(400))))
    var total = 0
    for word in words {
      guard let score = Self.score(word, text) else { return nil }
      total += score
    }
    // Of two that fit alike the one with less else in it.
    return total * 512 + (words.isEmpty ? 0 : max(0, 400 - text.count))
  }

  private static func score(_ word: [Character], _ text: [Character]) -> Int? {
    guard word.count <= text.count else { return nil }
    var best: Int?
    for start in 0...(text.count - word.count) where text[start..<start + word.count].elementsEqual(word) {
      if start == 0 { return text.count == word.count ? 1000 : 900 }
      if separates(text[start - 1]) { best = max(best ?? 0, 700) }
      best = max(best ?? 0, 500)
    }
    return best ?? gapped(word, text)
  }

  /// The letters in their order; the closer together and the more of them begin words the better.
  private static func gapped(_ word: [Character], _ text: [Character]) -> Int? {
    // The best end of the first letters at each place, for one letter more at a time.
    var scores = [Int?](repeating: nil, count: text.count)
    for (number, letter) in word.enumerated() {
      var next = [Int?](repeating: nil, count: text.count)
      var behind: Int?
      for (place, other) in text.enumerated() {
        if place > 1, let score = scores[place - 2] { behind = max(behind ?? score, score) }
        guard other == letter else { continue }
        let start = place == 0 || separates(text[place - 1]) ? 12 : 0
        let adjacent = place > 0 ? scores[place - 1].map { $0 + 8 } : nil
        let before = number == 0 ? 0 : [adjacent, behind].compactMap { $0 }.max()
        if let before { next[place] = before + start + 1 }
      }
      scores = next
    }
    // As much as if all but every fourth letter followed the one before it.
    let least = word.count * 9 - word.count / 4 * 8
    guard let best = scores.compactMap({ $0 }).max(), best >= least else { return nil }
    return min(best, 400)
  }

  private static func separates(_ character: Character) -> Bool { !character.isLetter && !character.isNumber }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
