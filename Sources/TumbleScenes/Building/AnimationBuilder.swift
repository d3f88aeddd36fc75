import TumbleFiles

/// Makes animations of what a file says.
final class AnimationBuilder {
  let reading: Reading
  let names: SceneNames
  /// The scene as far as it has been put together: its bodies and joints.
  let scene: Scene
  var knownCurves: [String: TimingFunction] = [:]

  init(reading: Reading, names: SceneNames, scene: Scene) {
    (self.reading, self.names, self.scene) = (reading, names, scene)
  }

  /// Builds an animation and its target; nil for one that is wrong, which has then been reported.
  func animation(_ record: Record) -> (AnimationTarget?, AnimationDefinition)? {
    guard let type = AnimationWord.read("type", of: record) else { return nil }
    let target = self.target(record)
    guard type == .group || target != nil else { return nil }
    guard let content = content(type, record, target), !record.isBroken else { return nil }
    var whole = curve(record, "timingFunction")
    if type != .keyframe, let curve = curves(record).first {
      if record.has("timingFunction") {
        reading.error(
          record.place("timingFunction"),
          "give 'timing' or 'timingFunction', not both: they mean the same here")
      }
      whole = curve
    }
    var definition = AnimationDefinition(
      content, timing: timing(record), timingFunction: whole ?? .linear,
      isCumulative: record.value("cumulative"))
    definition.fitDuration()
    do throws(AnimationError) { try definition.check(for: target) } catch {
      return reading.refuse(record.place, "\(error)")
    }
    checkMembers(record, definition)
    if definition.timing.speed == 0 && definition.timing.timeOffset == 0 {
      reading.warn(
        record.place("speed"), "this animation never moves: its speed is 0, and it has no timeOffset")
    }
    if let target, !target.property.isMotion, definition.timing.isInstant,
      definition.timing.fillMode == .removed
    {
      reading.warn(
        record.place("duration"), "this animation is never seen: its duration is 0",
        hint: "fillMode: forwards keeps its end")
    }
    return (target, definition)
  }

  private func checkMembers(_ record: Record, _ group: AnimationDefinition) {
    guard case .group(let members) = group.content else { return }
    let end = group.timing.autoreverses ? group.timing.passDuration : group.timing.cycleDuration
    for (member, entry) in zip(members, record.records("animations")) {
      let begin = member.animation.timing.beginTime
      guard begin >= end else { continue }
      reading.error(
        entry.place("beginTime"),
        "this animation never plays: it begins at \(begin.shortText) s, and its group ends at "
          + "\(end.shortText) s")
    }
  }

  // MARK: - What

  private func target(_ record: Record) -> AnimationTarget? {
    guard let text = record.text("of") else { return nil }
    let place = record.place("of")
    if isUnknownProperty(text, place) { return nil }
    let target: AnimationTarget
    do { target = try AnimationTarget(parsing: text, isEmitter: isEmitter) } catch {
      return reading.refuse(
        place, Excerpts.short(error.problem, limit: 300),
        hint: error.suggestion.map { "did you mean '\($0)'?" })
    }
    switch target.property.owner {
    case .world, .camera:
      guard reading.isOwner(target.object, of: target.property, at: place) else { return nil }
      guard target.property.owner == .world || scene.camera != nil else {
        return reading.refuse(place, "the scene has no camera", hint: "add camera: {}")
      }
    case .body:
      guard let index = names.body(target.object, at: place) else { return nil }
      if target.property.isMotion && scene.bodies[index].kind == .static {
        return reading.refuse(
          place, "'\(target.object)' is static and does not move", hint: "give it kind: kinematic")
      }
    case .field, .fluid, .emitter:
      let owner = target.property.owner
      guard names.resolve(target.object, at: place, among: names[owner], what: owner.rawValue) != nil else {
        return nil
      }
    case .joint:
      guard let index = names.resolve(target.object, at: place, among: names[.joint], what: "joint") else {
        return nil
      }
      let joint = scene.joints[index]
      guard joint.form.kind.properties.contains(target.property) else {
        return reading.refuse(
          place,
          "'\(joint.id)' is \(Reading.article(joint.form.kind.rawValue)) and has no '\(target.property.name)'"
        )
      }
    case .view, .animation, .input, .layer, .trigger, .control, .rule, .template: return nil
    }
    return target
  }

  /// Returns true if an id is that of an emitter, or is likely meant to be: then an error names the emitter,
  /// although a joint has a `rate` and a body a `scale` too.
  private func isEmitter(_ id: String) -> Bool {
    if names[.emitter][id] != nil { return true }
    guard id != "world", !names.contains(id) else { return false }
    return reading.nearest(id, names[.emitter].keys) != nil
      && ![.body, .joint, .field, .fluid].contains { reading.nearest(id, names[$0].keys) != nil }
  }

  /// Returns true if an object that there is has no such property; reported then, with those that it has.
  private func isUnknownProperty(_ text: String, _ place: SourcePlace) -> Bool {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return false }
    guard let kind = parts[0] == "world" ? .world : names.kind(of: parts[0]),
      AnimatableProperty(name: parts[1], ofEmitter: kind == .emitter) == nil
    else { return false }
    let properties =
      names[.joint][parts[0]].map { scene.joints[$0].form.kind.properties }
      ?? AnimatableProperty.all(of: kind)
    let names = properties.map(\.name)
    reading.error(
      place, "'\(parts[0])' has no '\(Excerpts.short(parts[1]))' that can be animated",
      hint: reading.didYouMean(parts[1], names)
        ?? "what can be: " + names.joined(separator: ", "))
    return true
  }

  // MARK: - How

  private func content(
    _ type: AnimationWord, _ record: Record, _ target: AnimationTarget?
  ) -> AnimationContent? {
    switch type {
    case .basic:
      guard let ends = ends(record, target) else { return nil }
      return .basic(ends)
    case .keyframe: return keyframe(record, target)
    case .path: return path(record)
    case .spring:
      guard let ends = ends(record, target) else { return nil }
      let velocity = record["velocity"].map { value($0, target, "velocity") }
      guard let spring = spring(record) else { return nil }
      if let velocity, velocity == nil { return nil }
      return .spring(
        SpringAnimation(from: ends.from, to: ends.to, by: ends.by, spring: spring, velocity: velocity ?? nil))
    case .group:
      let members = record.records("animations").map(animation)
      let complete = members.compactMap { $0.map { AnimationMember($0, $1) } }
      guard complete.count == members.count, !complete.isEmpty else { return nil }
      return .group(complete)
    }
  }

  private func ends(_ record: Record, _ target: AnimationTarget?) -> BasicAnimation<AnimatableValue>? {
    var values: [String: AnimatableValue] = [:]
    for key in ["from", "to", "by"] {
      guard let located = record[key] else { continue }
      guard let value = value(located, target, key) else { return nil }
      values[key] = value
    }
    if values.isEmpty && !record.isBroken {
      return reading.refuse(record.place, "this animation goes nowhere", hint: "give it 'to', 'by' or 'from'")
    }
    if values.count == 3 {
      return reading.refuse(record.place("by"), "'by' cannot stand beside both 'from' and 'to'")
    }
    return BasicAnimation(from: values["from"], to: values["to"], by: values["by"])
  }

  private func path(_ record: Record) -> AnimationContent? {
    guard let path = record.record("path")?.path else { return nil }
    return .path(PathAnimation(path, pacing: record.value("pacing"), rotation: record.value("rotation")))
  }

  func spring(_ record: Record) -> Spring? {
    guard record.has("spring") else { return Spring() }
    guard let curve = curve(record, "spring") else { return nil }
    if case .spring(let spring) = curve { return spring }
    return reading.refuse(
      record.place("spring"), "'spring' must be a spring, not '\(Excerpts.short(curve.description))'",
      hint: "such as \"spring(response: 0.5, damping: 0.7)\"")
  }
}

extension AnimationBuilder {
  func timing(_ record: Record) -> MediaTiming {
    var timing = (Format.clockFields + Format.cycleFields).object(record)
    for key in ["repeat", "repeatCount"] {
      if let count = endless(record, key) { timing.repetition = .count(count) }
    }
    if let duration = endless(record, "repeatDuration") { timing.repetition = .duration(duration) }
    if timing.isInstant, timing.isRepeated,
      let key = ["repeat", "repeatCount", "repeatDuration"].first(where: record.has)
    {
      reading.error(
        record.place(key), "an animation of duration 0 cannot be repeated",
        hint: "without 'duration' a pass takes \(MediaTiming.defaultDuration.shortText) s")
      timing.repetition = .once
    }
    return timing
  }

  /// A number, infinite where the word `forever` stands.
  private func endless(_ record: Record, _ key: String) -> Double? {
    record.text(key) != nil ? .infinity : record.number(key)
  }

  /// The curves under `timing`; those that are wrong are left out, and reported.
  func curves(_ record: Record) -> [TimingFunction] {
    let list = record.list("timing")
    if list.count > 1 && record.text("type") != "keyframe" {
      reading.error(record.place("timing"), "only a keyframe animation has several curves")
    }
    return list.compactMap { located in located.text.flatMap { curve($0, at: located.place) } }
  }

  func curve(_ record: Record, _ key: String) -> TimingFunction? {
    record.text(key).flatMap { curve($0, at: record.place(key)) }
  }

  func curve(_ text: String, at place: SourcePlace) -> TimingFunction? {
    if let curve = knownCurves[text] { return curve }
    do {
      let curve = try TimingFunction(parsing: text)
      knownCurves[text] = curve
      return curve
    } catch {
      var place = place
      // Into the text, where it stands on one line without quotes.
      if Int(place.length) == text.unicodeScalars.count {
        place.column += Int32(clamping: error.offset)
        place.length = 1
      }
      let dashed = String(text.map { $0 == "_" ? "-" : $0 })
      let isDashed = dashed != text && (try? TimingFunction(parsing: dashed)) != nil
      return reading.refuse(
        place, "no timing curve: " + Excerpts.short(error.problem, limit: 300),
        hint: (error.suggestion ?? (isDashed ? dashed : nil)).map { "did you mean '\($0)'?" })
    }
  }

  /// Reads the value of an animated property; nil if it is none, which has then been reported.
  func value(_ located: Located, _ target: AnimationTarget?, _ key: String) -> AnimatableValue? {
    guard let target, !located.isBroken else { return nil }
    let property = target.property
    // A velocity is by the second; units are those of the property itself.
    let quantity = key == "velocity" ? .number : quantity(of: target)
    switch (property.kind, located.value) {
    case (.number, .raw):
      let bounds: Bounds =
        switch property {
        case .strength: .strength
        case .zoom where key != "velocity" && key != "by":
          .from(Scene.Camera.zooms.lowerBound, to: Scene.Camera.zooms.upperBound)
        // A speed, or a difference, may be below 0.
        case .maxForce: key == "velocity" || key == "by" ? .from(-1e15, to: 1e15) : .from(0, to: 1e15)
        default: .any
        }
      return number(located, quantity, key, bounds).map { .number($0) }
    case (.vector, .list(let list)) where list.count == 2, (.size, .list(let list)) where list.count == 2:
      guard let x = number(list[0], quantity, key), let y = number(list[1], quantity, key) else { return nil }
      if property.kind == .vector { return .vector(Vector(x, y)) }
      return .size(Size(x, y))
    case (.vector, .raw) where property == .scale:
      return number(located, quantity, key).map { .vector(Vector($0, $0)) }
    case (.color, .raw(let node)):
      return reading.color(node.word ?? "", at: located.place).map { .color($0) }
    default:
      let expected =
        switch property.kind {
        case .number: "a number"
        case .color: "a color"
        default: "two numbers, [x, y]"
        }
      var hint: String?
      if case .raw(.plain(let text)) = located.value, property.kind == .vector, NumberText.number(text) != nil
      {
        hint =
          property == .position
          ? "of: BODY.position.x, or .y, takes one number" : "such as [\(text), 0] or [0, \(text)]"
      }
      return reading.refuse(located.place, "'\(key)' of '\(property.name)' must be \(expected)", hint: hint)
    }
  }

  private func quantity(of target: AnimationTarget) -> Quantity {
    let traits = target.property.traits
    guard let turning = traits.turning, let joint = names[.joint][target.object],
      scene.joints[joint].form.kind.turns
    else { return traits.quantity }
    return turning
  }

  private func number(
    _ located: Located, _ quantity: Quantity, _ key: String, _ bounds: Bounds = .any
  ) -> Double? {
    guard case .raw(let node) = located.value, let text = node.word else {
      return reading.refuse(located.place, "'\(key)' must be a number here, not a list")
    }
    guard
      let value = reading.measured(text, isQuoted: node == .text(text), quantity, located.place, key)
    else { return nil }
    if bounds.contains(value) { return value }
    return reading.refuse(
      located.place, "'\(key)' must be \(bounds.description), not '\(Excerpts.short(text))'")
  }
}

extension MediaTiming.FillMode {
  package var showsAfter: Bool { self == .forwards || self == .both }
  package var showsBefore: Bool { self == .backwards || self == .both }
}
