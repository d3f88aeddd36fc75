import Yams

// Copies of objects, and pieces of bodies: what rules say of the original holds for them.
extension SceneModel {
  mutating func duplicate(
    _ ids: [String], _ names: [String], by offset: Vector, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    guard ids.count == names.count, !ids.isEmpty, Set(ids).count == ids.count else {
      throw EditRefusal("each object that is copied is named once, and its copy gets one name")
    }
    guard ids.count <= Edit.maxCopies else {
      throw EditRefusal("\(ids.count) objects are copied at once, and \(Edit.maxCopies) are the most")
    }
    var copies: [Int: Int] = [:]
    var changes: [SceneChange] = []
    let writer = SceneWriter()
    for (id, name) in zip(ids, names) {
      guard joint(id) == nil, index(of: .emitter, id) == nil else { continue }
      let index = try find(.body, id)
      if let now = motion(index) { place(now, body: index) }
      var body = scene.bodies[index]
      body.id = name
      body.position += offset
      let node = Node(.mapping(writer.body(body, in: scene)))
      changes += try add(.body, node, motion)
      copies[index] = scene.bodies.count - 1
      changes.removeLast()
      changes.append(.copiedBody(scene.bodies.count - 1, of: index))
      extendRules(to: scene.bodies.count - 1, as: index)
    }
    let copiedJoints = Dictionary(zip(ids, names)) { first, _ in first }
    for (id, name) in zip(ids, names) {
      guard let index = joint(id) else { continue }
      var joint = scene.joints[index]
      joint.partOf = joint.partOf.flatMap { copiedJoints[$0] }
      guard let a = copies[joint.a], let b = copies[joint.b] else {
        throw EditRefusal("'\(id)' holds a body that is not copied", hint: "copy both of its bodies with it")
      }
      (joint.id, joint.a, joint.b) = (name, a, b)
      let node = Node(.mapping(writer.joint(joint, in: scene)))
      changes += try add(.joint, node, { _ in nil })
    }
    for (id, name) in zip(ids, names) {
      guard let index = index(of: .emitter, id) else { continue }
      var emitter = scene.emitters[index]
      emitter.id = name
      if let copy = emitter.body.flatMap({ copies[$0] }) {
        emitter.body = copy
      } else {
        // What stays on its body is moved in the body's coordinates.
        let angle = emitter.body.map { motion($0)?.angle ?? scene.bodies[$0].angle } ?? 0
        emitter.position += offset.rotated(by: -angle)
      }
      let node = Node(.mapping(writer.emitter(emitter, in: scene)))
      changes += try add(.emitter, node, { _ in nil })
    }
    return changes
  }

  /// Extends what rules say of a body to its copy, which comes after all others.
  private mutating func extendRules(to copy: Int, as original: Int) {
    func extended(_ selector: Scene.Selector) -> Scene.Selector {
      switch selector {
      case .anything: .anything
      case .bodies(let bodies): .bodies(bodies.contains(original) ? bodies + [copy] : bodies)
      case .shapes(let shapes):
        .shapes(
          shapes
            + shapes.filter { $0.body == original }.map { Scene.ShapePlace(body: copy, shape: $0.shape) })
      }
    }
    for index in scene.rules.indices {
      scene.rules[index].first = extended(scene.rules[index].first)
      scene.rules[index].second = extended(scene.rules[index].second)
    }
    extendTriggers(to: scene.bodies[copy].id, as: scene.bodies[original].id)
  }

  /// Extends what rules say of a template to bodies that were spawned from it.
  package mutating func extendRules(to ids: [Int], spawnedFrom template: String) {
    func extended(_ selector: Scene.Selector) -> Scene.Selector {
      switch selector {
      case .anything: .anything
      case .bodies(let bodies): .bodies(Set(bodies + ids).sorted())
      case .shapes(let shapes):
        .shapes(
          Set(
            shapes
              + ids.flatMap { id in
                scene.bodies[id].shapes.indices.map { Scene.ShapePlace(body: id, shape: $0) }
              }
          ).sorted())
      }
    }
    for index in scene.rules.indices {
      if scene.rules[index].firstTemplates.contains(template) {
        scene.rules[index].first = extended(scene.rules[index].first)
      }
      if scene.rules[index].secondTemplates.contains(template) {
        scene.rules[index].second = extended(scene.rules[index].second)
      }
    }
  }

  /// Puts pieces in a body's place, which rules go on to speak of.
  package mutating func replace(body index: Int, by pieces: [Scene.Body]) -> [SceneChange] {
    var changes = forgetWithParts(.body, index)
    for piece in pieces {
      var piece = piece
      piece.id = freeName(piece.id)
      append(piece)
      extendRules(to: scene.bodies.count - 1, as: index)
      changes.append(.copiedBody(scene.bodies.count - 1, of: index))
    }
    return changes
  }

  /// The scene without what is gone: rules, animations, triggers and graphs speak of what is there alone.
  package var compact: Scene {
    var compact = withoutGone
    // With what speaks of it something else may go, such as the animation that a trigger starts.
    while !compact.triggers.isEmpty || !compact.expectations.isEmpty {
      let next = SceneModel(compact).withoutGone
      let isSettled =
        next.triggers == compact.triggers && next.inputs == compact.inputs
        && next.expectations == compact.expectations
      guard !isSettled else { break }
      compact = next
    }
    return compact
  }

  private var withoutGone: Scene {
    var compact = scene
    let places = Self.places(present(.body), of: scene.bodies.count)
    func place(_ body: Int) -> Int? { places.indices.contains(body) ? places[body] : nil }
    compact.bodies = present(.body).map { scene.bodies[$0] }
    compact.camera?.follow.removeAll { index(of: .body, $0) == nil }
    let joints =
      present(.joint).compactMap { index -> (index: Int, joint: Scene.Joint)? in
        var joint = scene.joints[index]
        guard let a = place(joint.a), let b = place(joint.b) else { return nil }
        (joint.a, joint.b) = (a, b)
        return (index, joint)
      }
    compact.joints = joints.map(\.joint).gatheringParts(from: joints.count { $0.index < firstJoints })
    compact.rules = present(.rule).compactMap { rule(scene.rules[$0], place) }
    /// The entry on no body, or on one that is there, by its new index.
    func placed<Entry>(_ entry: Entry, _ body: WritableKeyPath<Entry, Int?>) -> Entry? {
      guard let old = entry[keyPath: body] else { return entry }
      guard let new = place(old) else { return nil }
      var entry = entry
      entry[keyPath: body] = new
      return entry
    }
    compact.fields = present(.field).compactMap { placed(scene.fields[$0], \.body) }
    compact.fluids = present(.fluid).map { scene.fluids[$0] }
    compact.emitters = present(.emitter).compactMap { placed(scene.emitters[$0], \.body) }
    compact.animations = scene.animations.compactMap { animation in
      guard let definition = definition(animation.definition, of: animation.target) else { return nil }
      var animation = animation
      animation.definition = definition
      return animation
    }
    compact.triggers = triggers.compactMap(trigger)
    compact.inputs = scene.inputs.compactMap { input in
      let drives = input.drives.compactMap(drive)
      let isIdle = drives.isEmpty && !input.drives.isEmpty
      // A thruster goes with its body.
      guard !isIdle || triggers.contains(where: { $0.uses(input) }) else { return nil }
      var input = input
      input.drives = drives
      return input
    }
    compact.controls = scene.controls.compactMap(control)
    compact.graphs = scene.graphs.compactMap { graph in
      var graph = graph
      graph.channels = graph.channels.filter(isChannel)
      return graph.channels.isEmpty ? nil : graph
    }
    compact.expectations = scene.expectations.compactMap(expectation)
    return compact
  }

  /// The indices that objects of a list come to have without those that are gone; nil for these.
  private static func places(_ present: [Int], of count: Int) -> [Int?] {
    var places = [Int?](repeating: nil, count: count)
    for (place, index) in present.enumerated() { places[index] = place }
    return places
  }

  /// A rule without what it says of what is gone; nil where it is about nothing else.
  ///
  /// - Parameter place: The index that a body which is there comes to have.
  func rule(_ rule: Scene.Rule, _ place: (Int) -> Int?) -> Scene.Rule? {
    var rule = rule
    rule.firstTemplates.removeAll { index(of: .template, $0) == nil }
    rule.secondTemplates.removeAll { index(of: .template, $0) == nil }
    let first = selector(rule.first, place) ?? (rule.firstTemplates.isEmpty ? nil : .bodies([]))
    let second = selector(rule.second, place) ?? (rule.secondTemplates.isEmpty ? nil : .bodies([]))
    guard let first, let second else { return nil }
    (rule.first, rule.second) = (first, second)
    return rule
  }

  private func selector(_ selector: Scene.Selector, _ newPlace: (Int) -> Int?) -> Scene.Selector? {
    func place(_ body: Int) -> Int? {
      scene.bodies.indices.contains(body) && has(.body, body) ? newPlace(body) : nil
    }
    switch selector {
    case .anything: return .anything
    case .bodies(let list):
      let there = list.compactMap(place)
      return there.isEmpty ? nil : .bodies(there)
    case .shapes(let list):
      let there = list.compactMap { shape -> Scene.ShapePlace? in
        guard let body = place(shape.body), scene.bodies[shape.body].shapes.indices.contains(shape.shape)
        else { return nil }
        return Scene.ShapePlace(body: body, shape: shape.shape)
      }
      return there.isEmpty ? nil : .shapes(there)
    }
  }

  /// The definition without the members of groups that have nothing left to move; nil if nothing is left at
  /// all.
  private func definition(
    _ definition: AnimationDefinition, of target: AnimationTarget?
  ) -> AnimationDefinition? {
    guard case .group(let members) = definition.content else {
      return target.map(isTarget) ?? true ? definition : nil
    }
    let there = members.compactMap { member -> AnimationMember? in
      guard let animation = self.definition(member.animation, of: member.target) else { return nil }
      var member = member
      member.animation = animation
      return member
    }
    guard !there.isEmpty else { return nil }
    var definition = definition
    definition.content = .group(there)
    return definition
  }

  private func isTarget(_ target: AnimationTarget) -> Bool {
    target.property.owner.isSingle || index(of: target.property.owner, target.object) != nil
  }

  func isChannel(_ name: String) -> Bool {
    guard !Channel.common.contains(name) else { return true }
    return isNamed(Channel.Quantity.parts(of: name).owner)
  }
}

// Objects by the names that edits give them; a name that nothing has gets the likely one in its message.
extension SceneModel {
  func find(_ kind: SceneObject.Kind, _ id: String) throws(EditRefusal) -> Int {
    if let index = index(of: kind, id) { return index }
    let known = indices(of: kind).keys.filter { index(of: kind, $0) != nil }
    let nearest = known.count <= 10_000 ? Nearest.word(to: id, in: known) : nil
    throw EditRefusal(
      "there is no \(kind.rawValue) named '\(Excerpts.short(id))'",
      hint: nearest.map { "did you mean '\($0)'?" })
  }

  /// The expectation without what it says of what is gone; nil where it is about nothing else.
  func expectation(_ expectation: Scene.Expectation) -> Scene.Expectation? {
    var expectation = expectation
    switch expectation.check {
    case .value(let channel, _, _): guard isChannel(channel) else { return nil }
    case .bodies(let state, let bodies):
      switch state {
      case .asleep, .awake: guard scene.world.sleepAfter != nil else { return nil }
      case .region, .inView, .present, .gone: break
      }
      guard let bodies = there(bodies) else { return nil }
      expectation.check = .bodies(state, bodies)
    case .hash, .picture: break
    case .count(let happening, let times):
      guard let happening = self.happening(happening) else { return nil }
      expectation.check = .count(happening, times)
    }
    return expectation
  }

  private func happening(_ happening: Scene.Expectation.Happening) -> Scene.Expectation.Happening? {
    switch happening {
    case .event(let event): self.event(event).map { .event($0) }
    case .lost(let bodies): there(bodies).map { .lost($0) }
    case .shatters(let bodies): there(bodies).map { .shatters($0) }
    case .mark(let text): triggers.contains { $0.marks.contains(text) } ? happening : nil
    case .end: happening
    }
  }
}
