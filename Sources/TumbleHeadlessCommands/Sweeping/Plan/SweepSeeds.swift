import TumbleScenes

/// The seeds with which each point of a sweep is run.
///
/// A scene with a variable `seed` gets it; in another the seeds of noise, of what shatters and of what is spawned at random are moved
/// on, each from its own: 1 is the scene as it is written.
struct SweepSeeds: Hashable, Sendable {
  /// As it was written: `20`, `1..20`, `3,5,8`.
  let text: String
  private let values: Values

  private enum Values: Hashable, Sendable {
    case range(ClosedRange<Int>)
    case list([Int])
  }

  /// The variable that scenes have their seed in, and the name of the column.
  static let name = "seed"
  private static let bounds = 0...Int(Int32.max)

  /// nil for a text that names no seeds.
  init?(_ text: String) {
    self.text = text
    if let dots = text.firstRange(of: "..") {
      guard let first = Int(text[..<dots.lowerBound]), let last = Int(text[dots.upperBound...]),
        first <= last,
        Self.bounds.contains(first), Self.bounds.contains(last)
      else { return nil }
      values = .range(first...last)
    } else if text.contains(",") {
      let words = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      guard words.allSatisfy({ $0.map(Self.bounds.contains) ?? false }) else { return nil }
      values = .list(words.compactMap { $0 })
    } else {
      guard let count = Int(text), count >= 1, Self.bounds.contains(count) else { return nil }
      values = .range(1...count)
    }
  }

  var count: Int {
    switch values {
    case .range(let range): range.count
    case .list(let list): list.count
    }
  }

  subscript(place: Int) -> Int {
    switch values {
    case .range(let range): range.lowerBound + place
    case .list(let list): list[place]
    }
  }
}

extension Scene {
  /// Moves on every seed that motion depends on; whether there is one.
  mutating func moveSeeds(to seed: Int) -> Bool {
    func moved(_ own: Int) -> Int {
      // Two seeds of one scene stay apart; within what the scene format takes.
      Int((Int64(own) + (Int64(seed) - 1) * 7_919) & Int64(Int32.max))
    }
    var found = false
    for index in fields.indices {
      guard case .noise(let scale, let rate, let own) = fields[index].force.effect else { continue }
      fields[index].force.effect = .noise(
        scale: scale, rate: rate, seed: UInt64(moved(Int(truncatingIfNeeded: own))))
      found = true
    }
    func move(_ body: inout Body) {
      guard let own = body.shatter?.seed else { return }
      body.shatter?.seed = moved(own)
      found = true
    }
    for index in bodies.indices { move(&bodies[index]) }
    for index in templates.indices { move(&templates[index]) }
    for trigger in triggers.indices {
      for place in triggers[trigger].actions.indices {
        guard case .spawn(var spawn) = triggers[trigger].actions[place],
          spawn.spread != .zero || spawn.velocitySpread != .zero
        else { continue }
        spawn.seed = moved(spawn.seed)
        triggers[trigger].actions[place] = .spawn(spawn)
        found = true
      }
    }
    return found
  }
}
