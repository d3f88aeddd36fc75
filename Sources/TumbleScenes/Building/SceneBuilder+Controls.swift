extension SceneBuilder {
  func readControls() {
    var count = 0
    for record in root.records("controls") where !reading.isFull {
      guard let id = record.text("id"), names.claim(record, among: "control") else { continue }
      if reading.scope.variables.knows(id) {
        reading.error(
          record.place("id"), "'\(id)' is a variable already",
          hint: "--set \(id)=… would not know which of the two is meant")
        continue
      }
      guard !record.isBroken else { continue }
      let properties = record.list("property").compactMap { controlled($0) }
      guard let widget = controlWidget(record, of: properties.first?.example) else { continue }
      count += properties.reduce(0) { $0 + $1.paths.count }
      guard count <= Self.maxControlled else {
        return reading.error(
          record.place("property"), "the controls set more than \(Self.maxControlled) properties")
      }
      var control = Scene.Control(id: id, widget, of: properties.flatMap(\.paths))
      (control.title, control.help) = (record.value("title"), record.value("help"))
      let isSound = properties.allSatisfy { tryOut(control, on: $0.example, record, at: $0.place) }
      guard isSound, properties.count == record.list("property").count else { continue }
      add(control, from: record)
    }
  }

  private static let maxControlled = 2000

  /// - Parameter property: A property that it sets.
  private func controlWidget(_ record: Record, of property: String?) -> Scene.Control.Widget? {
    if record.has("slider") {
      guard let ends = record.vector("slider") else { return nil }
      guard ends.x < ends.y else {
        return reading.refuse(
          record.place("slider"), "a slider goes from a lesser number to a greater one",
          hint: ends.x > ends.y ? "write [\(ends.y.shortText), \(ends.x.shortText)]" : nil)
      }
      let unit: String = record.value("unit")
      guard unit.isEmpty || Quantity.isUnit(unit) else {
        let known = Quantity.allCases.flatMap { $0.units.map(\.name) }
        return reading.refuse(
          record.place("unit"), "there is no unit '\(Excerpts.short(unit))'",
          hint: reading.didYouMean(unit, known) ?? "such as deg, kg or pt/s")
      }
      return .slider(ends.x...ends.y, step: record.number("step"), unit: unit)
    }
    for key in ["step", "unit"] where record.has(key) {
      return reading.refuse(record.place(key), "only a slider has '\(key)'")
    }
    if record.has("switch") {
      let values = record.list("switch").compactMap { settable($0, property) }.map(\.flow)
      return values.count == 2 ? .toggle(off: values[0], on: values[1]) : nil
    }
    let options = record.names("choice").compactMap { named in
      settable(named.value, property).map { Scene.Control.Option(named.name, $0.flow) }
    }
    guard options.count >= 2 else {
      return reading.refuse(record.place("choice"), "a choice has two values at least")
    }
    return .choice(options)
  }

  private func settable(_ located: Located, _ property: String?) -> FormatNode? {
    let parts = property?.split(separator: ".", maxSplits: 1).map(String.init) ?? []
    let start = EventBodies(.time(at: 0, every: nil))
    guard parts.count == 2, variable(located) != nil,
      let model = trial(of: parts[0], start, at: located.place)
    else { return reading.resolved(located) }
    return settable(located, parts[0], parts[1], in: model)
  }

  /// The name of a variable that a value is; nil for any other value.
  private func variable(_ located: Located) -> FormatNode? {
    guard case .raw(let node) = located.value, let word = node.word, reading.scope.variables.knows(word)
    else { return nil }
    return node
  }

  /// Returns what a property is set to, arithmetic worked out. A variable may have the name of a word that
  /// the property takes, which is then meant.
  func settable(_ located: Located, _ owner: String, _ path: String, in model: SceneModel) -> FormatNode? {
    guard let node = variable(located) else { return reading.resolved(located) }
    var trial = model
    let isWord = (try? trial.apply(.set(model.object(named: owner), path: path, value: node.flow))) != nil
    return isWord ? node : reading.resolved(located)
  }

  /// A property that a control names: of each body of a repeater, and one of them to try values on.
  private func controlled(_ located: Located) -> (paths: [String], example: String, place: SourcePlace)? {
    guard let text = located.text else { return nil }
    guard let dot = text.firstIndex(of: "."), dot != text.startIndex else {
      return reading.refuse(
        located.place, "'\(Excerpts.short(text))' is not a property", hint: Self.propertyHint)
    }
    guard let bodies = names.repeaters[String(text[..<dot])] else { return ([text], text, located.place) }
    let paths = bodies.map { scene.bodies[$0].id + text[dot...] }
    return paths.first.map { (paths, $0, located.place) }
  }

  static let propertyHint = """
    the id of a body, a joint, a field, a fluid or an emitter and a key with a dot between, such as \
    lamp.opacity
    """

  /// Returns true if a property can be what a control sets it to; what cannot is reported.
  private func tryOut(_ control: Scene.Control, on property: String, _ record: Record, at place: SourcePlace)
    -> Bool
  {
    let dot = property.firstIndex(of: ".") ?? property.startIndex
    let (owner, path) = (String(property[..<dot]), String(property[property.index(after: dot)...]))
    guard let model = trial(of: owner, EventBodies(.time(at: 0, every: nil)), at: place) else { return false }
    for (value, key) in control.trials {
      guard let text = control.text(for: value) else { continue }
      var trial = model
      do throws(EditRefusal) {
        try Self.checkSettable(owner, path)
        _ = try trial.apply(.set(trial.object(named: owner), path: path, value: text))
      } catch {
        let isPath = error.message.contains("has no") || error.message.contains("of a world that runs")
        let isFraction = error.message.contains("whole number") && value != value.rounded()
        return reading.refuse(
          isPath ? place : record.place(key),
          "'\(Excerpts.short(property))' cannot be \(text): \(error.message)",
          hint: error.hint ?? (isFraction ? "give the slider step: 1" : nil))
      }
    }
    return true
  }

  // MARK: - What they are set to

  /// Sets controls to what the file and who runs it say.
  func applySettings() {
    guard !reading.hasErrors else { return }
    var given: [(setting: SceneSetting, place: SourcePlace?)] = []
    for named in root.names("set") {
      guard case .raw(let node) = named.value.value, let text = node.word else { continue }
      guard scene.controls.contains(where: { $0.id == named.name }) else {
        reading.error(
          named.place, "there is no control '\(named.name)'",
          hint: reading.didYouMean(named.name, scene.controls.map(\.id)))
        continue
      }
      given.append((SceneSetting(name: named.name, value: text), named.value.place))
    }
    given += reading.controlSettings.map { ($0, nil) }
    guard !given.isEmpty, !reading.hasErrors else { return }
    var model = SceneModel(scene)
    for (setting, place) in given {
      guard let control = scene.controls.first(where: { $0.id == setting.name }) else { continue }
      do throws(EditRefusal) {
        let value = try control.value(
          saying: setting.value, scope: reading.scope, used: { reading.usedVariables.insert($0) })
        try model.set(control: setting.name, to: value)
      } catch {
        let shown = place == nil ? "--set \(Excerpts.short("\(setting)")): " : ""
        reading.error(place ?? SourcePlace(), shown + error.message, hint: error.hint)
      }
    }
    if !reading.hasErrors { scene = model.scene }
  }
}

extension Scene.Control {
  /// Values to try, with the keys that give them: the ends, and one between them.
  fileprivate var trials: [(Double, key: String)] {
    switch widget {
    case .slider(let range, let step, _):
      let width = range.upperBound - range.lowerBound
      let between = step.map { min($0, width) } ?? width * 0.381966
      return [
        (range.lowerBound, "slider"), (range.upperBound, "slider"), (range.lowerBound + between, "slider"),
      ]
    case .toggle: return [(0, "switch"), (1, "switch")]
    case .choice(let options): return options.indices.map { (Double($0), "choice") }
    }
  }

  /// The value that a text means: a number for a slider, `on` or `off`, the name of an option.
  func value(saying text: String, scope: NumberScope, used: (String) -> Void) throws(EditRefusal) -> Double {
    switch widget {
    case .slider(_, _, let unit): return try number(text, unit: unit, scope: scope, used)
    case .toggle:
      switch text {
      case "on", "true", "yes", "1": return 1
      case "off", "false", "no", "0": return 0
      default: throw EditRefusal("'\(id)' is on or off, not '\(Excerpts.short(text))'")
      }
    case .choice(let options):
      if let place = options.firstIndex(where: { $0.name == text }) { return Double(place) }
      throw EditRefusal(
        "'\(id)' has no choice '\(Excerpts.short(text))'",
        hint: Nearest.word(to: text, in: options.map(\.name)).map { "did you mean '\($0)'?" }
          ?? "its choices: " + options.map(\.name).joined(separator: ", "))
    }
  }

  /// Reads a value that a person typed, where no variables are known.
  ///
  /// - Throws: `EditRefusal` for what it cannot be.
  package func value(typed text: String, pointsPerMeter: Double?) throws(EditRefusal) -> Double {
    var scope = NumberScope()
    scope.pointsPerMeter = pointsPerMeter
    let text = text.replacing("−", with: "-")
    if case .slider = widget {
      guard text.contains(where: { !$0.isWhitespace }) else { throw EditRefusal("a number is missing") }
      let words = try? ExpressionParser.parse(text, pointsPerMeter: pointsPerMeter).variables
      if let word = words?.first?.name { throw EditRefusal("'\(Excerpts.short(word))' is no number") }
    }
    return try value(saying: text, scope: scope) { _ in }
  }

  private func number(
    _ text: String, unit: String, scope: NumberScope, _ used: (String) -> Void
  ) throws(EditRefusal) -> Double {
    func amount(_ text: String) throws(EditRefusal) -> Amount {
      do {
        let amount = try scope.variables.amount(of: text, pointsPerMeter: scope.pointsPerMeter, used: used)
        return amount ?? Amount(value: .nan)
      } catch {
        throw EditRefusal(error.message, hint: error.hint)
      }
    }
    var said = try amount(text)
    if said.dimension != .none, !unit.isEmpty {
      let measure = try amount("1 \(unit)")
      guard said.dimension.agrees(with: measure.dimension) else {
        throw EditRefusal(
          "'\(id)' is measured in \(unit), and '\(Excerpts.short(text))' is \(said.dimension.noun)")
      }
      said.value /= measure.value
    }
    if let refusal = refusal(of: said.value) { throw EditRefusal("'\(id)' \(refusal)") }
    return said.value
  }
}

extension SceneBuilder {
  func readGraphs() {
    for record in root.records("graph") {
      let channels = record.texts("channels").filter { isChannel($0, at: $1) }.map(\.text)
      var graph = Scene.Graph(title: record.value("title"), channels: channels)
      if let range = record.vector("range") {
        if range.x < range.y {
          graph.range = range.x...range.y
        } else {
          reading.error(record.place("range"), "a range goes from its least to its greatest value")
        }
      }
      graph.thresholds = record.list("thresholds").compactMap(\.number)
      if let speed = record.number("hits") { graph.hits = .from(speed) }
      if record.text("hits") != nil { graph.hits = .off }
      add(graph, from: record)
    }
  }

  func isChannel(_ name: String, at place: SourcePlace) -> Bool { channelQuantity(name, at: place) != nil }

  /// The quantity of a channel; nil for a word that is none, which is reported. The id of its object is not
  /// known yet: 0 stands for it.
  func channelQuantity(_ name: String, at place: SourcePlace) -> Channel.Quantity? {
    if let quantity = Channel.Quantity(name, object: { self.names.object($0) }) { return quantity }
    let (owner, word) = Channel.Quantity.parts(of: name)
    guard !word.isEmpty else {
      return reading.refuse(
        place, "there is no channel '\(Excerpts.short(name))'",
        hint: reading.didYouMean(name, Channel.common)
          ?? "a channel of the world, such as energy.kinetic, or of a body, such as crate1.y")
    }
    if let object = names.object(owner) {
      let known = Channel.Number.all(of: object.kind).map(\.name)
      return reading.refuse(
        place, "'\(owner)' has no channel '\(Excerpts.short(word))'",
        hint: reading.didYouMean(word, known) ?? "its channels: " + known.joined(separator: ", "))
    }
    let words = Channel.common + names[.body].keys.sorted().prefix(2000).map { $0 + "." + word }
    return reading.refuse(
      place, "there is no channel '\(Excerpts.short(name))'",
      hint: names.repeaterHint(owner) ?? reading.didYouMean(name, words))
  }
}

extension SceneNames {
  /// The object of a name that channels may show, as the first of its kind; nil if there is none.
  fileprivate func object(_ name: String) -> ObjectID? { kind(of: name).flatMap { ObjectID($0, at: 0) } }
}
