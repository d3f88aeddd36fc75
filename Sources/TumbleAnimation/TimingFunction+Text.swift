extension TimingFunction {
  /// Reads a curve's text form; letter case does not matter.
  ///
  /// - `linear`, `ease` (or `default`), `ease-in`, `ease-out`, `ease-in-out`, `step-start`, `step-end` (or
  ///   `hold`);
  /// - an easing's name, such as `quadratic-in-out` or `book-bounce-out`;
  /// - `cubic-bezier(x1, y1, x2, y2)` with both x in 0...1;
  /// - `steps(count, position)`: `start`, `end` (default), `jump-none`, `jump-both`, or CSS's `jump-start`
  ///   and `jump-end`;
  /// - `linear(0, 0.25 75%, 1)`: outputs, each with one place in the time, or with two between which it
  ///   rests;
  /// - `spring(response: 0.5, damping: 0.7)`, where the damping is a share of critical damping, or
  ///   `spring(mass: 1, stiffness: 100, damping: 10)`, where it is a coefficient; either with a `velocity`.
  public init(parsing text: String) throws(CurveTextError) {
    var scanner = CurveScanner(text)
    self = try Self.read(&scanner)
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw scanner.error("expected the end of the curve, found \(scanner.here)") }
  }

  private static let functions = ["cubic-bezier", "steps", "linear", "spring"]

  private static func read(_ scanner: inout CurveScanner) throws(CurveTextError) -> TimingFunction {
    guard let (name, start) = scanner.word() else {
      throw scanner.error("expected a curve's name, found \(scanner.here)")
    }
    if scanner.take("(") {
      switch name {
      case "cubic-bezier": return try readBezier(&scanner)
      case "steps": return try readSteps(&scanner)
      case "linear": return try readLines(&scanner)
      case "spring": return try readSpring(&scanner)
      default: break
      }
      if named.contains(where: { $0.name == name }) || Easing(name: name) != nil {
        throw scanner.error("'\(name)' takes no arguments", at: start + name.unicodeScalars.count)
      }
      throw scanner.error(
        "there is no curve '\(name)(…)'", at: start, suggestion: Nearest.word(to: name, in: functions))
    }
    if let found = named.first(where: { $0.name == name }) { return found.value }
    if let easing = Easing(name: name) { return .easing(easing) }
    if functions.contains(name) { throw scanner.error("expected '(' after \(name), found \(scanner.here)") }
    if EasingFamily(rawValue: name) != nil {
      throw scanner.error(
        "'\(name)' needs a direction: in, out or in-out", at: start, suggestion: name + "-in-out")
    }
    throw scanner.error(
      "there is no curve '\(name)'", at: start,
      suggestion: Nearest.word(to: name, in: named.map(\.name) + Easing.all.map(\.name) + functions))
  }

  private static func readBezier(_ scanner: inout CurveScanner) throws(CurveTextError) -> TimingFunction {
    let names = ["x1", "y1", "x2", "y2"]
    var values: [Double] = []
    for (i, name) in names.enumerated() {
      if i > 0 { try scanner.expect(",", after: names[i - 1]) }
      let (value, place) = try scanner.requireNumber("the number \(name)")
      if i % 2 == 0, !(0...1).contains(value) {
        throw scanner.error(
          "\(name) is \(value), but must lie in 0...1: a curve cannot go back in time", at: place)
      }
      try require(value, name, at: place, scanner)
      values.append(value)
    }
    try scanner.expect(")", after: "y2")
    return try scanner.made(at: nil) { () throws(AnimationError) in
      .cubicBezier(try CubicBezier(values[0], values[1], values[2], values[3]))
    }
  }

  /// Refuses what no curve can be made of, where it is written.
  private static func require(
    _ value: Double, _ name: String, at place: Int, _ scanner: CurveScanner
  ) throws(CurveTextError) {
    if outputs.contains(value) { return }
    throw scanner.error("\(name) is \(value), but must lie in -1e9...1e9", at: place)
  }

  private static func readSteps(_ scanner: inout CurveScanner) throws(CurveTextError) -> TimingFunction {
    let (number, place) = try scanner.requireNumber("the number of steps")
    guard let count = Int(exactly: number), count >= 1 else {
      throw scanner.error("the number of steps must be whole and at least 1", at: place)
    }
    var position = Steps.Position.end
    if scanner.take(",") {
      let words: [(String, Steps.Position)] = [
        ("start", .start), ("end", .end), ("jump-start", .start), ("jump-end", .end), ("jump-none", .none),
        ("jump-both", .both),
      ]
      guard let (word, start) = scanner.word() else {
        throw scanner.error("expected a position, such as start or end, found \(scanner.here)")
      }
      guard let found = words.first(where: { $0.0 == word }) else {
        throw scanner.error(
          "there is no step position '\(word)': use start, end, jump-none or jump-both", at: start,
          suggestion: Nearest.word(to: word, in: words.map(\.0)))
      }
      position = found.1
    }
    try scanner.expect(")", after: "the arguments of steps")
    return try scanner.made(at: place) { () throws(AnimationError) in .steps(try Steps(count, position)) }
  }

  private static func readLines(_ scanner: inout CurveScanner) throws(CurveTextError) -> TimingFunction {
    var stops: [PiecewiseLinear.Stop] = []
    let start = scanner.offset
    repeat {
      var output: Double?
      var places: [Double] = []
      var isOutputLast = false
      while let (value, start) = try scanner.number() {
        let length = scanner.offset - start
        try require(value, "this number", at: start, scanner)
        if scanner.take("%") {
          guard places.count < 2 else { throw scanner.error("a stop has at most two places", at: start) }
          guard places.isEmpty || !isOutputLast else {
            throw scanner.error(
              "the two places of a stop stand side by side, before or after its output", at: start)
          }
          isOutputLast = false
          places.append(Percentage.share(scanner.string(from: start, to: start + length)) ?? value / 100)
        } else if output == nil {
          output = value
          isOutputLast = true
        } else {
          throw scanner.error("a stop has one output; separate stops by ',', mark places by '%'", at: start)
        }
      }
      guard let output else { throw scanner.error("expected an output, a number, found \(scanner.here)") }
      stops.append(.init(output, at: places.first))
      if places.count == 2 { stops.append(.init(output, at: places[1])) }
    } while scanner.take(",")
    try scanner.expect(")", after: "the stops of linear")
    return try scanner.made(at: start) { () throws(AnimationError) in
      .piecewiseLinear(try PiecewiseLinear(stops))
    }
  }

  private static func readSpring(_ scanner: inout CurveScanner) throws(CurveTextError) -> TimingFunction {
    let names = ["mass", "stiffness", "damping", "velocity", "response"]
    var given: [String: (value: Double, offset: Int)] = [:]
    let arguments = scanner.offset
    if !scanner.take(")") {
      repeat {
        guard let (name, start) = scanner.word() else {
          throw scanner.error("expected a name, such as 'response:', found \(scanner.here)")
        }
        guard names.contains(name) else {
          throw scanner.error(
            "a spring has no '\(name)': it has \(names.joined(separator: ", "))", at: start,
            suggestion: Nearest.word(to: name, in: names))
        }
        guard given[name] == nil else { throw scanner.error("'\(name)' is given twice", at: start) }
        try scanner.expect(":", after: name)
        let (value, place) = try scanner.requireNumber("a number")
        guard name == "velocity" || value > 0 || (value == 0 && name == "damping") else {
          throw scanner.error(
            name == "damping" ? "the damping must not be negative" : "the \(name) must be positive", at: place
          )
        }
        given[name] = (value, start)
      } while scanner.take(",")
      try scanner.expect(")", after: "the arguments of spring")
    }
    let velocity = given["velocity"]?.value ?? 0
    if let response = given["response"]?.value {
      if let other = given["mass"] ?? given["stiffness"] {
        throw scanner.error("give a response, or a mass and a stiffness, not both", at: other.offset)
      }
      return try scanner.made(at: arguments) { () throws(AnimationError) in
        .spring(
          try Spring(
            response: response, dampingRatio: given["damping"]?.value ?? 1, initialVelocity: velocity))
      }
    }
    return try scanner.made(at: arguments) { () throws(AnimationError) in
      .spring(
        try Spring(
          mass: given["mass"]?.value ?? 1, stiffness: given["stiffness"]?.value ?? 100,
          damping: given["damping"]?.value ?? 10, initialVelocity: velocity))
    }
  }
}

/// Reads the words, numbers and signs of a curve's text, and knows where it is.
struct CurveScanner {
  let text: String
  let scalars: [Unicode.Scalar]
  private(set) var offset = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  func error(_ problem: String, at place: Int? = nil, suggestion: String? = nil) -> CurveTextError {
    CurveTextError(text: text, offset: place ?? offset, problem: problem, suggestion: suggestion)
  }

  /// The curve that a function makes of the numbers that were read; what it refuses is an error at a place.
  func made(
    at place: Int?, _ make: () throws(AnimationError) -> TimingFunction
  ) throws(CurveTextError) -> TimingFunction {
    do throws(AnimationError) { return try make() } catch { throw self.error("\(error)", at: place) }
  }

  private var current: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  mutating func skipSpace() {
    while let c = current, c.properties.isWhitespace { offset += 1 }
  }

  var isAtEnd: Bool { offset == scalars.count }

  /// The character at the scanner's position, for a message.
  var here: String { current.map { "'\($0)'" } ?? "the end" }

  /// A sign such as a parenthesis; false, and nothing is read, if another stands here.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard current == sign else { return false }
    offset += 1
    return true
  }

  mutating func expect(_ sign: Unicode.Scalar, after what: String) throws(CurveTextError) {
    guard take(sign) else { throw error("expected '\(sign)' after \(what), found \(here)") }
  }

  /// Letters, digits and hyphens, starting with a letter, in lower case, and where it starts; nil if none is
  /// here.
  mutating func word() -> (text: String, offset: Int)? {
    skipSpace()
    let start = offset
    guard let first = current, first.properties.isAlphabetic else { return nil }
    while let c = current, c.properties.isAlphabetic || c == "-" || ("0"..."9").contains(c) { offset += 1 }
    return (string(start).lowercased(), start)
  }

  /// A decimal number with an optional exponent, and where it starts; nil if none is here.
  mutating func number() throws(CurveTextError) -> (value: Double, offset: Int)? {
    skipSpace()
    let start = offset
    var end = offset
    func scalar(_ i: Int) -> Unicode.Scalar? { i < scalars.count ? scalars[i] : nil }
    func skipDigits() -> Int {
      let before = end
      while let c = scalar(end), ("0"..."9").contains(c) { end += 1 }
      return end - before
    }
    if scalar(end) == "+" || scalar(end) == "-" { end += 1 }
    var digits = skipDigits()
    if scalar(end) == "." {
      end += 1
      digits += skipDigits()
    }
    guard digits > 0 else { return nil }
    if scalar(end) == "e" || scalar(end) == "E" {
      let mark = end
      end += 1
      if scalar(end) == "+" || scalar(end) == "-" { end += 1 }
      if skipDigits() == 0 { end = mark }
    }
    offset = end
    guard let value = Double(string(start)), value.isFinite else {
      throw error("the number '\(string(start))' is too large", at: start)
    }
    return (value, start)
  }

  mutating func requireNumber(_ what: String) throws(CurveTextError) -> (value: Double, offset: Int) {
    guard let number = try number() else { throw error("expected \(what), found \(here)") }
    return number
  }

  func string(from start: Int, to end: Int) -> String {
    String(String.UnicodeScalarView(scalars[start..<end]))
  }

  private func string(_ start: Int) -> String { string(from: start, to: offset) }
}

/// The reason why a text is no curve, and the offset.
public struct CurveTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The whole text.
  public let text: String
  /// The offset of the fault, counted in Unicode scalars from 0.
  public let offset: Int
  /// The problem as a sentence without a full stop.
  public let problem: String
  /// The likely meant word, if one is near.
  public let suggestion: String?

  /// Creates a value by its parts, which are the properties of the same names.
  public init(text: String, offset: Int, problem: String, suggestion: String? = nil) {
    self.text = text
    self.offset = offset
    self.problem = problem
    self.suggestion = suggestion
  }

  /// One line: the problem, its place, the likely meant word.
  public var message: String {
    problem + " at character \(offset + 1)" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }

  /// The message, the text under it, and a caret under the place.
  public var description: String {
    let line = String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\t" ? " " : $0 }))
    return message + "\n  " + line + "\n  " + String(repeating: " ", count: offset) + "^"
  }
}

/// Shares written in percent without losing a bit: the decimal point moves, the digits stay.
enum Percentage {
  /// The share as a decimal number of percent, such as `75.0` for 0.75.
  static func text(_ share: Double) -> String {
    let shortest = "\(share)"
    if let mark = shortest.firstIndex(of: "e"), let exponent = Int(shortest[shortest.index(after: mark)...]) {
      return "\(shortest[..<mark])e\(exponent + 2)"
    }
    let sign = shortest.hasPrefix("-") ? "-" : ""
    let parts = shortest.dropFirst(sign.count).split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let padded = fraction + String(repeating: "0", count: max(0, 3 - fraction.count))
    let whole = (parts[0] + padded.prefix(2)).drop { $0 == "0" }
    return sign + (whole.isEmpty ? "0" : whole) + "." + padded.dropFirst(2)
  }

  /// The share nearest to a decimal number of percent; nil if it is not a number.
  static func share(_ text: String) -> Double? {
    let mark = text.firstIndex { $0 == "e" || $0 == "E" }
    guard let mark else { return Double(text + "e-2") }
    return Int(text[text.index(after: mark)...]).flatMap { Double("\(text[..<mark])e\($0 - 2)") }
  }
}
