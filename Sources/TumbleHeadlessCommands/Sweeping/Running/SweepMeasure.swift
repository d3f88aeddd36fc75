import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation

/// What is reported of a run: `settled`, `crate1.y` at the end, `crate1.y:max`, or `crate1.y<50`, the first time that this is so.
struct SweepMeasure: Sendable {
  enum What: Sendable {
    case channel(Channel, Statistic)
    case whole(Whole)
  }

  /// What is taken of a channel's values at the start and after each step.
  enum Statistic: Hashable, Sendable {
    case final
    case min
    case max
    case mean
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

  /// Of the run as a whole. What a scene expects of its runs (`expect:`) belongs here too: a case more, and its value in `RunMeasures`.
  enum Whole: String, CaseIterable, Sendable {
    /// Seconds until every body had come to rest for good; nothing if one moves at the end.
    case settled
    /// How many contacts began.
    case collisions
    /// Bodies that went out of all bounds.
    case lost
    case hash
  }

  /// As it was written: the name of its column.
  let name: String
  let what: What

  /// - Parameter pointsPerMeter: Points of a metre; nil where the scene has no metres.
  init(_ text: String, description: WorldDescription, pointsPerMeter: Double? = nil) throws(SweepError) {
    name = text
    if let whole = Whole(rawValue: text) {
      what = .whole(whole)
      return
    }
    let (name, rest) = try Self.parts(text)
    let channel: Channel
    do {
      channel = try Channel(name, in: description)
    } catch {
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

/// A measure's value of one run.
enum MeasuredValue: Hashable, Sendable {
  case number(Double)
  case word(String)
  /// There is none, such as a time that never came.
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

  var json: String {
    switch self {
    case .number(let number): SweepValues.text(number)
    case .word(let word): word.jsonText
    case .none: "null"
    }
  }
}
