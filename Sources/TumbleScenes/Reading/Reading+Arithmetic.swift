import TumbleFiles
import TumbleFrames

// Numbers that have to be worked out.
extension Reading {
  enum ArithmeticOutcome {
    case value(Double)
    /// Wrong, which has been reported.
    case wrong
    /// A word or a number with something behind it: for others to tell of.
    case none
  }

  /// A text as arithmetic, in the plain unit of a quantity.
  func arithmetic(
    _ text: String, isQuoted: Bool, _ quantity: Quantity, _ place: SourcePlace, _ key: String
  ) -> ArithmeticOutcome {
    do {
      let amount = try scope.variables.amount(of: text, pointsPerMeter: scope.pointsPerMeter) {
        usedVariables.insert($0)
      }
      guard let amount else { return .wrong }
      guard amount.dimension.fits(quantity) else {
        // A number with a unit of something else: its units are reported.
        if isSingleNumber(text) { return .none }
        let shown = Excerpts.short(text)
        error(
          place,
          quantity.dimension == .none
            ? "'\(key)' is a number without a unit, and '\(shown)' is \(amount.dimension.noun)"
            : "'\(key)' needs \(Self.noun(quantity)), and '\(shown)' is \(amount.dimension.noun)",
          hint: quantity.dimension == .none
            ? "divide it by what measures the same, or write plain(\(shown))" : nil)
        return .wrong
      }
      if quantity == .channel, amount.dimension != .none {
        channelDimensions[place, default: []].append(amount.dimension)
      }
      return .value(amount.value)
    } catch {
      guard !error.isUnit || text.utf8.contains(where: { " (".utf8.contains($0) }), isArithmetic(text) else {
        return .none
      }
      tell(error, in: text, isQuoted: isQuoted, at: place)
      return .wrong
    }
  }

  func isSingleNumber(_ text: String) -> Bool {
    guard NumberText.length(text.utf8) != nil else { return false }
    return (try? ExpressionParser.parse(text, pointsPerMeter: scope.pointsPerMeter))?.steps.count == 1
  }

  /// Whether a text that cannot be worked out was meant to be.
  private func isArithmetic(_ text: String) -> Bool {
    let marks = "+*/^()−×÷".unicodeScalars
    if text.unicodeScalars.contains(where: { marks.contains($0) }) || text.contains(" - ") { return true }
    // A word with a hyphen in it is a word, unless it names something.
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    return words.contains(where: scope.variables.knows) && words.count > 1
  }

  /// Tells of arithmetic that is wrong, by the place in its text.
  func tell(_ error: ArithmeticError, in text: String, isQuoted: Bool, at place: SourcePlace) {
    let inner =
      isStanding(text, at: place, offset: isQuoted ? 1 : 0)
      ? SourcePlace(
        line: place.line, column: place.column + Int32(clamping: error.range.lowerBound + (isQuoted ? 1 : 0)),
        length: Int32(clamping: max(error.range.count, 1)), file: place.file)
      : place
    // Where YAML took what came behind a comma for something else.
    let isCut = !isQuoted && text.contains("(") && !text.contains(")")
    found.error(inner, error.message, hint: error.hint ?? (isCut ? Self.commaHint : nil))
  }

  static let commaHint = "in [ ] and { } arithmetic with a comma goes in quotes, such as \"min(a, b)\""

  /// Whether a text stands in its file just as it was read: on one line, and without escapes.
  private func isStanding(_ text: String, at place: SourcePlace, offset: Int) -> Bool {
    guard let line = found.excerpts(of: place).line(Int(place.line)) else { return false }
    let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
    return scalars.dropFirst(Int(place.column) - 1 + offset).starts(with: text.unicodeScalars)
  }
}

/// What numbers in a scene's text may refer to.
struct NumberScope: Sendable {
  /// `world.pointsPerMeter`; nil: units with metres cannot be used.
  var pointsPerMeter: Double?
  var variables = Variables()
}
