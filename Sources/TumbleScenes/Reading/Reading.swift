import Foundation
import TumbleGeometry
import Yams

/// One file being read: what was found so far, and what units mean in it.
final class Reading {
  /// What was found wrong, or odd, so far.
  var found: DiagnosticList
  /// Looked up before anything else is read.
  var scope = NumberScope()
  /// The variables that numbers name.
  var usedVariables: Set<String> = []
  /// What is given from outside to what the scene calls a control, in order.
  var controlSettings: [SceneSetting] = []
  /// What the numbers measure that have a unit and are held against a channel, by the places of their values.
  var channelDimensions: [SourcePlace: [Dimension]] = [:]
  /// The variables as they were written.
  var defined: [Variables.Definition] = []
  /// The file that is being read, of those that make the scene; 0 is the scene's own.
  var file: Int32 = 0
  /// Words that may still be compared: a file of mistakes must not take long.
  private var suggestions = 200_000

  init(_ found: DiagnosticList) { self.found = found }

  var limits: SceneLimits { found.limits }
  var hasErrors: Bool { found.hasErrors }
  var errorCount: Int { found.errorCount }
  /// Whether so much is wrong that more of it need not be looked for.
  var isFull: Bool { found.isFull }

  func error(_ place: SourcePlace, _ message: String, hint: String? = nil) {
    found.error(place, message, hint: hint)
  }

  func warn(_ place: SourcePlace, _ message: String, hint: String? = nil) {
    found.warn(place, message, hint: hint)
  }

  /// Where something was given before.
  func given(_ place: SourcePlace) -> String {
    let file = place.file == 0 ? "" : " of " + found.name(of: place.file)
    return "it was given before in line \(place.line), column \(place.column)\(file)"
  }

  /// `did you mean …?`, for as many mistakes as will be shown.
  func didYouMean(_ word: String, _ candidates: some Collection<String>) -> String? {
    nearest(word, candidates).map { "did you mean '\(Excerpts.short($0))'?" }
  }

  func nearest(_ word: String, _ candidates: some Collection<String>) -> String? {
    suggestions -= candidates.count
    return suggestions >= 0 ? Nearest.word(to: word, in: candidates) : nil
  }
}

extension Reading {
  /// Where a value stands.
  func place(of node: Node) -> SourcePlace {
    var place = SourcePlace(node)
    place.file = file
    return place
  }
}

extension SourcePlace {
  init(_ node: Node) {
    let mark = node.mark
    let length: Int
    if case .scalar(let scalar) = node {
      length = scalar.string.unicodeScalars.count + (scalar.isQuoted ? 2 : 0)
    } else {
      length = 1
    }
    self.init(
      line: Int32(clamping: mark?.line ?? 0), column: Int32(clamping: mark?.column ?? 0),
      length: Int32(clamping: max(1, length)))
  }
}

extension Node.Scalar {
  var isQuoted: Bool { style == .singleQuoted || style == .doubleQuoted }
  /// Quoted, or a block: a text, whatever is in it.
  var isText: Bool { isQuoted || style == .literal || style == .folded }
}
