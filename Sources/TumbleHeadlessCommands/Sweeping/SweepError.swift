import TumbleFiles

/// What can be wrong with a sweep as a whole; what is wrong with one of its runs is in that run's row.
enum SweepError: Error {
  /// With the reason, where more is known than that it is none.
  case badSetting(String, String?)
  /// `FIRST..LAST` where every value counts.
  case endlessRange(String)
  case unknownMeasure(String, others: [String])
  case badComparison(String)
  /// A comparison with something that the channel does not measure, and why.
  case badLimit(String, String)
  case unknownStatistic(String, nearest: String?)
  case repeatedColumn(String)
  case repeatedSetting(String)
  case noSeed
  case tooMany
  /// A word of a command with a control character in it, and the option that it is given to.
  case unscriptable(String, of: String)
  /// The file that is to be written, and why the sweep cannot be.
  case file(String, reason: String)
  /// Shards that do not make a whole, and why: a sentence each.
  case unmergeable([String])
}

extension SweepError: CustomStringConvertible {
  var description: String {
    switch self {
    case .badSetting(let text, let reason?):
      return "'\(String(text.prefix(200)).withoutControlCharacters)' sets nothing: \(reason)"
    case .badSetting(let text, nil):
      return
        "'\(text.prefix(200))' sets nothing: write BODY.PROPERTY=FIRST..LAST/COUNT, such as crate1.friction=0.1..0.9/9, "
        + "or values with commas between them"
    case .endlessRange(let text):
      return "'\(text)' has no number of values: write \(text)/9 for nine, or take samples with --sample N"
    case .unknownMeasure(let problem, let others):
      return "\(problem)\nBesides channels there are \(others.joined(separator: ", "))"
    case .badLimit(let text, let reason): return "'\(text)': \(reason)"
    case .badComparison(let text):
      return
        "'\(text)' compares nothing: write a channel, then <, <=, > or >=, then a number, such as 'crate1.y<50'"
    case .unknownStatistic(let text, let nearest):
      return "'\(text)' is not known; after the colon there can be final, max, mean, min"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .repeatedColumn(let name):
      return "two columns would be named '\(name)', and an object of JSON has each name once"
    case .repeatedSetting(let name):
      return "'\(name)' is set twice, and only the last one counts: write its values with commas between them"
    case .noSeed:
      return
        "the scene has nothing that a seed changes: give it a variable 'seed' for its random(seed), or noise, shattering or spawned bodies"
    case .tooMany:
      return "a sweep has at most \(SweepPlan.maxRuns) runs; these settings make more"
    case .unscriptable(let word, let option):
      return
        "\(option): '\(word.withoutControlCharacters)' has a control character, such as a line feed, which the lines of "
        + "--emit's script cannot hold: write it without, or rename the file"
    case .file(let path, let reason): return "\(path): \(reason)"
    case .unmergeable(let problems):
      return "these files cannot be merged\n  " + problems.joined(separator: "\n  ")
    }
  }
}
