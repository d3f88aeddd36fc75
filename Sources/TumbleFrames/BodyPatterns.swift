/// The bodies of a world that a list means: names, names of templates (what was spawned from them), and
/// patterns such as `crate*`, in which `*` stands for any signs and `?` for one. The pieces and copies of a
/// body that is meant are meant too.
package struct BodyPatterns: Sendable {
  package let words: [String]

  package init(_ words: [String]) { self.words = words }

  package static func isPattern(_ word: String) -> Bool { word.contains("*") || word.contains("?") }

  /// Returns the bodies that are meant, true by body id.
  package func included(of description: WorldDescription) -> [Bool] {
    var included: [Bool] = []
    included.reserveCapacity(description.bodies.count)
    for body in description.bodies {
      // An original's id is lower.
      let isOfOriginal = body.original.map { included[$0.number] } ?? false
      included.append(isOfOriginal || names(body))
    }
    return included
  }

  /// The words by which no body is meant.
  package func unmatched(in description: WorldDescription) -> [String] {
    words.filter { word in !description.bodies.contains { Self.names(word, $0) } }
  }

  private func names(_ body: BodyDescription) -> Bool { words.contains { Self.names($0, body) } }

  private static func names(_ word: String, _ body: BodyDescription) -> Bool {
    guard isPattern(word) else { return word == body.name || word == body.template }
    return matches(Array(word.utf8)[...], Array(body.name.utf8)[...])
  }

  /// Returns true if a text matches a pattern, going back to the latest `*` alone: what an earlier one takes
  /// need never be changed again.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    var (p, t) = (pattern.startIndex, text.startIndex)
    var star: (pattern: Int, text: Int)?
    while t < text.endIndex {
      if p < pattern.endIndex, pattern[p] == UInt8(ascii: "*") {
        star = (p + 1, t)
        p += 1
      } else if p < pattern.endIndex, pattern[p] == UInt8(ascii: "?") || pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        (p, t) = (last.pattern, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
