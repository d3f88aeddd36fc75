import Foundation
import TumbleFiles
import Yams

/// One file being read: what was found so far, and what units mean in it.
final class Reading {
  /// The errors and warnings so far.
  var found: DiagnosticList
  /// The variables that are known before anything else is read.
  var scope = NumberScope()
  /// The variables that numbers name.
  var usedVariables: Set<String> = []
  /// The settings from outside of what the scene calls a control, in order.
  var controlSettings: [SceneSetting] = []
  /// The dimensions of numbers that have a unit and are held against a channel, by the places of their
  /// values.
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
  /// Is true if so much is wrong that more of it need not be looked for.
  var isFull: Bool { found.isFull }

  func error(_ place: SourcePlace, _ message: String, hint: String? = nil) {
    found.error(place, message, hint: hint)
  }

  /// Reports an error where there is no value because of it.
  func refuse<Value>(_ place: SourcePlace, _ message: String, hint: String? = nil) -> Value? {
    error(place, message, hint: hint)
    return nil
  }

  /// Reports an error where something is not as it must be because of it.
  func refuse(_ place: SourcePlace, _ message: String, hint: String? = nil) -> Bool {
    error(place, message, hint: hint)
    return false
  }

  func warn(_ place: SourcePlace, _ message: String, hint: String? = nil) {
    found.warn(place, message, hint: hint)
  }

  /// Returns where something was given before.
  func given(_ place: SourcePlace) -> String {
    let file = place.file == 0 ? "" : " of " + found.name(of: place.file)
    return "it was given before in line \(place.line), column \(place.column)\(file)"
  }

  /// The hint `did you mean …?`, for as many mistakes as will be shown.
  func didYouMean(_ word: String, _ candidates: some Collection<String>) -> String? {
    nearest(word, candidates).map { "did you mean '\(Excerpts.short($0))'?" }
  }

  func nearest(_ word: String, _ candidates: some Collection<String>) -> String? {
    suggestions -= candidates.count
    return suggestions >= 0 ? Nearest.word(to: word, in: candidates) : nil
  }
}

extension Reading {
  /// Returns the place of a value.
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
  /// Is true if it is quoted, or a block: a text, whatever is in it.
  var isText: Bool { isQuoted || style == .literal || style == .folded }
}

// What numbers refer to, worked out before the first of them is read.
extension Reading {
  /// The most variables of a scene.
  static let maxVariables = 1000

  /// - Parameter files: Those that make the scene, its own last: of what two of them give, the later one's
  ///   counts.
  /// - Returns: The settings as they are taken: a bare number has the unit that the scene gives the
  ///   variable's own.
  func prepareScope(_ files: [IncludedFiles.File], settings: [SceneSetting]) -> [SceneSetting] {
    for file in files {
      if let value = Self.pointsPerMeter(file.root) { scope.pointsPerMeter = value }
    }
    var definitions: [Variables.Definition] = []
    var indices: [String: Int] = [:]
    for file in files {
      self.file = file.number
      for definition in self.definitions(file.root) {
        if let index = indices[definition.name] {
          definitions[index] = definition
        } else if definitions.count < Self.maxVariables {
          indices[definition.name] = definitions.count
          definitions.append(definition)
        } else {
          error(definition.place, "the scene has more than \(Self.maxVariables) variables")
          return settings
        }
      }
    }
    let controls = settings.isEmpty ? [] : files.flatMap { Self.controlIDs($0.root) }
    var taken = settings
    for (number, setting) in settings.enumerated() where !SettingTarget(setting.name).isProperty {
      guard let index = indices[setting.name] else {
        if controls.contains(setting.name) {
          controlSettings.append(setting)
        } else {
          tellUnknown(setting, definitions.map(\.name), controls)
        }
        continue
      }
      if NumberText.number(setting.value) != nil, let unit = Self.unit(of: definitions[index].text) {
        taken[number].value += " " + unit
        found.note(
          SourcePlace(),
          "--set \(Excerpts.short("\(setting)")): taken in \(unit), the unit that '\(setting.name)' has in "
            + "the scene")
      }
      definitions[index].text = taken[number].value
      (definitions[index].isSet, definitions[index].isBroken) = (true, false)
    }
    scope.variables = Variables(definitions, pointsPerMeter: scope.pointsPerMeter) { definition, wrong in
      if definition.isSet {
        let shown = Excerpts.short("\(definition.name)=\(definition.text)")
        error(SourcePlace(), "--set \(shown): \(wrong.message)", hint: wrong.hint)
      } else {
        tell(wrong, in: definition.text, isQuoted: definition.isQuoted, at: definition.place)
      }
    } using: {
      usedVariables.insert($0)
    }
    defined = definitions
    return taken
  }

  /// The unit behind a number; nil for one without, and for arithmetic.
  static func unit(of text: String) -> String? {
    guard let length = NumberText.length(text.utf8) else { return nil }
    let rest = text.utf8.dropFirst(length).drop { $0 == UInt8(ascii: " ") }
    let scalars = Array(String(decoding: rest, as: UTF8.self).unicodeScalars)
    guard let (unit, _, count) = ArithmeticUnits.unit(at: 0, in: scalars), count == scalars.count else {
      return nil
    }
    return unit.name
  }

  private func tellUnknown(_ setting: SceneSetting, _ variables: [String], _ controls: [String]) {
    let lists = [("variables", variables), ("controls", controls)].filter { !$0.1.isEmpty }
    error(
      SourcePlace(),
      "--set \(Excerpts.short("\(setting)")): there is no variable\(controls.isEmpty ? "" : " or control") "
        + "'\(Excerpts.short(setting.name))'",
      hint: didYouMean(setting.name, variables + controls)
        ?? (lists.isEmpty
          ? "the scene has no variables"
          : lists.map { "\($0): " + $1.prefix(12).joined(separator: ", ") }.joined(separator: "; ")))
  }

  /// The ids of a file's controls, before they are read: enough to tell a setting of one from a mistake.
  private static func controlIDs(_ root: Node) -> [String] {
    guard case .mapping(let mapping) = root, case .sequence(let controls)? = mapping["controls"] else {
      return []
    }
    return controls.prefix(Scene.Control.maxControls).compactMap { control in
      guard case .mapping(let mapping) = control, case .scalar(let id)? = mapping["id"] else { return nil }
      return id.string
    }
  }

  /// Variables that are anything but names with arithmetic are reported when the mapping is read as a whole.
  private func definitions(_ root: Node) -> [Variables.Definition] {
    guard case .mapping(let mapping) = root, case .mapping(let variables)? = mapping["variables"] else {
      return []
    }
    var definitions: [Variables.Definition] = []
    for (keyNode, valueNode) in variables {
      guard case .scalar(let key) = keyNode, idError(key.string) == nil else { continue }
      if let problem = Self.problem(withVariable: key.string) {
        error(place(of: keyNode), problem)
        continue
      }
      var definition = Variables.Definition(name: key.string, text: "", place: place(of: valueNode))
      if case .scalar(let value) = valueNode, !value.string.isEmpty {
        (definition.text, definition.isQuoted) = (value.string, value.isText)
      } else {
        definition.isBroken = true
      }
      definitions.append(definition)
    }
    return definitions
  }

  private static func problem(withVariable name: String) -> String? {
    if name.contains("-") { return "'-' is minus in arithmetic: a variable's name has none; write '_'" }
    if ArithmeticFunction(rawValue: name) != nil { return "'\(name)' is a function, and no variable's name" }
    if ExpressionParser.constants[name] != nil { return "'\(name)' has a value of its own already" }
    return nil
  }

  /// Needed before the first quantity is read, wherever in the file it stands; a wrong one is reported in its
  /// turn.
  private static func pointsPerMeter(_ root: Node) -> Double? {
    guard case .mapping(let mapping) = root, case .mapping(let world)? = mapping["world"],
      case .scalar(let scalar)? = world["pointsPerMeter"], let value = NumberText.number(scalar.string)
    else { return nil }
    return value >= 1e-6 && value <= 1e6 ? value : 1
  }

  /// Warns of variables of the scene's own file that nothing refers to.
  func findUnusedVariables() {
    for definition in defined where definition.place.file == 0 && !usedVariables.contains(definition.name) {
      warn(definition.place, "the variable '\(definition.name)' is never used")
    }
  }
}

// What is read again while the scene runs, where no variable is known, has numbers in place of arithmetic.
extension Reading {
  /// A value of a type as it was written, arithmetic worked out.
  ///
  /// - Parameter isColor: Whether what an animation moves is a color, so that its values are words.
  func resolved(_ node: Node, _ type: ValueType, isColor: Bool = false) -> Node {
    switch (node, type) {
    case (_, .animated) where isColor: return node
    case (.scalar(let scalar), .number), (.scalar(let scalar), .count), (.scalar(let scalar), .animated),
      (.scalar(let scalar), .vector), (.scalar(let scalar), .scale), (.scalar(let scalar), .direction):
      return resolved(scalar.string).map { Node($0) } ?? node
    case (.sequence(let list), .list(let element, _, _)):
      return Node(list.map { resolved($0, element, isColor: isColor) })
    case (.sequence(let list), .vector), (.sequence(let list), .scale), (.sequence(let list), .direction),
      (.sequence(let list), .animated):
      return Node(list.map { resolved($0, .animated) })
    case (.scalar, .list(let element, _, true)): return resolved(node, element)
    case (.mapping(let mapping), .record(let name, _)), (.mapping(let mapping), .source(let name)):
      let section = name.section
      let word = section.chooser.flatMap { mapping[$0]?.scalar?.string }
      let target = mapping["of"]?.scalar.flatMap { try? AnimationTarget(parsing: $0.string) }
      let isColor = target.map { $0.property.traits.kind == .color } ?? isColor
      return Node(
        mapping.map { key, value in
          let type = key.scalar.flatMap { section.key($0.string, for: word)?.type }
          return (key, type.map { resolved(value, $0, isColor: isColor) } ?? value)
        })
    case (_, .record(let name, let short?)):
      return name.section.key(short, for: nil).map { resolved(node, $0.type) } ?? node
    case (.mapping(let mapping), .names(let type)):
      return Node(mapping.map { ($0.key, resolved($0.value, type)) })
    default: return node
    }
  }

  /// Numbers and texts as they are written, arithmetic worked out; nil for other values.
  func resolved(_ located: Located) -> FormatNode? {
    switch located.value {
    case .raw(let node): node.word.flatMap(resolved).map { .plain($0) } ?? node
    case .list(let list): .list(list.compactMap(resolved))
    default: nil
    }
  }

  /// The number that arithmetic comes to, in the plain unit; nil for a number as it is, and for what is no
  /// arithmetic.
  private func resolved(_ text: String) -> String? {
    guard NumberText.number(text) == nil, !isSingleNumber(text) else { return nil }
    let amount = try? scope.variables.amount(of: text, pointsPerMeter: scope.pointsPerMeter) {
      usedVariables.insert($0)
    }
    return amount.flatMap { $0 }.map { "\($0.value)" }
  }

  /// Returns true if a computed point lies where things can be; reported if not.
  func isReached(_ point: Vector, _ place: SourcePlace, _ what: @autoclosure () -> String) -> Bool {
    Bounds.any.contains(point.x) && Bounds.any.contains(point.y)
      || refuse(place, "\(what()) lies beyond 10⁹ points")
  }

  /// Returns true if a computed angle, in radians, is within its bounds; reported if not.
  func isTurnable(_ angle: Double, _ place: SourcePlace, _ what: @autoclosure () -> String) -> Bool {
    Bounds.any.contains(angle) || refuse(place, "\(what()) is more than 10⁹ radians")
  }
}
