/// What can be wrong with a sweep.
enum SweepError: Error {
  case badSetting(String)
  case unknownTarget(String)
  case unknownProperty(String, known: [String])
  case unknownMeasure(String, others: [String])
  case tooMany
  /// A run that the engine refuses.
  case run(String, reason: String)
}

extension SweepError: CustomStringConvertible {
  var description: String {
    switch self {
    case .badSetting(let text):
      return
        "'\(text)' sets nothing: write BODY.PROPERTY=FIRST..LAST/COUNT, such as crate1.friction=0.1..0.9/9, "
        + "or values with commas between them"
    case .unknownTarget(let name):
      return "the scene has no body or joint named '\(name)'; 'world' is the whole, '*' all bodies"
    case .unknownProperty(let name, let known):
      return "'\(name)' is not known; after the dot there can be " + known.sorted().joined(separator: ", ")
    case .unknownMeasure(let problem, let others):
      return "\(problem)\nBesides channels there are \(others.joined(separator: ", "))"
    case .tooMany:
      return "a sweep has at most \(SweepSetting.maxRuns) runs; these settings make more"
    case .run(let run, let reason):
      return "\(run): \(reason)"
    }
  }
}
