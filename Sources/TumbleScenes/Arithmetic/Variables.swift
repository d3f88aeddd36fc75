/// The variables of a scene file, worked out.
struct Variables: Sendable {
  /// One as it was written, or set from outside.
  struct Definition: Sendable {
    var name: String
    var text: String
    var place: SourcePlace
    /// Is true if it stands in quotes or as a block.
    var isQuoted = false
    /// No number and no arithmetic, which is reported elsewhere.
    var isBroken = false
    /// Is true if it was set from outside: `--set NAME=VALUE`.
    var isSet = false
  }

  /// The names in the order of the file.
  private(set) var names: [String] = []
  private(set) var values: [String: Amount] = [:]
  /// The names of variables that are wrong, which has been reported.
  private(set) var broken: Set<String> = []

  init() {}

  /// Works them out, each after those that it names; in whatever order they stand.
  init(
    _ definitions: [Definition], pointsPerMeter: Double?, tell: (Definition, ArithmeticError) -> Void,
    using: (String) -> Void
  ) {
    names = definitions.map(\.name)
    var expressions: [Expression?] = []
    let indices = Dictionary(definitions.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { a, _ in a })
    for definition in definitions {
      guard !definition.isBroken else {
        expressions.append(nil)
        broken.insert(definition.name)
        continue
      }
      do throws(ArithmeticError) {
        let expression = try ExpressionParser.parse(definition.text, pointsPerMeter: pointsPerMeter)
        for (name, range) in expression.variables {
          if indices[name] == nil { throw unknown(name, range) }
          if name != definition.name { using(name) }
        }
        expressions.append(expression)
      } catch {
        expressions.append(nil)
        broken.insert(definition.name)
        tell(definition, error)
      }
    }
    var isDone = [Bool](repeating: false, count: definitions.count)
    for start in definitions.indices where !isDone[start] {
      evaluate(start, definitions, expressions, indices, &isDone, tell)
    }
  }

  /// Works variables out depth first, with a stack of its own: a thousand may depend on each other in a row.
  private mutating func evaluate(
    _ start: Int, _ definitions: [Definition], _ expressions: [Expression?], _ indices: [String: Int],
    _ isDone: inout [Bool], _ tell: (Definition, ArithmeticError) -> Void
  ) {
    var path = [start]
    while let index = path.last {
      let name = definitions[index].name
      guard let expression = expressions[index] else {
        isDone[index] = true
        path.removeLast()
        continue
      }
      let needed = expression.variables.first { indices[$0.name].map { !isDone[$0] } ?? false }
      if let needed, let next = indices[needed.name] {
        guard let first = path.firstIndex(of: next) else {
          path.append(next)
          continue
        }
        let cycle = path[first...].map { definitions[$0].name } + [needed.name]
        tell(
          definitions[index],
          ArithmeticError(
            message: "'\(needed.name)' depends on itself: " + cycle.joined(separator: " → "),
            range: needed.range))
        for member in path[first...] {
          broken.insert(definitions[member].name)
          isDone[member] = true
        }
        path.removeSubrange(first...)
        continue
      }
      path.removeLast()
      isDone[index] = true
      guard !expression.variables.contains(where: { broken.contains($0.name) }) else {
        broken.insert(name)
        continue
      }
      do throws(ArithmeticError) { values[name] = try expression.value(values) } catch {
        broken.insert(name)
        tell(definitions[index], error)
      }
    }
  }

  func knows(_ name: String) -> Bool { values[name] != nil || broken.contains(name) }

  /// Returns the amount of a text; nil if it names a variable that is wrong, which has been reported.
  func amount(of text: String, pointsPerMeter: Double?, used: (String) -> Void = { _ in })
    throws(ArithmeticError) -> Amount?
  {
    let expression = try ExpressionParser.parse(text, pointsPerMeter: pointsPerMeter)
    var isBroken = false
    for (name, range) in expression.variables {
      used(name)
      if broken.contains(name) { isBroken = true } else if values[name] == nil { throw unknown(name, range) }
    }
    return isBroken ? nil : try expression.value(values)
  }

  private func unknown(_ name: String, _ range: Range<Int>) -> ArithmeticError {
    let shown = Excerpts.short(name)
    let constants = Array(ExpressionParser.constants.keys)
    var hint = Nearest.word(to: name, in: names + constants).map { "did you mean '\(Excerpts.short($0))'?" }
    if hint == nil, ArithmeticFunction(rawValue: name) != nil {
      hint = "a function has brackets: \(shown)(…)"
    }
    if hint == nil, Quantity.isUnit(name) { hint = "a unit follows a number, such as 1 \(shown)" }
    hint =
      hint
      ?? (names.isEmpty
        ? "name it first: variables: {\(shown): 10}"
        : "variables: " + names.prefix(12).map { Excerpts.short($0) }.joined(separator: ", "))
    return ArithmeticError(message: "there is no variable '\(shown)'", hint: hint, range: range)
  }
}

/// The dimension of an amount, as powers of length, time, mass and angle. A plain number has none of them.
struct Dimension: Hashable, Sendable {
  /// Each power doubled, so that a square root of a length is one too.
  private var powers: SIMD4<Int>

  var length: Int { powers[0] }
  var time: Int { powers[1] }
  var mass: Int { powers[2] }
  var angle: Int { powers[3] }

  init(length: Int = 0, time: Int = 0, mass: Int = 0, angle: Int = 0) {
    powers = SIMD4(length, time, mass, angle) &* 2
  }

  private init(powers: SIMD4<Int>) { self.powers = powers }

  static let none = Dimension()
  static let angle = Dimension(angle: 1)

  static func + (a: Dimension, b: Dimension) -> Dimension { Dimension(powers: a.powers &+ b.powers) }
  static func - (a: Dimension, b: Dimension) -> Dimension { Dimension(powers: a.powers &- b.powers) }

  /// Returns the dimension of a power; nil if a power of it is no multiple of a half, or is absurdly great.
  func raised(to exponent: Double) -> Dimension? {
    var result = powers
    for place in powers.indices {
      guard let power = Int(exactly: Double(powers[place]) * exponent), abs(power) <= 100 else { return nil }
      result[place] = power
    }
    return Dimension(powers: result)
  }

  /// Returns true if both are the same but for radians: an angle times a length is a length.
  func agrees(with other: Dimension) -> Bool {
    guard length == other.length, time == other.time, mass == other.mass else { return false }
    let isMore = length != 0 || mass != 0
    return angle == other.angle || isMore || (time != 0 && (angle == 0 || other.angle == 0))
  }

  /// Returns true if a value of it can be what a key of that quantity says. A plain number can be anything,
  /// in the plain unit.
  func fits(_ quantity: Quantity) -> Bool {
    let wanted = quantity.dimension
    if self == .none || quantity == .channel { return true }
    // What is counted by the second is not turned by the second.
    if wanted.angle == 0, wanted.length == 0, wanted.mass == 0, angle != 0 { return false }
    return agrees(with: wanted)
  }

  /// Creates the dimension of a channel's unit, such as `kg·pt²/s²`; nil for a unit of no quantity.
  init?(ofUnit unit: String) {
    guard let quantity = Quantity.allCases.first(where: { $0.unit(unit) != nil }) else { return nil }
    self = quantity.dimension
  }

  /// The noun for a sentence: `a length`, `a speed`, `pt^2/s`.
  var noun: String {
    if self == .none { return "a plain number" }
    if let quantity = Quantity.allCases.first(where: { $0.dimension == self }) {
      return Reading.noun(quantity)
    }
    func part(_ sign: Int) -> String {
      [("kg", mass), ("pt", length), ("rad", angle), ("s", time)].filter { $0.1 * sign > 0 }
        .map { name, doubled in
          let power = abs(doubled)
          return name + (power == 2 ? "" : power % 2 == 0 ? "^\(power / 2)" : "^(\(power)/2)")
        }.joined(separator: "*")
    }
    let (above, below) = (part(1), part(-1))
    return (above.isEmpty ? "1" : above) + (below.isEmpty ? "" : "/" + below)
  }
}

extension Quantity {
  /// Returns true for a unit of any quantity.
  package static func isUnit(_ name: String) -> Bool { allCases.contains { $0.unit(name) != nil } }

  /// Radians are left out where lengths are in it: they are a length by a length.
  var dimension: Dimension {
    switch self {
    case .channel, .number, .ratio: .none
    case .length: Dimension(length: 1)
    case .time: Dimension(time: 1)
    case .rate: Dimension(time: -1)
    case .angle: .angle
    case .mass: Dimension(mass: 1)
    case .speed: Dimension(length: 1, time: -1)
    case .spin: Dimension(time: -1, angle: 1)
    case .acceleration: Dimension(length: 1, time: -2)
    case .force: Dimension(length: 1, time: -2, mass: 1)
    case .torque: Dimension(length: 2, time: -2, mass: 1)
    case .impulse: Dimension(length: 1, time: -1, mass: 1)
    case .stiffness: Dimension(time: -2, mass: 1)
    case .damping: Dimension(time: -1, mass: 1)
    case .rotaryStiffness: Dimension(length: 2, time: -2, mass: 1)
    case .rotaryDamping: Dimension(length: 2, time: -1, mass: 1)
    case .density: Dimension(length: -2, mass: 1)
    case .moment: Dimension(length: 2, mass: 1)
    }
  }
}

extension Quantity.Unit {
  /// A number of it in the plain unit; nil where it has meters in it, and the world does not say how many
  /// points make one.
  func plain(_ number: Double, pointsPerMeter: Double?) -> Double? {
    guard meters != 0 else { return number * scale }
    guard let pointsPerMeter else { return nil }
    var scaled = number * scale
    for _ in 0..<abs(meters) { scaled = meters > 0 ? scaled * pointsPerMeter : scaled / pointsPerMeter }
    return scaled
  }
}

/// A number and what it measures, in plain units.
struct Amount: Hashable, Sendable {
  var value: Double
  var dimension = Dimension.none
}

/// The units of all quantities, as they may follow a number in arithmetic.
enum ArithmeticUnits {
  /// The longest first, so that `m/s` is not taken for `m`. Not `/s`, which would take `10 /speed` for a
  /// unit.
  private static let units: [(unit: Quantity.Unit, quantity: Quantity, name: [Unicode.Scalar])] = {
    var seen: Set<String> = []
    let all = Quantity.allCases.flatMap { quantity in quantity.units.map { ($0, quantity) } }
    return all.filter { !$0.0.name.hasPrefix("/") && seen.insert($0.0.name).inserted }
      .map { ($0.0, $0.1, Array($0.0.name.unicodeScalars)) }
      .sorted { $0.2.count > $1.2.count }
  }()

  /// The unit that starts at an offset, and how many Unicode scalars it takes there.
  static func unit(at offset: Int, in text: [Unicode.Scalar]) -> (Quantity.Unit, Quantity, length: Int)? {
    for (unit, quantity, name) in units {
      if let length = match(name, at: offset, in: text) { return (unit, quantity, length) }
    }
    return nil
  }

  private static func match(_ name: [Unicode.Scalar], at offset: Int, in text: [Unicode.Scalar]) -> Int? {
    var (at, index) = (offset, 0)
    while index < name.count {
      guard at < text.count else { return nil }
      if text[at] == name[index] || (text[at] == "·" && name[index] == "*") {
        index += 1
      } else if text[at] == "²", name[index...].starts(with: "^2".unicodeScalars) {
        index += 2
      } else if text[at] == "°", name[index...].starts(with: "deg".unicodeScalars) {
        index += 3
      } else {
        return nil
      }
      at += 1
    }
    // A word goes on: `N*m2` is a force times a variable.
    guard at < text.count, name.last != "%" else { return at - offset }
    let next = text[at]
    let goesOn = ExpressionParser.isLetter(next) || ("0"..."9").contains(next) || next == "_"
    return goesOn ? nil : at - offset
  }
}
