import Foundation
import TumbleFiles
import TumbleScenes

/// The values that something is given in turn: a list, even parts of a range, or, for samples, all of a
/// range.
enum SweepValues: Hashable, Sendable {
  /// The values as they are written: numbers, or any value of the scene format.
  case list([String])
  /// `FIRST..LAST/COUNT`, both ends included, in a unit of the scene format or, where that is empty, without
  /// one.
  case parts(first: Double, last: Double, unit: String, count: Int)
  /// `FIRST..LAST`.
  case span(first: Double, last: Double, unit: String)

  /// The reason why a text is none of them.
  struct Problem: Error, Hashable {
    /// A sentence; nil where there is no more to say than that it is none.
    var reason: String?
  }

  init(_ text: Substring) throws(Problem) {
    if let dots = text.firstRange(of: ".."), let (first, firstUnit) = Self.measured(text[..<dots.lowerBound])
    {
      let rest = text[dots.upperBound...]
      // `1...5` is no range from 1 to 0.5; what follows the last stroke of `1..5 m/s` is no count.
      guard !rest.hasPrefix(".") else { throw Problem() }
      let whole = Self.measured(rest)
      let slash =
        whole == nil || whole?.unit.contains("/") == true && !Quantity.isUnit(whole?.unit ?? "")
        ? rest.lastIndex(of: "/") : nil
      guard let (last, lastUnit) = Self.measured(rest[..<(slash ?? rest.endIndex)]) else { throw Problem() }
      for unit in [firstUnit, lastUnit] where !unit.isEmpty && !Quantity.isUnit(unit) {
        throw Problem(reason: "'\(unit)' is no unit of the scene format")
      }
      guard firstUnit.isEmpty || firstUnit == lastUnit else {
        throw Problem(reason: "both ends of a range have one unit, written behind the last: 5..150 deg/10")
      }
      let unit = lastUnit
      guard first.isFinite, last.isFinite else {
        throw Problem(reason: "the ends of a range are finite numbers")
      }
      guard (last - first).isFinite else { throw Problem(reason: "the range is too wide") }
      guard let slash else {
        self = .span(first: first, last: last, unit: unit)
        return
      }
      let countText = rest[rest.index(after: slash)...]
      guard let count = Int(countText), (2...SweepPlan.maxRuns).contains(count) else {
        throw Problem(
          reason: """
            the number of a range's values is a whole number from 2 to \(SweepPlan.maxRuns), not \
            '\(countText.prefix(40))'
            """)
      }
      self = .parts(first: first, last: last, unit: unit, count: count)
      return
    }
    let words = Self.words(text)
    if let word = words.first(where: { Double($0)?.isFinite == false }) {
      throw Problem(reason: "a number is finite, not \(word)")
    }
    guard
      words.allSatisfy({ word in
        !word.isEmpty && !word.unicodeScalars.contains { $0.value < 32 } && !word.contains("..")
      })
    else { throw Problem() }
    self = .list(words.map { word in Double(word).map(Self.text) ?? word })
  }

  /// The number of values; nil for all of a range.
  var count: Int? {
    switch self {
    case .list(let values): values.count
    case .parts(_, _, _, let count): count
    case .span: nil
    }
  }

  /// One of `count`.
  func text(at index: Int) -> String {
    switch self {
    case .list(let values): return values[index]
    case .parts(let first, let last, let unit, let count):
      // By parts of the way, not a sum of steps.
      let number =
        index == count - 1 ? Self.text(last) : Self.between(first, last, Double(index) / Double(count - 1))
      return Self.text(number, unit)
    case .span: preconditionFailure("a span has no places")
    }
  }

  /// The value for a part of the way, from 0 up to, not including, 1: each of `count` has an equal share.
  func text(at part: Double) -> String {
    switch self {
    case .list, .parts:
      let count = count ?? 1
      return text(at: min(Int(part * Double(count)), count - 1))
    case .span(let first, let last, let unit): return Self.text(Self.between(first, last, part), unit)
    }
  }

  /// Is true if any value is a number without a unit.
  var hasBareNumbers: Bool {
    switch self {
    case .list(let values): values.contains { Double($0) != nil }
    case .parts(_, _, let unit, _), .span(_, _, let unit): unit.isEmpty
    }
  }

  /// A number and what follows it; nil where there is no number.
  private static func measured(_ text: Substring) -> (value: Double, unit: String)? {
    guard
      let match = text.wholeMatch(
        of: /\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?inf|nan)\s*(.*?)\s*/),
      let value = Double(match.1)
    else { return nil }
    return (value, String(match.2))
  }

  private static func text(_ number: String, _ unit: String) -> String {
    unit.isEmpty ? number : "\(number) \(unit)"
  }

  /// Returns a value between two to 15 digits, so that 0.3 is the 0.3 that a person means.
  private static func between(_ first: Double, _ last: Double, _ part: Double) -> String {
    let value = first + (last - first) * part
    return text(Double(String(format: "%.15g", value)) ?? value)
  }

  /// The text of a number without `.0`, and 0 for minus zero.
  static func text(_ number: Double) -> String { number == 0 ? "0" : number.shortText }

  /// The parts between commas that are in no brackets or braces.
  private static func words(_ text: Substring) -> [String] {
    var (words, depth) = ([""], 0)
    for character in text {
      switch character {
      case "[", "{": depth += 1
      case "]", "}": depth -= 1
      case "," where depth <= 0:
        words.append("")
        continue
      default: break
      }
      words[words.count - 1].append(character)
    }
    return words
  }
}

/// The choice of a sweep's points from the values of its settings. Each is computed from its index alone.
enum SweepSampling: Hashable, Sendable {
  /// Every combination; the last setting changes fastest.
  case grid
  /// Each value on its own.
  case random(count: Int, seed: UInt64)
  /// A Latin hypercube: of each setting's range, cut into as many equal parts as there are samples, every
  /// part has one sample. McKay, Beckman and Conover, "A comparison of three methods for selecting values of
  /// input variables" (1979).
  case latin(count: Int, seed: UInt64)

  /// Returns the number of points; nil for more than anyone waits for.
  func count(_ values: [SweepValues]) -> Int? {
    switch self {
    case .random(let count, _), .latin(let count, _): return count
    case .grid:
      var product = 1
      for values in values {
        let (next, isTooMany) = product.multipliedReportingOverflow(by: values.count ?? 0)
        guard !isTooMany else { return nil }
        product = next
      }
      return product
    }
  }

  /// The values of a point, one a setting.
  func point(_ index: Int, of values: [SweepValues]) -> [String] {
    switch self {
    case .grid:
      var (rest, texts) = (index, [String]())
      for values in values.reversed() {
        let count = values.count ?? 1
        texts.append(values.text(at: rest % count))
        rest /= count
      }
      return texts.reversed()
    case .random(_, let seed):
      return values.indices.map { values[$0].text(at: Self.fraction(seed, $0, index)) }
    case .latin(let count, let seed):
      return values.indices.map { axis in
        let stratum = IndexPermutation(count: count, seed: Self.mix(seed, axis))[index]
        let part = (Double(stratum) + Self.fraction(seed, axis, index)) / Double(count)
        return values[axis].text(at: min(part, 1.0.nextDown))
      }
    }
  }

  /// Another seed for each setting.
  private static func mix(_ seed: UInt64, _ axis: Int) -> UInt64 {
    var random = SplitMix64(seed: seed &+ UInt64(axis) &* 0xD1B5_4A32_D192_ED03)
    return random.next()
  }

  private static func fraction(_ seed: UInt64, _ axis: Int, _ index: Int) -> Double {
    var random = SplitMix64(seed: mix(seed, axis) ^ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
    _ = random.next()
    return random.nextFraction()
  }
}

/// The seeds with which each point of a sweep is run.
///
/// A scene with a variable `seed` gets it; in another the seeds of noise, of what shatters and of what is
/// spawned at random are moved on, each from its own: 1 is the scene as it is written.
struct SweepSeeds: Hashable, Sendable {
  /// The text as it was written: `20`, `1..20`, `3,5,8`.
  let text: String
  private let values: Values

  private enum Values: Hashable, Sendable {
    case range(ClosedRange<Int>)
    case list([Int])
  }

  /// The variable that scenes have their seed in, and the name of the column.
  static let name = "seed"
  private static let bounds = 0...Int(Int32.max)

  /// Reads seeds; nil for a text that names none.
  init?(_ text: String) {
    self.text = text
    if let dots = text.firstRange(of: "..") {
      guard let first = Int(text[..<dots.lowerBound]), let last = Int(text[dots.upperBound...]),
        first <= last, Self.bounds.contains(first), Self.bounds.contains(last)
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
  /// Moves every seed that motion depends on, and returns true if there is one.
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
