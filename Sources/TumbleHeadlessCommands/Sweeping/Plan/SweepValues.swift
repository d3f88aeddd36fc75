import Foundation
import TumbleFiles
import TumbleScenes

/// The values that something is given in turn: a list, even parts of a range, or, for samples, all of a range.
enum SweepValues: Hashable, Sendable {
  /// As they are written: numbers, or any value of the scene format.
  case list([String])
  /// `FIRST..LAST/COUNT`, both ends included, in a unit of the scene format or, where that is empty, without one.
  case parts(first: Double, last: Double, unit: String, count: Int)
  /// `FIRST..LAST`.
  case span(first: Double, last: Double, unit: String)

  /// Why a text is none of them.
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
        whole == nil || whole?.unit.contains("/") == true && !Self.isUnit(whole?.unit ?? "")
        ? rest.lastIndex(of: "/") : nil
      guard let (last, lastUnit) = Self.measured(rest[..<(slash ?? rest.endIndex)]) else { throw Problem() }
      for unit in [firstUnit, lastUnit] where !unit.isEmpty && !Self.isUnit(unit) {
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
          reason:
            "the number of a range's values is a whole number from 2 to \(SweepPlan.maxRuns), not '\(countText.prefix(40))'"
        )
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

  /// How many there are; nil for all of a range.
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

  /// True if any is a number without a unit.
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

  private static func isUnit(_ text: String) -> Bool { SceneUnit.isKnown(text) }

  private static func text(_ number: String, _ unit: String) -> String {
    unit.isEmpty ? number : "\(number) \(unit)"
  }

  /// To 15 digits, so that 0.3 is the 0.3 that a person means.
  private static func between(_ first: Double, _ last: Double, _ part: Double) -> String {
    let value = first + (last - first) * part
    return text(Double(String(format: "%.15g", value)) ?? value)
  }

  /// Without `.0`, and 0 for minus zero.
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
