import TumbleFiles
import Yams

extension Reading {
  func number(
    _ node: Node, _ quantity: Quantity, _ bounds: Bounds, words: [String] = [], _ key: String
  ) -> Double? {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
      return wrong(node, key, words.isEmpty ? "a number" : "a number or '\(words.joined(separator: "', '"))'")
    }
    if key == Format.pointsPerMeterField.key.name, NumberText.number(scalar.string) == nil {
      return wrong(node, key, "a plain number: it measures all others")
    }
    guard
      let value = measured(scalar.string, isQuoted: scalar.isText, quantity, place(of: node), key, words)
    else { return nil }
    guard value.isFinite else {
      return refuse(place(of: node), "'\(key)' must be finite, and \(kind(node)) is not")
    }
    guard bounds.contains(value) else {
      let measured =
        NumberText.number(scalar.string) == nil
        ? " (\(value.shortText)" + ([.ratio, .number].contains(quantity) ? ")" : " \(quantity.plain))") : ""
      return refuse(
        place(of: node), "'\(key)' must be \(bounds.expectation(for: value)), not \(kind(node))\(measured)")
    }
    return value
  }

  func count(_ node: Node, _ range: ClosedRange<Int>, _ key: String) -> Int? {
    let bounds = Bounds.from(Double(range.lowerBound), to: Double(range.upperBound))
    // A range of one is reported below, as the one number that it is.
    guard let value = number(node, .number, range.count > 1 ? bounds : .any, key) else { return nil }
    guard let count = Int(exactly: value) else { return wrong(node, key, "a whole number") }
    guard range.contains(count) else {
      let expected =
        range.lowerBound == range.upperBound
        ? "\(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      let isNewer = key == "tumble" && count > Format.version
      return wrong(
        node, key, expected,
        hint: isNewer
          ? "that is a later version of the format: this Tumble reads version \(Format.version)" : nil)
    }
    return count
  }

  func vector(_ node: Node, _ quantity: Quantity, _ bounds: Bounds, _ key: String) -> Vector? {
    vector(node, (quantity, bounds), (quantity, bounds), key)
  }

  func vector(
    _ node: Node, _ first: (Quantity, Bounds), _ second: (Quantity, Bounds), _ key: String
  ) -> Vector? {
    guard case .sequence(let nodes) = node else {
      return wrong(node, key, "two numbers, [x, y]", hint: pairHint(node, key))
    }
    guard nodes.count == 2 else {
      let isCut = nodes.contains {
        if case .scalar(let scalar) = $0 { scalar.string.contains("(") } else { false }
      }
      return refuse(
        place(of: node), "'\(key)' must be two numbers, [x, y], not \(nodes.count)",
        hint: isCut ? Self.commaHint : nil)
    }
    let x = number(nodes[0], first.0, first.1, key)
    let y = number(nodes[1], second.0, second.1, key)
    if first.0 == .channel {
      channelDimensions[place(of: node)] = nodes.flatMap { channelDimensions[place(of: $0)] ?? [] }
    }
    if let x, let y { return Vector(x, y) }
    return nil
  }

  /// Returns a hint at what a text in place of two numbers was likely to mean.
  private func pairHint(_ node: Node, _ key: String) -> String? {
    guard case .scalar(let scalar) = node else { return nil }
    let text = Excerpts.short(scalar.string)
    let parts = text.split { " ,;x×".contains($0) }
    if parts.count == 2, parts.allSatisfy({ NumberText.number(String($0)) != nil }) {
      return "write [\(parts[0]), \(parts[1])]"
    }
    guard !scalar.isText, let length = NumberText.length(text.utf8),
      !text.utf8.dropFirst(length).contains(where: { $0.isDigit }) || text.contains("^")
    else { return key == "gravity" ? "such as [0, -1000], which pulls down" : nil }
    switch key {
    case "gravity": return "write [0, \(text)]"
    case "size", "box", "area", "spacing": return "write [\(text), \(text)]"
    default: return "such as [\(text), 0] or [0, \(text)]"
    }
  }

  func scale(_ node: Node, _ quantity: Quantity, _ bounds: Bounds, _ key: String) -> Vector? {
    if case .sequence = node { return vector(node, quantity, bounds, key) }
    return number(node, quantity, bounds, key).map { Vector($0, $0) }
  }

  func direction(_ node: Node, _ key: String) -> Vector? {
    let words = ["up": Vector(0, 1), "down": Vector(0, -1), "left": Vector(-1, 0), "right": Vector(1, 0)]
    switch node {
    case .sequence:
      guard let vector = vector(node, .number, .any, key) else { return nil }
      guard vector != .zero else {
        return refuse(place(of: node), "'\(key)' has no direction: it is [0, 0]")
      }
      // What the writer wrote keeps its bits.
      if abs(vector.length - 1) < 1e-12 { return vector }
      // Scaled first, so that the square of a great or tiny one neither overflows nor vanishes.
      let largest = max(abs(vector.x), abs(vector.y))
      return (vector / largest).normalized
    case .scalar(let scalar):
      if let vector = words[scalar.string] { return vector }
      let isWord = scalar.string.utf8.first.map { (65...122).contains($0) } == true
      if isWord, !scope.variables.knows(scalar.string),
        !scalar.string.utf8.contains(where: "(*/+-".utf8.contains)
      {
        return word(node, ["up", "down", "left", "right"], key).flatMap { words[$0] }
      }
      return number(node, .angle, .any, key).map { Vector(angle: $0) }
    default: return wrong(node, key, "up, down, left, right, an angle, or [x, y]")
    }
  }

  /// A number with or without a unit, in the plain unit; nil where it is none, which has then been said.
  func measured(
    _ text: String, isQuoted: Bool, _ quantity: Quantity, _ place: SourcePlace, _ key: String,
    _ words: [String] = []
  ) -> Double? {
    if let value = NumberText.number(text) {
      guard !isQuoted else {
        return refuse(
          place, "'\(key)' must be a number, and quotes make a text", hint: "write \(Excerpts.short(text))")
      }
      return value
    }
    guard let length = NumberText.length(text.utf8),
      let value = NumberText.number(String(text.utf8.prefix(length)) ?? "")
    else {
      switch arithmetic(text, isQuoted: isQuoted, quantity, place, key) {
      case .value(let value): return value
      case .wrong: return nil
      case .none: break
      }
      return refuse(
        place,
        "'\(key)' must be a number" + (words.isEmpty ? "" : " or '\(words.joined(separator: "', '"))'")
          + ", not '\(Excerpts.short(text))'",
        hint: Synonyms.word(for: text, in: words).map { "did you mean '\($0)'?" } ?? notNumber(text)
          ?? didYouMean(text, words + scope.variables.names))
    }
    var rest = Substring(text.utf8.dropFirst(length))
    while rest.first == " " { rest.removeFirst() }
    guard let unit = quantity.unit(rest) else {
      switch arithmetic(text, isQuoted: isQuoted, quantity, place, key) {
      case .value(let value): return value
      case .wrong: return nil
      case .none:
        badUnit(String(rest), text, quantity, place, key)
        return nil
      }
    }
    return unit.plain(value, pointsPerMeter: scope.pointsPerMeter)
      ?? refuse(
        place,
        "'\(Excerpts.short(String(rest)))' has metres in it, and the world does not say how many points make "
          + "one",
        hint: "add it to the world, such as world: {pointsPerMeter: 100}")
  }

  private func notNumber(_ text: String) -> String? {
    switch text.lowercased() {
    case ".nan", "nan", ".inf", "-.inf", "+.inf", "inf", "infinity", "-inf", "-infinity":
      "numbers are finite here; what has no limit is left out"
    case "null", "~": "leave the key out to get its default value"
    default: nil
    }
  }

  private func badUnit(
    _ unit: String, _ text: String, _ quantity: Quantity, _ place: SourcePlace, _ key: String
  ) {
    let shown = Excerpts.short(unit)
    let names = quantity.writtenUnits.map(\.name)
    let rest = unit.utf8.dropFirst()
    let hint: String?
    switch unit.utf8.first {
    case UInt8(ascii: ",") where rest.allSatisfy { $0.isDigit }:
      hint =
        "a decimal point is a point: \(Excerpts.short(text.split(separator: ",").joined(separator: ".")))"
    case UInt8(ascii: "_"): hint = "digits stand without '_': \(Excerpts.short(text.filter { $0 != "_" }))"
    case UInt8(ascii: ":"): hint = "times are in seconds, or with a unit: 90 s, 1.5 min"
    case UInt8(ascii: "x"), UInt8(ascii: "o"), UInt8(ascii: "b"): hint = "numbers are decimal"
    default:
      let nearest =
        Synonyms.unit(for: unit, in: names) ?? names.first { $0.lowercased() == unit.lowercased() }
        ?? Nearest.word(to: unit, in: names)
        ?? names.filter { unit.utf8.count > 2 && unit.hasPrefix($0) }.max { $0.utf8.count < $1.utf8.count }
      let other = Quantity.allCases.first { $0.unit(unit) != nil }
      if let nearest {
        hint = "did you mean '\(nearest)'?"
      } else if let other, !names.isEmpty {
        hint =
          "that measures \(Self.noun(other)); here it is \(Self.noun(quantity)): "
          + names.joined(separator: ", ")
      } else {
        hint = names.isEmpty ? "write the number alone" : "units: " + names.joined(separator: ", ")
      }
    }
    error(
      place,
      names.isEmpty
        ? "'\(key)' has no unit, and '\(shown)' follows its number" : "'\(shown)' is no unit of '\(key)'",
      hint: hint)
  }

  static func noun(_ quantity: Quantity) -> String {
    switch quantity {
    case .channel: "a number"
    case .rotaryStiffness: "a stiffness against turning"
    case .rotaryDamping: "a damping of turning"
    case .moment: "a moment of inertia"
    default: article(quantity.rawValue)
    }
  }
}

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

  /// Returns true if a text that cannot be computed was meant to be.
  private func isArithmetic(_ text: String) -> Bool {
    let marks = "+*/^()−×÷".unicodeScalars
    if text.unicodeScalars.contains(where: { marks.contains($0) }) || text.contains(" - ") { return true }
    // A word with a hyphen in it is a word, unless it names something.
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    return words.contains(where: scope.variables.knows) && words.count > 1
  }

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

  /// Returns true if a text stands in its file just as it was read: on one line, and without escapes.
  private func isStanding(_ text: String, at place: SourcePlace, offset: Int) -> Bool {
    guard let line = found.excerpts(of: place).line(Int(place.line)) else { return false }
    let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
    return scalars.dropFirst(Int(place.column) - 1 + offset).starts(with: text.unicodeScalars)
  }
}

/// The names that numbers in a scene's text may refer to.
struct NumberScope: Sendable {
  /// The scene's `world.pointsPerMeter`; nil: units with meters cannot be used.
  var pointsPerMeter: Double?
  var variables = Variables()
}
