/// Arithmetic, parsed: steps in the order in which they are taken, each of which leaves an amount on a stack.
struct Expression: Sendable {
  enum Operation: Sendable {
    case amount(Amount)
    case variable(String)
    case negate, add, subtract, multiply, divide, power
    case call(ArithmeticFunction, arguments: Int)
  }

  struct Step: Sendable {
    var operation: Operation
    /// The range in the text, in Unicode scalars.
    var range: Range<Int>
  }

  private(set) var steps: [Step] = []

  mutating func add(_ operation: Operation, _ range: Range<Int>) {
    steps.append(Step(operation: operation, range: range))
  }

  var variables: [(name: String, range: Range<Int>)] {
    steps.compactMap { step in
      if case .variable(let name) = step.operation { return (name, step.range) }
      return nil
    }
  }

  /// Computes the value of the expression.
  ///
  /// - Parameter values: Of every variable that it names.
  func value(_ values: [String: Amount]) throws(ArithmeticError) -> Amount {
    var stack: [Amount] = []
    for step in steps {
      switch step.operation {
      case .amount(let amount): stack.append(amount)
      case .variable(let name):
        guard let value = values[name] else {
          throw ArithmeticError(message: "there is no variable '\(name)'", range: step.range)
        }
        stack.append(value)
      case .negate: stack[stack.count - 1].value.negate()
      case .call(let function, let count):
        let result = try function.value(Array(stack.suffix(count)), step.range)
        stack.removeLast(count)
        stack.append(try Self.finite(result, step.range))
      default:
        let (b, a) = (stack.removeLast(), stack.removeLast())
        stack.append(try Self.finite(Self.combine(step, a, b), step.range))
      }
    }
    return stack[0]
  }

  private static func combine(_ step: Step, _ a: Amount, _ b: Amount) throws(ArithmeticError) -> Amount {
    switch step.operation {
    case .add: return Amount(value: a.value + b.value, dimension: try common("+", a, b, step.range))
    case .subtract: return Amount(value: a.value - b.value, dimension: try common("-", a, b, step.range))
    case .multiply: return Amount(value: a.value * b.value, dimension: a.dimension + b.dimension)
    case .divide:
      guard b.value != 0 else { throw ArithmeticError(message: "this divides by 0", range: step.range) }
      return Amount(value: a.value / b.value, dimension: a.dimension - b.dimension)
    default: return try ArithmeticFunction.power(a, b, step.range)
    }
  }

  /// Returns the dimension of both: a plain number is taken in the plain unit of the other.
  static func common(_ name: String, _ a: Amount, _ b: Amount, _ range: Range<Int>)
    throws(ArithmeticError) -> Dimension
  {
    if a.dimension == b.dimension || b.dimension == .none { return a.dimension }
    if a.dimension == .none { return b.dimension }
    if a.dimension.agrees(with: b.dimension) { return a.dimension.angle != 0 ? a.dimension : b.dimension }
    throw ArithmeticError(
      message: "'\(name)' takes what measures the same, not \(a.dimension.noun) and \(b.dimension.noun)",
      range: range)
  }

  private static func finite(_ amount: Amount, _ range: Range<Int>) throws(ArithmeticError) -> Amount {
    if amount.value.isFinite { return amount }
    throw ArithmeticError(message: "the result is not a finite number", range: range)
  }
}

/// Parses arithmetic: numbers with units, variables, `+ - * / ^`, brackets and functions.
///
/// A unit follows its number, so a variable may have a unit's name: `2 g` is two grams, `2 * g` twice the
/// variable.
struct ExpressionParser {
  private let text: [Unicode.Scalar]
  private let pointsPerMeter: Double?
  private var at = 0
  private var depth = 0
  private var expression = Expression()

  /// The largest depth of brackets, functions and signs within each other.
  static let maxDepth = 40
  static let constants: [String: Double] = ["pi": .pi]

  static func parse(_ text: String, pointsPerMeter: Double?) throws(ArithmeticError) -> Expression {
    var parser = ExpressionParser(text: Array(text.unicodeScalars), pointsPerMeter: pointsPerMeter)
    try parser.sum()
    try parser.expectEnd()
    return parser.expression
  }

  private init(text: [Unicode.Scalar], pointsPerMeter: Double?) {
    self.text = text
    self.pointsPerMeter = pointsPerMeter
  }

  // MARK: - Grammar

  private mutating func sum() throws(ArithmeticError) {
    try product()
    while let (sign, range) = take("+", "-", "−") {
      try product()
      expression.add(sign == "+" ? .add : .subtract, range)
    }
  }

  private mutating func product() throws(ArithmeticError) {
    try signed()
    while let (sign, range) = take("*", "/", "×", "·", "÷") {
      try signed()
      expression.add(sign == "/" || sign == "÷" ? .divide : .multiply, range)
    }
  }

  private mutating func signed() throws(ArithmeticError) {
    try nest()
    defer { depth -= 1 }
    guard let (sign, range) = take("-", "+", "−") else { return try power() }
    if let (_, second) = take("-", "+", "−") { throw error("two signs stand in a row here", second) }
    try signed()
    if sign != "+" { expression.add(.negate, range) }
  }

  private mutating func power() throws(ArithmeticError) {
    try primary()
    guard let (_, range) = take("^") else { return }
    // From the right, as on paper: 2^3^2 is 2^9.
    try signed()
    expression.add(.power, range)
  }

  private mutating func primary() throws(ArithmeticError) {
    skipBlanks()
    guard at < text.count else { throw missing("a number or a name") }
    if take("(") != nil {
      try sum()
      guard take(")") != nil else { throw missing("')'") }
      return
    }
    if try number() { return }
    guard let name = word() else {
      throw error("'\(Excerpts.short(String(text[at])))' cannot stand here", at..<at + 1)
    }
    let range = at - name.unicodeScalars.count..<at
    if take("(") != nil {
      try call(name, range)
    } else if let value = Self.constants[name] {
      expression.add(.amount(Amount(value: value)), range)
    } else {
      expression.add(.variable(name), range)
    }
  }

  private mutating func call(_ name: String, _ range: Range<Int>) throws(ArithmeticError) {
    guard let function = ArithmeticFunction(rawValue: name) else {
      let names = ArithmeticFunction.allCases.map(\.rawValue)
      throw ArithmeticError(
        message: "there is no function '\(Excerpts.short(name))'",
        hint: Nearest.word(to: name, in: names).map { "did you mean '\($0)'?" }
          ?? "functions: " + names.joined(separator: ", "), range: range)
    }
    var count = 0
    if take(")") == nil {
      repeat {
        try sum()
        count += 1
      } while take(",", ";") != nil
      guard take(")") != nil else { throw missing("')'") }
    }
    let (counts, signature) = function.takes
    guard counts.contains(count) else {
      throw ArithmeticError(
        message: "'\(name)' takes \(signature), not \(count == 1 ? "1 value" : "\(count) values")",
        range: range)
    }
    expression.add(.call(function, arguments: count), range)
  }

  // MARK: - Words

  private mutating func number() throws(ArithmeticError) -> Bool {
    let rest = text[at...].prefix(400)
    guard rest.first != "-", rest.first != "+", let length = NumberText.length(ascii(rest)),
      let value = NumberText.number(String(String.UnicodeScalarView(text[at..<at + length])))
    else { return false }
    let start = at
    at += length
    guard value.isFinite else { throw error("this number is too large", start..<at) }
    expression.add(.amount(try measured(value, from: start)), start..<at)
    return true
  }

  /// Bytes for the number's own text, which is ASCII; anything else ends it.
  private func ascii(_ scalars: ArraySlice<Unicode.Scalar>) -> [UInt8] {
    scalars.map { $0.isASCII ? UInt8($0.value) : 0xFF }
  }

  /// A number with the unit that follows it, if one does.
  private mutating func measured(_ value: Double, from start: Int) throws(ArithmeticError) -> Amount {
    let end = at
    skipBlanks()
    guard at < text.count else { return Amount(value: value) }
    guard let (unit, quantity, length) = ArithmeticUnits.unit(at: at, in: text) else {
      if Self.isLetter(text[at]) {
        let wordStart = at
        let name = word() ?? ""
        throw ArithmeticError(
          message: "'\(Excerpts.short(name))' is no unit",
          hint: "a variable is multiplied: \(String(String.UnicodeScalarView(text[start..<end]))) * \(name)",
          range: wordStart..<at, isUnit: at == text.count)
      }
      at = end
      return Amount(value: value)
    }
    let range = at..<at + length
    at += length
    guard let scaled = unit.plain(value, pointsPerMeter: pointsPerMeter) else {
      throw ArithmeticError(
        message: "'\(unit.name)' has metres in it, and the world does not say how many points make one",
        hint: "add it to the world, such as world: {pointsPerMeter: 100}", range: range)
    }
    return Amount(value: scaled, dimension: quantity.dimension)
  }

  private mutating func word() -> String? {
    guard at < text.count, Self.isLetter(text[at]) else { return nil }
    let start = at
    while at < text.count, Self.isLetter(text[at]) || ("0"..."9").contains(text[at]) || text[at] == "_" {
      at += 1
    }
    return String(String.UnicodeScalarView(text[start..<at]))
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  // MARK: - Small steps

  private mutating func take(_ marks: Unicode.Scalar...) -> (Unicode.Scalar, Range<Int>)? {
    skipBlanks()
    guard at < text.count, marks.contains(text[at]) else { return nil }
    at += 1
    return (text[at - 1], at - 1..<at)
  }

  private mutating func skipBlanks() {
    while at < text.count, text[at] == " " || text[at] == "\n" || text[at] == "\t" { at += 1 }
  }

  private mutating func nest() throws(ArithmeticError) {
    depth += 1
    if depth > Self.maxDepth {
      throw error("brackets and signs are more than \(Self.maxDepth) deep here", at..<at + 1)
    }
  }

  private mutating func expectEnd() throws(ArithmeticError) {
    skipBlanks()
    guard at < text.count else { return }
    let start = at
    if let name = word() {
      let isUnit = ArithmeticUnits.unit(at: start, in: text) != nil
      throw ArithmeticError(
        message: "an operator is missing before '\(Excerpts.short(name))'",
        hint: isUnit ? "a unit follows a number: write * 1 \(name)" : "write * \(name) to multiply",
        range: start..<at)
    }
    if text[at] == ")" { throw error("this ')' closes nothing", at..<at + 1) }
    let isNumber = ("0"..."9").contains(text[at])
    throw error(
      isNumber
        ? "an operator is missing before this number"
        : "'\(Excerpts.short(String(text[at])))' cannot stand here", at..<at + 1)
  }

  private func missing(_ what: String) -> ArithmeticError {
    error("\(what) is missing here", min(at, text.count - 1)..<max(text.count, 1))
  }

  private func error(_ message: String, _ range: Range<Int>) -> ArithmeticError {
    ArithmeticError(message: message, range: range)
  }
}

/// An error in arithmetic, and where it is in the text.
struct ArithmeticError: Error {
  var message: String
  var hint: String?
  /// The range in Unicode scalars of the text.
  var range: Range<Int>
  /// Is true if a number is followed by a word that is no unit, and nothing else: then the key says which
  /// units it takes.
  var isUnit = false
}
