import TumbleFiles
import Yams

// What numbers refer to, worked out before the first of them is read.
extension Reading {
  /// The most variables of a scene.
  static let maxVariables = 1000

  /// - Parameter files: Those that make the scene, its own last: of what two of them give, the later one's counts.
  /// - Returns: The settings as they are taken: a bare number has the unit that the scene gives the variable's own.
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
          "--set \(Excerpts.short("\(setting)")): taken in \(unit), the unit that '\(setting.name)' has in the scene"
        )
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

  /// Needed before the first quantity is read, wherever in the file it stands; a wrong one is reported in its turn.
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
