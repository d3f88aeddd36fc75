import TumbleFrames
import TumbleAnimation
import TumbleGeometry

extension SceneModel {
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
    let bodies = Self.places(present(.body), of: scene.bodies.count)
    let joints = present(.joint)
    compact.bodies = present(.body).map { scene.bodies[$0] }
    compact.joints = joints.compactMap { index in
      var joint = scene.joints[index]
      guard scene.bodies.indices.contains(joint.a), scene.bodies.indices.contains(joint.b),
        let a = bodies[joint.a], let b = bodies[joint.b]
      else { return nil }
      (joint.a, joint.b) = (a, b)
      return joint
    }
    compact.rules = present(.rule).compactMap { index in
      rule(scene.rules[index]) { bodies.indices.contains($0) ? bodies[$0] : nil }
    }
    compact.fields = present(.field).compactMap { index in
      var field = scene.fields[index]
      guard let body = field.body else { return field }
      guard scene.bodies.indices.contains(body), let place = bodies[body] else { return nil }
      field.body = place
      return field
    }
    compact.fluids = present(.fluid).map { scene.fluids[$0] }
    compact.emitters = present(.emitter).compactMap { index in
      var emitter = scene.emitters[index]
      guard let body = emitter.body else { return emitter }
      guard scene.bodies.indices.contains(body), let place = bodies[body] else { return nil }
      emitter.body = place
      return emitter
    }
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

  /// Without the members of groups that have nothing left to move; nil if nothing is left at all.
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
    target.property.owner == .world || index(of: target.property.owner, target.object) != nil
  }

  func isChannel(_ name: String) -> Bool {
    guard !Channel.common.contains(name) else { return true }
    return isNamed(Channel.Quantity.parts(of: name).owner)
  }
}
