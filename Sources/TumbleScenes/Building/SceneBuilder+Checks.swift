import TumbleFiles

// What sets properties while the scene runs is tried as the scene is read, so that what cannot be is reported
// at once.
extension SceneBuilder {
  /// Returns as little of the scene as there must be to set something of an object; nil, and reported, if
  /// there is no such object.
  ///
  /// - Parameter words: What `it` and `other` stand for: the only body of the scene then.
  func trial(of name: String, _ words: EventBodies, at place: SourcePlace) -> SceneModel? {
    var small = Scene(world: scene.world, categories: scene.categories, groups: parts.groups)
    (small.view, small.camera) = (scene.view, scene.camera)
    small.camera?.follow = []
    /// Takes along the body that something is on, as the only one of the small scene.
    func onlyBody(_ body: Int?) -> Int? {
      guard let body else { return nil }
      small.bodies = [scene.bodies[body]]
      return 0
    }
    if scene.single(named: name) != nil { return SceneModel(small) }
    if Scene.BodySelector.isOfEvent(name), names[.body][name] == nil {
      guard let selector = name == Scene.BodySelector.it ? words.it : words.other else {
        return reading.refuse(place, "there is no '\(name)' here", hint: "its event is not one of bodies")
      }
      guard let body = sample(selector) else { return nil }
      small.bodies = [body]
      return SceneModel(small)
    }
    guard let kind = names.kind(of: name), let index = names[kind][name] else {
      return reading.refuse(
        place, "there is no body, joint, field, fluid or emitter named '\(Excerpts.short(name))'",
        hint: names.repeaterHint(name) ?? reading.didYouMean(name, names.all(bodies: 2000)))
    }
    switch kind {
    case .joint:
      let joint = scene.joints[index]
      small.bodies = [scene.bodies[joint.a], scene.bodies[joint.b]]
      // A part is read with its whole.
      let whole = joint.partOf.flatMap { names[.joint][$0] }.map { scene.joints[$0] }
      small.joints = [whole, joint].compactMap { $0 }
      for place in small.joints.indices { (small.joints[place].a, small.joints[place].b) = (0, 1) }
    case .field:
      small.fields = [scene.fields[index]]
      small.fields[0].body = onlyBody(scene.fields[index].body)
    case .fluid: small.fluids = [scene.fluids[index]]
    case .emitter:
      small.emitters = [scene.emitters[index]]
      small.emitters[0].body = onlyBody(scene.emitters[index].body)
    default: small.bodies = [scene.bodies[index]]
    }
    return SceneModel(small)
  }

  /// Checks that a property can be set while the world runs.
  static func checkSettable(_ owner: String, _ path: String) throws(EditRefusal) {
    guard owner == "world", ["rate", "spatialHash"].contains(String(path.prefix { $0 != "." })) else {
      return
    }
    throw EditRefusal("'\(path)' of a world that runs cannot be changed")
  }

  func sample(_ selector: Scene.BodySelector) -> Scene.Body? {
    guard let name = selector.names.first else {
      return scene.bodies.first { $0.kind == .dynamic } ?? scene.bodies.first
    }
    return bodyOrTemplate(Scene.BodySelector.owner(of: name))
  }

  func bodyOrTemplate(_ id: String) -> Scene.Body? {
    names[.body][id].map { scene.bodies[$0] } ?? scene.templates.first { $0.id == id }
  }

  /// Warns of what is legal and seldom meant, as far as names and kinds tell; asked only where nothing is
  /// wrong. What the engine has to be asked about, the linter beside the world does.
  func findLints() {
    let changes = SceneChanges(scene)
    findShapeless(changes)
    parts.findUnused()
    reading.findUnusedVariables()
    findConcave()
    findConflicts()
    findIdleWeights(changes)
  }

  private func findShapeless(_ changes: SceneChanges) {
    let held = Set(scene.joints.flatMap { [$0.a, $0.b] })
    for (index, body) in scene.bodies.enumerated()
    where body.shapes.isEmpty && !held.contains(index) && !changes.mayAlter(body: body.id) {
      reading.warn(
        source.bodies[index].record.place("id"),
        "'\(body.id)' has no shape, and no joint holds it: nothing will be seen of it")
    }
  }

  private func findConcave() {
    // What was taken from letters or a picture is known to be.
    for (index, body) in scene.bodies.enumerated() where !source.bodies[index].record.has("outline") {
      for case .polygon(let corners, _) in body.shapes.lazy.map(\.form) where !Polygon(corners).isConvex {
        reading.found.note(
          source.bodies[index].record.place("id"),
          "an outline of '\(body.id)' is concave: it is split into convex pieces")
      }
    }
  }

  /// Warns of weights that nothing asks for.
  func findIdleWeights(_ changes: SceneChanges) {
    for record in root.records("bodies") {
      guard let id = record.text("id"),
        let bodies = names[.body][id].map({ $0..<$0 + 1 }) ?? names.repeaters[id],
        let kind = bodies.first.map({ scene.bodies[$0].kind }),
        bodies.allSatisfy({
          scene.bodies[$0].kind != .dynamic && !changes.maySet(body: scene.bodies[$0].id, "kind")
        })
      else { continue }
      let keys = ["mass", "density", "moment", "centerOfGravity", "bullet", "shatter", "follow"]
      let own = keys.first(where: record.has).map { ($0, record.place($0)) }
      let inner = record.records("shapes").lazy.compactMap { shape in
        keys.first(where: shape.has).map { ($0, shape.place($0)) }
      }.first
      guard let (key, place) = own ?? inner else { continue }
      reading.warn(
        place, "'\(key)' never counts: '\(id)' is \(kind.rawValue), and nothing pushes it",
        hint: "leave it out, or use kind: dynamic")
    }
  }

  func readExpectations() {
    // A trigger that could not be read may have others.
    if !reading.hasErrors { marks = scene.triggers.flatMap(\.marks).uniqued() }
    for record in root.records("expect") where !reading.isFull {
      guard names.claim(record, among: "expectation") else { continue }
      // What is wrong is reported of both before either is needed.
      let (check, span) = (self.check(record), self.span(record))
      guard let check, let span, !record.isBroken else { continue }
      add(Scene.Expectation(id: record.text("id"), note: record.value("note"), check, span), from: record)
    }
  }

  private func check(_ record: Record) -> Scene.Expectation.Check? {
    if let word = EventWord.read("check", of: record) {
      return count(event(record, word).map { .event($0) }, record)
    }
    guard let word = CheckWord.read("check", of: record) else { return nil }
    switch word {
    case .value: return value(record)
    case .hash: return hash(record)
    case .picture:
      guard let file = record.text("file") else { return nil }
      var picture = Scene.Expectation.Picture(file)
      picture.tolerance = record.value("tolerance")
      picture.threshold = record.value("threshold")
      guard file.hasSuffix(".png") else {
        return reading.refuse(record.place("file"), "'file' must be a PNG: its name ends in .png")
      }
      return .picture(picture)
    case .asleep, .awake:
      checkSleep(record)
      return bodiesOrAnything(record).map { .bodies(word == .asleep ? .asleep : .awake, $0) }
    case .inside, .outside:
      let form = record.record("region").flatMap(formInWorld)
      guard let bodies = bodies(record), let form else { return nil }
      return .bodies(.region(Region(covering: form), isInside: word == .inside), bodies)
    case .inView: return bodiesOrAnything(record).map { .bodies(.inView, $0) }
    case .present, .gone: return bodies(record).map { .bodies(word == .present ? .present : .gone, $0) }
    case .lost: return count(bodiesOrAnything(record).map { .lost($0) }, record)
    case .shatters: return count(bodiesOrAnything(record).map { .shatters($0) }, record)
    case .mark: return count(mark(record), record)
    case .end: return count(.end, record)
    }
  }

  private func count(_ happening: Scene.Expectation.Happening?, _ record: Record)
    -> Scene.Expectation.Check?
  {
    guard let happening, let times = times(record) else { return nil }
    return .count(happening, times)
  }

  private func value(_ record: Record) -> Scene.Expectation.Check? {
    guard let channel = simulatedChannel(record, limits: ["between", "min", "max"]) else { return nil }
    let (min, max) =
      record.vector("between").map { ($0.x, $0.y) } ?? (record.number("min"), record.number("max"))
    guard min != nil || max != nil else {
      if !record.isBroken {
        reading.error(
          record.place, "a value needs limits: 'between', 'min' or 'max'", hint: "such as between: [20, 40]")
      }
      return nil
    }
    if let min, let max, min > max {
      return reading.refuse(
        record.place(record.has("between") ? "between" : "min"),
        "the least value, \(min.shortText), is more than the greatest, \(max.shortText)")
    }
    return .value(channel: channel, min: min, max: max)
  }

  private func hash(_ record: Record) -> Scene.Expectation.Check? {
    guard let text = record.text("hash") else { return nil }
    guard text.utf8.count == 16, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let value = UInt64(text, radix: 16)
    else {
      return reading.refuse(
        record.place("hash"), "'\(Excerpts.short(text))' is no hash",
        hint: "a hash is 16 digits, 0 to 9 and a to f")
    }
    return .hash(value)
  }

  private func mark(_ record: Record) -> Scene.Expectation.Happening? {
    guard let text = record.text("text") else { return nil }
    guard let marks, !marks.contains(text) else { return .mark(text) }
    let nearest = Nearest.word(to: text, in: marks).map { "did you mean '\($0)'?" }
    let known = marks.map { Excerpts.short($0, limit: 40) }.joined(separator: ", ")
    return reading.refuse(
      record.place("text"), "no trigger makes the mark '\(Excerpts.short(text))'",
      hint: nearest
        ?? (marks.isEmpty ? "an action {action: mark, text: …} of a trigger makes one" : "there are \(known)")
    )
  }

  private func bodiesOrAnything(_ record: Record) -> Scene.BodySelector? {
    record.has("of") ? bodies(record) : .anything
  }

  private func times(_ record: Record) -> ClosedRange<Int>? {
    guard record.has("times") else { return 1...Scene.Expectation.maxTimes }
    let counts = record.list("times").compactMap(\.count)
    guard let min = counts.first, let max = counts.last else { return nil }
    guard min <= max else {
      return reading.refuse(record.place("times"), "'times' goes from the least to the greatest count")
    }
    return min...max
  }

  private func span(_ record: Record) -> Scene.Expectation.Span? {
    if let time = record.number("at") { return .at(time) }
    if let step = record.count("step") { return .at(Double(step) / Double(scene.world.rate)) }
    let from: Double = record.number("from") ?? 0
    for key in ["by", "to"] {
      guard let time = record.number(key) else { continue }
      guard from <= time else {
        return reading.refuse(
          record.place(key), "'\(key)' is earlier than 'from'", hint: "'from' is \(from.shortText) s")
      }
      return key == "by" ? .by(time, from: from) : .throughout(from: from, to: time)
    }
    return .throughout(from: from, to: nil)
  }
}
