extension SceneBuilder {
  func readTriggers() {
    let actions = ActionBuilder(self)
    for record in root.records("when") where !reading.isFull {
      guard names.claim(record, among: "trigger") else { continue }
      let event = EventWord.read("event", of: record).flatMap { self.event(record, $0) }
      var list: [Scene.Action] = []
      let sides = EventBodies(event) { names[.emitter][$0] != nil }
      for action in record.records("do") where !reading.isFull {
        tally.actions += 1
        guard tally.actions <= Self.maxActions else {
          return reading.error(action.place, "the triggers have more than \(Self.maxActions) actions")
        }
        if let made = actions.action(action, sides) { list.append(made) }
      }
      guard let event, !record.isBroken else { continue }
      var trigger = Scene.Trigger(id: record.text("id"), event, list)
      trigger.delay = record.value("after")
      trigger.times = record.count("times")
      add(trigger, from: record)
    }
    if !reading.hasErrors { checkSignals() }
  }

  private static let maxActions = 2000

  /// Reads the event of a record.
  ///
  /// - Parameter word: Which event it is.
  func event(_ record: Record, _ word: EventWord) -> Scene.Event? {
    switch word {
    case .began, .ended, .hit:
      let sides = record.list("between").map { bodySelector($0, []) }
      guard sides.count == 2, let first = sides[0], let second = sides[1] else { return nil }
      if word == .hit { return .hit(first, second, above: record.value("above")) }
      return .contact(word == .began ? .began : .ended, first, second)
    case .enters, .leaves:
      let form = record.record("region").flatMap(formInWorld)
      guard let selector = bodies(record), let form else { return nil }
      return .region(Region(covering: form), isEntering: word == .enters, selector)
    case .leavesView: return bodies(record).map { .leavesView($0) }
    case .sleeps, .wakes:
      checkSleep(record)
      return bodies(record).map { word == .sleeps ? .sleeps($0) : .wakes($0) }
    case .breaks: return jointNames(record, "of").map { .breaks($0) }
    case .rises, .falls:
      guard let value = record.number("value"), let channel = simulatedChannel(record, limits: ["value"])
      else { return nil }
      return .crosses(channel: channel, value: value, isRising: word == .rises)
    case .time:
      guard record.has("at") || record.has("every") else {
        return reading.refuse(record.place, "a time needs 'at' or 'every'", hint: "such as at: 4 s")
      }
      let every = record.number("every")
      return (record.number("at") ?? every).map { .time(at: $0, every: every) }
    case .signal: return record.text("name").map { .signal($0) }
    case .finished: return animationNames(record, "of").map { .animationEnded($0, .finished) }
    case .interrupted: return animationNames(record, "of").map { .animationEnded($0, .interrupted) }
    case .pressed, .released:
      guard let key = record.text("key") else { return nil }
      let input = names.resolve(key, at: record.place("key"), among: scene.inputs.byID, what: "input")
      return input.map { .input($0.id, isPressed: word == .pressed) }
    }
  }

  /// The channel of a record, which must be one that the same run gives the same numbers.
  ///
  /// - Parameter limits: Keys whose numbers are compared with it, so that they have to measure the same.
  func simulatedChannel(_ record: Record, limits: [String]) -> String? {
    guard let channel = record.text("channel"),
      let quantity = channelQuantity(channel, at: record.place("channel"))
    else { return nil }
    if case .loop = quantity {
      return reading.refuse(
        record.place("channel"), "'\(channel)' is measured as the scene runs, and another each time",
        hint: "what happens may hang only on what is simulated")
    }
    let unit = Channel(name: channel, quantity: quantity).unit
    let measured = Dimension(ofUnit: unit) ?? .none
    for key in limits {
      let place = record.place(key)
      guard let other = reading.channelDimensions[place]?.first(where: { !$0.agrees(with: measured) }) else {
        continue
      }
      return reading.refuse(
        place, "'\(key)' is \(other.noun), and '\(Excerpts.short(channel))' is \(measured.noun)",
        hint: unit.isEmpty ? "write the number alone" : "its unit is \(unit)")
    }
    return channel
  }

  /// Reports a record that speaks of sleep in a world without.
  func checkSleep(_ record: Record) {
    guard scene.world.sleepAfter == nil else { return }
    reading.error(
      record.section.section.chooser.map(record.place) ?? record.place, "nothing sleeps in this world",
      hint: "give the world sleepAfter, such as sleepAfter: 500 ms")
  }

  /// An outline where its `at` puts it.
  func formInWorld(_ record: Record) -> Form? {
    let place: Vector = record.value("at")
    guard let form = shapes.form(of: record) else { return nil }
    let moved = form.placed(by: Transform(translation: place))
    guard moved.points.allSatisfy({ reading.isReached($0, record.place("at"), "the region") }) else {
      return nil
    }
    return moved
  }

  // MARK: - Names

  func bodies(_ record: Record) -> Scene.BodySelector? { record["of"].flatMap { bodySelector($0, []) } }

  /// Joints by their ids; nil where one is not there, which has then been reported.
  func jointNames(_ record: Record, _ key: String) -> [String]? {
    knownNames(record, key, among: names[.joint], "joint")
  }

  /// The names of a list; nil where one is not known, which has then been reported.
  ///
  /// - Parameters:
  ///   - what: What each is, for messages.
  ///   - others: Names that are known besides.
  func knownNames<T>(
    _ record: Record, _ key: String, among known: [String: T], _ what: String, or others: Set<String> = []
  ) -> [String]? {
    let found = record.texts(key).filter { name, place in
      others.contains(name) || names.resolve(name, at: place, among: known, what: what) != nil
    }
    return found.count == record.list(key).count ? found.map(\.text) : nil
  }

  /// Bodies, shapes and templates by their names.
  ///
  /// - Parameter words: What else may be said: `it` and `other`.
  func bodySelector(_ located: Located, _ words: [String]) -> Scene.BodySelector? {
    guard let list = located.list else { return nil }
    var selector = Scene.BodySelector([])
    var isWhole = true
    for located in list {
      guard let name = located.text else { return nil }
      if name == "anything" {
        selector.isAnything = true
      } else if words.contains(name) {
        selector.names.append(name)
      } else if let found = self.names(of: name, located.place) {
        tally.ruleShapes += found.count
        selector.names += found
      } else {
        isWhole = false
      }
      guard tally.ruleShapes <= reading.limits.ruleShapes else {
        return reading.refuse(
          located.place, "the rules and triggers name more than \(reading.limits.ruleShapes) bodies")
      }
    }
    guard isWhole else { return nil }
    selector.names = selector.isAnything ? [] : selector.names.uniqued()
    return selector
  }

  private func names(of name: String, _ place: SourcePlace) -> [String]? {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let isBody = names.repeaters[parts[0]] != nil || names[.body][parts[0]] != nil
    if !isBody, parts.count == 1, self.parts.hasTemplate(name) {
      return isSpawnable(name, at: place) ? [name] : nil
    }
    if !isBody, Scene.BodySelector.isOfEvent(name) {
      return reading.refuse(
        place, "there is no '\(name)' here",
        hint: "only what happens to bodies has an 'it', and only a touch has an 'other'")
    }
    guard let range = named(parts[0], place) else { return nil }
    guard parts.count == 2 else { return range.map { scene.bodies[$0].id } }
    guard shapes(parts[1], of: parts[0], range, place) != nil else { return nil }
    return range.map { scene.bodies[$0].id + "." + parts[1] }
  }

  /// Makes the body that a template stands for, where something is spawned from it.
  func isSpawnable(_ name: String, at place: SourcePlace) -> Bool {
    if scene.templates.contains(where: { $0.id == name }) { return true }
    guard let template = parts.template(name, at: place), names.claim(name, at: place) else { return false }
    let record = Record(section: .body, place: template.place).completed(by: template)
    let body = self.body(name, record, shapes: shapes.make(of: record).map(\.shape))
    scene.templates.append(body)
    return true
  }

  /// Reads templates that an edit adds or sets: entries of a list, written as bodies are.
  func readTemplates() {
    for record in root.records("templates") {
      guard let id = record.text("id"), names.claim(id, at: record.place("id")) else { continue }
      if record.has("repeat") {
        reading.error(record.place("repeat"), "a template is one body", hint: "triggers make many of it")
      }
      scene.templates.append(body(id, record, shapes: shapes.make(of: record).map(\.shape)))
    }
  }

  /// Keeps the templates to which nothing refers yet, where a body can be made of them, beside those that
  /// something refers to.
  func keepUnusedTemplates() {
    let unused = parts.unusedTemplates.filter { !names.isClaimed($0) }
    if !unused.isEmpty {
      // What is wrong with them, and what they refer to, is not noted here.
      let trial = SceneBuilder(
        root, reading: SceneSnippet.reading(pointsPerMeter: scene.world.pointsPerMeter), pictures: pictures)
      trial.parts.take(groups: parts.groups)
      let nothing = trial.reading.found
      for name in unused {
        (trial.reading.found, trial.tally, trial.scene.templates) = (nothing, Tally(), [])
        guard trial.isSpawnable(name, at: SourcePlace()), !trial.reading.hasErrors else { continue }
        scene.templates += trial.scene.templates
      }
      scene.groups = trial.parts.groups
    }
    // In the file's order, which writing keeps.
    let places = Dictionary(
      root.names("templates").enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    scene.templates.sort { places[$0.id] ?? 0 < places[$1.id] ?? 0 }
  }

  // MARK: - Signals

  private func checkSignals() {
    if let cycle = scene.signalCycle, let first = cycle.first {
      let path = (cycle + [first]).map { scene.name(ofTrigger: $0) }
      reading.error(
        source[Scene.Trigger.self][first].place("name"),
        "\(path[0]) triggers itself within one step: \(path.joined(separator: ", then "))",
        hint: "an 'after' of any time puts the rest off to another step")
    }
    var sent: Set<String> = []
    for trigger in scene.triggers {
      for case .signal(let name) in trigger.actions { sent.insert(name) }
    }
    for (trigger, record) in zip(scene.triggers, source[Scene.Trigger.self]) {
      guard case .signal(let name) = trigger.event, !sent.contains(name) else { continue }
      reading.warn(
        record.place("name"), "no action sends the signal '\(name)'", hint: reading.didYouMean(name, sent))
    }
  }
}

/// The bodies that an event names for its actions.
struct EventBodies {
  /// The selectors that `it` and `other` are of.
  var it: Scene.BodySelector?
  var other: Scene.BodySelector?

  /// - Parameter isEmitter: Whether an id is that of an emitter.
  init(_ event: Scene.Event?, isEmitter: (String) -> Bool = { _ in false }) {
    (it, other) = (event?.selectors.first, event?.selectors.dropFirst().first)
    switch event {
    case .animationEnded(let names, _):
      // Which bodies an animation moves that has an id of its own is known as it ends.
      let owners = names.compactMap { try? AnimationTarget(parsing: $0, isEmitter: isEmitter) }.filter {
        $0.property.owner == .body
      }
      if owners.isEmpty && names.allSatisfy({ $0.contains(".") }) { return }
      it = owners.count == names.count ? Scene.BodySelector(owners.map(\.object)) : .anything
    // What is wrong with it has been reported, and is not reported for its actions too.
    case nil: (it, other) = (.anything, .anything)
    default: break
    }
  }

  var words: [String] {
    (it == nil ? [] : [Scene.BodySelector.it]) + (other == nil ? [] : [Scene.BodySelector.other])
  }
}
