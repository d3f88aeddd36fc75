/// Where a property stands in an object of a scene: keys and places in lists, such as `shapes[0].friction`.
struct PropertyPath {
  enum Step: Hashable {
    case key(String)
    case place(Int)
  }

  let steps: [Step]

  /// The path has a key at its start.
  init(_ text: String) throws(EditRefusal) {
    let shown = Excerpts.short(text)
    let wrong = EditRefusal(
      "'\(shown)' is not a property",
      hint: "keys of the scene format with dots between them, such as friction or shapes[0].friction")
    guard text.utf8.count <= 200 else { throw wrong }
    var steps: [Step] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      guard let key = pieces.first, !key.isEmpty, key.utf8.allSatisfy(Self.isLetter) else { throw wrong }
      steps.append(.key(String(key)))
      for piece in pieces.dropFirst() {
        guard piece.last == "]", let place = Int(piece.dropLast()), (0...100_000).contains(place) else {
          throw wrong
        }
        steps.append(.place(place))
      }
    }
    self.steps = steps
  }

  init(steps: [Step]) { self.steps = steps }

  /// The key at the start.
  var head: String {
    if case .key(let key)? = steps.first { key } else { "" }
  }

  /// Whether what it sets decides what other objects may say of this one.
  var isCountedOn: Bool {
    steps.contains { step in
      if case .key(let key) = step { Self.countedOn.contains(key) } else { false }
    }
  }

  private static let countedOn: Set = ["kind", "type", "id", "of", "a", "b", "sleepAfter", "pointsPerMeter"]

  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) }
}
