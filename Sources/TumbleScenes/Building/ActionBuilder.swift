/// Makes the actions of triggers; what they will do only as the scene runs is tried here, on a copy.
final class ActionBuilder {
  let builder: SceneBuilder
  var reading: Reading { builder.reading }
  private var scene: Scene { builder.scene }
  /// The scene with a body for each template, made when the first action asks for it.
  private var trial: SceneModel?

  init(_ builder: SceneBuilder) { self.builder = builder }

  /// Builds an action; nil for one that is wrong, which has then been reported.
  func action(_ record: Record, _ words: EventBodies) -> Scene.Action? {
    guard let word = ActionWord.read("action", of: record) else { return nil }
    switch word {
    case .set: return set(record, words)
    case .animate: return source(record, "animation", .animation, words).map { .animate($0) }
    case .start:
      return builder.knownNames(record, "animations", among: scene.animations.byID, "animation").map {
        .start($0)
      }
    case .stop:
      return builder.animationNames(record, "animations", words.words).map {
        .stop($0, keeps: record.value("keep"))
      }
    case .play, .pause, .rewind:
      let ids = builder.knownNames(record, "layers", among: builder.names.layers, "layer")
      guard let ids, let change = Scene.LayerChange(rawValue: word.rawValue) else { return nil }
      return .layers(change, ids)
    case .impulse:
      guard let selector = bodySelector(record, words), let amount = record.vector("amount") else {
        return nil
      }
      let frame: Format.Frame = record.value("frame")
      return .impulse(selector, Scene.Impulse(amount, at: record.vector("at"), isLocal: frame == .body))
    case .remove: return bodySelector(record, words).map { .remove($0) }
    case .respawn: return bodySelector(record, words).map { .respawn($0) }
    case .burst:
      guard let selector = bodySelector(record, words), let impact = Impact.read("impact", of: record) else {
        return nil
      }
      return .burst(selector, impact, strength: record.value("strength"))
    case .slice:
      guard let selector = bodySelector(record, words) else { return nil }
      if let id = record.text("stroke") {
        let strokes = scene.inputs.filter { $0.pointer.map { $0 != .always } ?? false }.byID
        guard
          builder.names.resolve(id, at: record.place("stroke"), among: strokes, what: "pointer's button")
            != nil
        else { return nil }
        var cut = Scene.Cut(from: .zero, to: .zero)
        cut.stroke = id
        return .slice(selector, cut)
      }
      guard let from = record.vector("from"), let to = record.vector("to") else {
        return reading.refuse(record.place, "a slice needs 'from' and 'to', or 'stroke'")
      }
      guard from != to else {
        return reading.refuse(record.place("to"), "a cut goes from one place to another")
      }
      let frame: Format.Frame = record.value("frame")
      return .slice(selector, Scene.Cut(from: from, to: to, isLocal: frame == .body))
    case .spawn: return spawn(record).map { .spawn($0) }
    case .attach: return source(record, "joint", .joint, words).map { .attach($0) }
    case .detach:
      let names = builder.names[.joint]
      // Joints of the scene, and those that actions attach.
      return builder.knownNames(record, "joints", among: names, "joint", or: builder.actionIDs("joint")).map {
        .detach($0)
      }
    case .mark: return record.text("text").map { .mark($0) }
    case .signal: return record.text("name").map { .signal($0) }
    case .end: return .end
    }
  }

  private func bodySelector(_ record: Record, _ words: EventBodies) -> Scene.BodySelector? {
    record["of"].flatMap { builder.bodySelector($0, words.words) }
  }

  private func spawn(_ record: Record) -> Scene.Spawn? {
    guard let name = record.text("template"), builder.isSpawnable(name, at: record.place("template")) else {
      return nil
    }
    var spawn = Scene.Spawn(name)
    let template = scene.templates.first { $0.id == name }
    spawn.position = record.vector("at") ?? template?.position ?? .zero
    (Format.spawnFields + [Format.spawnSeedField, Format.replaceField]).read(record, into: &spawn)
    if spawn.isAtPointer, !scene.inputs.contains(where: { $0.pointer != nil }) {
      reading.error(
        record.place("atPointer"), "the scene does not use the pointer",
        hint: "give it an entry, such as pointer: {id: click, button: left}")
    }
    if template?.kind == .static, spawn.velocity != nil || spawn.angularVelocity != nil {
      reading.error(
        record.place(record.has("velocity") ? "velocity" : "angularVelocity"), "a static body does not move")
    }
    return spawn
  }

  // MARK: - What is tried

  private func set(_ record: Record, _ words: EventBodies) -> Scene.Action? {
    guard let text = record.text("of"), let given = record["to"] else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      return reading.refuse(
        record.place("of"), "'\(Excerpts.short(text))' is not a property", hint: SceneBuilder.propertyHint)
    }
    guard var model = builder.trial(of: parts[0], words, at: record.place("of")) else { return nil }
    let id = model.scene.bodies.first?.id
    let name = Scene.BodySelector.isOfEvent(parts[0]) ? id ?? parts[0] : parts[0]
    let errors = reading.errorCount
    let timing = timing(record, parts[1])
    guard reading.errorCount == errors, let to = builder.settable(given, name, parts[1], in: model) else {
      return nil
    }
    let value = to.flow
    var target: AnimationTarget?
    do throws(EditRefusal) {
      if let timing, !timing.isTransition { target = try model.target(name, parts[1]) }
    } catch {
      return reading.refuse(record.place("of"), error.message, hint: error.hint)
    }
    do throws(EditRefusal) {
      try SceneBuilder.checkSettable(name, parts[1])
      if parts[1] == "texture", let texture = builder.texture(to.word ?? value, at: record.place("to")) {
        builder.note(texture)
      }
      guard reading.errorCount == errors else { return nil }
      if let target {
        _ = try model.value(of: target, value)
        if let path = target.property.traits.key, !target.property.isMotion {
          _ = try model.apply(.set(model.object(named: name), path: path, value: value))
        }
      } else {
        _ = try model.apply(.set(model.object(named: name), path: parts[1], value: value))
      }
    } catch {
      return reading.refuse(record.place("to"), error.message, hint: error.hint)
    }
    return .set(text, to: value, timing)
  }

  /// A mapping that is added as the scene runs: tried with the first of the bodies that it may be about.
  private func source(
    _ record: Record, _ key: String, _ kind: SceneObject.Kind, _ words: EventBodies
  ) -> String? {
    guard let text = record.text(key) else { return nil }
    var model = trial ?? SceneModel(scene)
    trial = model
    for template in scene.templates where model.body(template.id) == nil { model.add(template) }
    do throws(EditRefusal) {
      let named = try ActionText(text).named(
        it: words.it.flatMap(builder.sample)?.id, other: words.other.flatMap(builder.sample)?.id)
      if kind == .joint, let id = named.id, model.joint(id) != nil {
        _ = try model.apply(.remove(.joint(id)))
      }
      _ = try model.apply(.add(kind, named.text))
    } catch {
      return reading.refuse(record.place(key), error.message, hint: error.hint)
    }
    return text
  }
}

extension SceneBuilder {
  /// The ids of what any action of the file adds by a key (`joint`, `animation`), above it or below.
  func actionIDs(_ key: String) -> Set<String> {
    if let known = knownActionIDs[key] { return known }
    var found: Set<String> = []
    for trigger in root.records("when") {
      for action in trigger.records("do") {
        if let text = action.text(key), let id = try? ActionText(text).id { found.insert(id) }
      }
    }
    knownActionIDs[key] = found
    return found
  }
}

extension SceneModel {
  /// Returns the object that a name stands for.
  package func object(named name: String) -> SceneObject {
    scene.single(named: name) ?? SceneObject.Kind.allCases.first { $0.isNamed && index(of: $0, name) != nil }
      .flatMap { SceneObject($0, id: name) } ?? .body(name)
  }
}

extension Scene {
  /// Returns the object that a word stands for of which a scene has one; nil for another word, and for the
  /// camera of a scene that has none.
  func single(named word: String) -> SceneObject? {
    word == SceneObject.Kind.camera.rawValue && camera == nil
      ? nil : SceneObject.Kind(rawValue: word).flatMap { SceneObject($0, id: nil) }
  }
}

// How a property that an action sets gets to its new value.
extension ActionBuilder {
  /// Reads the timing of a property's change; nil at once.
  func timing(_ record: Record, _ property: String) -> Scene.ChangeTiming? {
    if let transition = transition(record, property) { return .transition(transition) }
    if record.has("spring") {
      guard let spring = curves.spring(record) else { return nil }
      if spring.damping == 0 {
        reading.error(record.place("spring"), "a spring without damping never settles")
      }
      return .spring(spring)
    }
    guard record.has("over") || record.has("timing") else { return nil }
    let curve = record.has("timing") ? curves.curve(record, "timing") : .ease
    let duration = record.number("over") ?? MediaTiming.defaultDuration
    return duration > 0 ? curve.map { .curve($0, duration: duration) } : nil
  }

  /// Reads the transition; nil if there is none.
  private func transition(_ record: Record, _ property: String) -> Transition? {
    let isChange = record.has("over") || record.has("timing")
    guard record.has("transition") || property == "texture" && isChange else {
      for key in ["from", "start", "end"] where record.has(key) {
        reading.error(
          record.place(key), "'\(key)' is that of a transition, and there is none",
          hint: "such as transition: push")
      }
      return nil
    }
    guard ["texture", "color"].contains(property) else {
      return reading.refuse(
        record.place("transition"), "a transition shows another texture or color, not \(property)",
        hint: "without it the value changes step by step")
    }
    var transition = Transition(record.text("transition").flatMap(Transition.Kind.init(rawValue:)) ?? .fade)
    transition.side = record.value("from")
    (transition.startProgress, transition.endProgress) = (record.value("start"), record.value("end"))
    if let duration = record.number("over") { transition.duration = duration }
    if record.has("timing"), let curve = curves.curve(record, "timing") { transition.timingFunction = curve }
    do throws(AnimationError) { try transition.check() } catch {
      reading.error(record.place("end"), "\(error)")
    }
    return transition
  }

  private var curves: AnimationBuilder {
    AnimationBuilder(reading: reading, names: builder.names, scene: Scene())
  }
}
