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
    /// Where it stands in the text, in Unicode scalars.
    var range: Range<Int>
  }

  private(set) var steps: [Step] = []

  mutating func add(_ operation: Operation, _ range: Range<Int>) {
    steps.append(Step(operation: operation, range: range))
  }

  /// The variables that it names, and where.
  var variables: [(name: String, range: Range<Int>)] {
    steps.compactMap { step in
      if case .variable(let name) = step.operation { return (name, step.range) }
      return nil
    }
  }

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

  /// What both measure: a plain number is taken in the plain unit of the other.
  static func common(_ name: String, _ a: Amount, _ b: Amount, _ range: Range<Int>)
    throws(ArithmeticError) -> Dimension
  {
    if a.dimension == b.dimension || b.dimension == .none { return a.dimension }
    if a.dimension == .none { return b.dimension }
    if a.dimension.agrees(with: b.dimension) {
      return a.dimension.angle != 0 ? a.dimension : b.dimension
    }
    throw ArithmeticError(
      message: "'\(name)' takes what measures the same, not \(a.dimension.noun) and \(b.dimension.noun)",
      range: range)
  }

  private static func finite(_ amount: Amount, _ range: Range<Int>) throws(ArithmeticError) -> Amount {
    if amount.value.isFinite { return amount }
    throw ArithmeticError(message: "the result is not a finite number", range: range)
  }
}
