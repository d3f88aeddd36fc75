import TumbleSimulation

/// A measure of a run: `settled`, `crate1.y` at the end, `crate1.y:max`, or `crate1.y<50`, the first time
/// that this is so.
struct SweepMeasure: Sendable {
  enum What: Sendable {
    case channel(Channel, Statistic)
    case whole(Whole)
  }

  /// The statistic of a channel's values at the start and after each step.
  enum Statistic: Hashable, Sendable {
    case final, min, max, mean
    /// The first time, in seconds, at which it compares so; none if it never does.
    case first(Comparison, Double)

    fileprivate static let words: [String: Statistic] = [
      "final": .final, "min": .min, "max": .max, "mean": .mean,
    ]
  }

  enum Comparison: String, CaseIterable, Sendable {
    // The longer first: each begins like a shorter one.
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case greater = ">"

    func holds(_ a: Double, _ b: Double) -> Bool {
      switch self {
      case .atMost: a <= b
      case .atLeast: a >= b
      case .less: a < b
      case .greater: a > b
      }
    }
  }

  /// A measure of the run as a whole. What a scene expects of its runs (`expect:`) belongs here too: a case
  /// more, and its value in `RunMeasures`.
  enum Whole: String, CaseIterable, Sendable {
    /// Seconds until every body had come to rest for good; nothing if one moves at the end.
    case settled
    /// The number of contacts that began.
    case collisions
    /// Bodies that went out of all bounds.
    case lost
    case hash
  }

  /// The name of its column: the measure as it was written.
  let name: String
  let what: What

  /// - Parameter pointsPerMeter: Points of a meter; nil where the scene has no meters.
  init(_ text: String, description: WorldDescription, pointsPerMeter: Double? = nil) throws(SweepError) {
    name = text
    if let whole = Whole(rawValue: text) {
      what = .whole(whole)
      return
    }
    let (name, rest) = try Self.parts(text)
    let channel: Channel
    do { channel = try Channel(name, in: description) } catch {
      let nearest = Nearest.word(to: text, in: Whole.allCases.map(\.rawValue))
      throw .unknownMeasure(
        "\(error)" + (nearest.map { "; or '\($0)'?" } ?? ""), others: Whole.allCases.map(\.rawValue))
    }
    switch rest {
    case .statistic(let statistic): what = .channel(channel, statistic)
    case .comparison(let comparison, let limit):
      let bound: Double?
      do {
        bound = try ChannelLimit.value(of: limit, unit: channel.unit, pointsPerMeter: pointsPerMeter)
      } catch {
        throw .badLimit(text, "\(error)")
      }
      guard let bound else { throw .badComparison(text) }
      what = .channel(channel, .first(comparison, bound))
    }
  }

  private enum Rest {
    case statistic(Statistic)
    case comparison(Comparison, String)
  }

  /// The channel's name, and what is taken of it.
  private static func parts(_ text: String) throws(SweepError) -> (String, Rest) {
    if let sign = text.firstIndex(where: { $0 == "<" || $0 == ">" }) {
      guard let comparison = Comparison.allCases.first(where: { text[sign...].hasPrefix($0.rawValue) })
      else { throw .badComparison(text) }
      let channel = text[..<sign].reversed().drop { $0 == " " }.reversed()
      let limit = text[sign...].dropFirst(comparison.rawValue.count).drop { $0 == " " }
      return (String(channel), .comparison(comparison, String(limit)))
    }
    guard let colon = text.firstIndex(of: ":") else { return (text, .statistic(.final)) }
    let word = String(text[text.index(after: colon)...])
    guard let statistic = Statistic.words[word] else {
      throw .unknownStatistic(text, nearest: Nearest.word(to: word, in: Statistic.words.keys))
    }
    return (String(text[..<colon]), .statistic(statistic))
  }
}

enum MeasuredValue: Hashable, Sendable {
  case number(Double)
  case word(String)
  /// The value does not exist, such as a time that never came.
  case none

  init(_ number: Double) { self = number.isFinite ? .number(number) : .none }

  /// The shortest text that reads back the same; empty for none.
  var text: String {
    switch self {
    case .number(let number): SweepValues.text(number)
    case .word(let word): word
    case .none: ""
    }
  }

  var json: JSON {
    switch self {
    // 0 for minus zero.
    case .number(let number): .number(number + 0)
    case .word(let word): .text(word)
    case .none: .null
    }
  }
}

/// Takes measures of a run while it goes on: an observer of its session.
final class RunMeasures {
  private let measures: [SweepMeasure]
  private let reader: ChannelReader
  /// The statistic of each of the reader's channels.
  private let statistics: [SweepMeasure.Statistic]
  private var numbers: [Double] = []
  /// The statistic so far, by channel; NaN for none.
  private var results: [Double]
  /// The number of values that each mean is of.
  private var counts: [Int]
  private var collisions = 0
  private var lastMotion = 0

  /// The speed below which a body rests, in points or in tenths of a radian per second.
  private static let rest = 1.0

  /// - Throws: `SweepError` for a text that is no measure.
  init(_ texts: [String], of world: World) throws {
    measures = try texts.map {
      try SweepMeasure($0, description: world.description, pointsPerMeter: world.scene.world.pointsPerMeter)
    }
    let channels = measures.compactMap { measure in
      if case .channel(let channel, let statistic) = measure.what { (channel, statistic) } else { nil }
    }
    reader = ChannelReader(channels.map(\.0))
    statistics = channels.map(\.1)
    results = channels.map { _ in .nan }
    counts = channels.map { _ in 0 }
  }

  /// Takes in the state before the first step, and after every step.
  func observe(_ world: World) {
    reader.read(world, into: &numbers)
    for index in statistics.indices { take(numbers[index], at: index, world) }
    guard world.steps > 0 else { return }
    collisions += world.contacts.count { $0.kind == .began }
    if Self.moves(world) { lastMotion = world.steps }
  }

  private func take(_ number: Double, at index: Int, _ world: World) {
    switch statistics[index] {
    case .final: results[index] = number
    // What is no number (of a body that has gone) counts for none of the others.
    case _ where number.isNaN: break
    case .min: results[index] = results[index].isNaN ? number : Swift.min(results[index], number)
    case .max: results[index] = results[index].isNaN ? number : Swift.max(results[index], number)
    case .mean:
      results[index] = counts[index] == 0 ? number : results[index] + number
      counts[index] += 1
    case .first(let comparison, let bound):
      if results[index].isNaN, comparison.holds(number, bound) {
        results[index] = Double(world.steps) / Double(world.rate)
      }
    }
  }

  /// A value per measure, of the run so far.
  ///
  /// - Parameter lost: How many bodies went out of all bounds.
  func values(_ world: World, lost: Int) -> [MeasuredValue] {
    var channel = 0
    return measures.map { measure in
      guard case .whole(let whole) = measure.what else {
        defer { channel += 1 }
        return MeasuredValue(results[channel] / Double(Swift.max(counts[channel], 1)))
      }
      return switch whole {
      case .settled:
        lastMotion < world.steps ? MeasuredValue(Double(lastMotion) / Double(world.rate)) : .none
      case .collisions: .number(Double(collisions))
      case .lost: .number(Double(lost))
      case .hash: .word(world.hash.description)
      }
    }
  }

  private static func moves(_ world: World) -> Bool {
    world.snapshot.bodies.contains { $0.velocity.length > rest || abs($0.angularVelocity) > rest / 10 }
  }
}
