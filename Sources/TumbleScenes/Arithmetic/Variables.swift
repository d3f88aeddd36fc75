import TumbleFrames

/// The variables of a scene file, worked out.
struct Variables: Sendable {
  /// One as it was written, or set from outside.
  struct Definition: Sendable {
    var name: String
    var text: String
    var place: SourcePlace
    /// In quotes or as a block.
    var isQuoted = false
    /// No number and no arithmetic, which is reported elsewhere.
    var isBroken = false
    /// Set from outside: `--set NAME=VALUE`.
    var isSet = false
  }

  /// In the order of the file.
  private(set) var names: [String] = []
  private(set) var values: [String: Amount] = [:]
  /// What is wrong, which has been reported.
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

  /// Depth first, with a stack of its own: a thousand variables may depend on each other in a row.
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
      do throws(ArithmeticError) {
        values[name] = try expression.value(values)
      } catch {
        broken.insert(name)
        tell(definitions[index], error)
      }
    }
  }

  func knows(_ name: String) -> Bool { values[name] != nil || broken.contains(name) }

  /// What a text says; nil where it names a variable that is wrong, which has been reported.
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
    if hint == nil, Quantity.allCases.contains(where: { $0.unit(name) != nil }) {
      hint = "a unit follows a number, such as 1 \(shown)"
    }
    hint =
      hint
      ?? (names.isEmpty
        ? "name it first: variables: {\(shown): 10}"
        : "variables: " + names.prefix(12).map { Excerpts.short($0) }.joined(separator: ", "))
    return ArithmeticError(message: "there is no variable '\(shown)'", hint: hint, range: range)
  }
}
