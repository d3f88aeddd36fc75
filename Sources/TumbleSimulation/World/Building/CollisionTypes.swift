import TumblePhysics

/// The collision type of each shape: shapes that the same sides of the same rules name share one, so that the
/// engine compares numbers where a scene lists bodies.
struct CollisionTypes {
  /// The types by body id and shape; 0 for those that no rule names.
  private(set) var types: [[CollisionType]]
  /// The types of what is spawned from a template, by its id and by shape.
  private(set) var templates: [String: [CollisionType]] = [:]
  /// The types of each rule's first side and of its second; nil for anything.
  private(set) var sides: [(first: [CollisionType]?, second: [CollisionType]?)] = []

  /// - Parameters:
  ///   - rules: Rules that name bodies of the scene; a shape that one names and the body has not is left out.
  ///   - spawned: The ids of the templates of bodies that were spawned, by the bodies' indices.
  init(_ scene: Scene, rules: [Scene.Rule], spawned: [Int: String] = [:]) {
    // A shape's membership: the sides that name it, numbered 2 × rule and 2 × rule + 1, rising. Templates
    // come after bodies.
    var memberships: [[[Int]]] = (scene.bodies + scene.templates).map {
      Array(repeating: [], count: $0.shapes.count)
    }
    let templatePlaces = Dictionary(
      scene.templates.enumerated().map { ($1.id, scene.bodies.count + $0) }, uniquingKeysWith: { a, _ in a })
    for (index, rule) in rules.enumerated() {
      for (side, selector) in [rule.first, rule.second].enumerated() {
        let number = 2 * index + side
        func join(_ body: Int, _ shape: Int) {
          guard memberships[body].indices.contains(shape) else { return }
          if memberships[body][shape].last != number { memberships[body][shape].append(number) }
        }
        switch selector {
        case .anything: break
        case .bodies(let ids): for id in ids { for shape in memberships[id].indices { join(id, shape) } }
        case .shapes(let places): for place in places { join(place.body, place.shape) }
        }
        for template in side == 0 ? rule.firstTemplates : rule.secondTemplates {
          guard let place = templatePlaces[template] else { continue }
          for shape in memberships[place].indices { join(place, shape) }
          for (body, own) in spawned where own == template {
            for shape in memberships[body].indices { join(body, shape) }
          }
        }
      }
    }
    // Numbered in file order, so that no order of a dictionary shows.
    var numbers: [[Int]: CollisionType] = [[]: 0]
    types = memberships.map { shapes in
      shapes.map { membership in
        if let known = numbers[membership] { return known }
        let type = CollisionType(UInt32(numbers.count))
        numbers[membership] = type
        return type
      }
    }
    let all = types
    types.removeLast(scene.templates.count)
    for (id, place) in templatePlaces { templates[id] = all[place] }
    // By rising indices, so that no order of a dictionary shows.
    let bodies = spawned.sorted { $0.key < $1.key }
    for rule in rules {
      sides.append(
        (side(rule.first, rule.firstTemplates, bodies), side(rule.second, rule.secondTemplates, bodies)))
    }
  }

  private func side(
    _ selector: Scene.Selector, _ names: [String], _ spawned: [(key: Int, value: String)]
  ) -> [CollisionType]? {
    var found: [CollisionType] = []
    var known: Set<CollisionType> = []
    func add(_ type: CollisionType) { if known.insert(type).inserted { found.append(type) } }
    switch selector {
    case .anything: return nil
    case .bodies(let ids): for id in ids { types[id].forEach(add) }
    case .shapes(let places):
      for place in places where types[place.body].indices.contains(place.shape) {
        add(types[place.body][place.shape])
      }
    }
    for name in names {
      templates[name]?.forEach(add)
      // A rule may name one of them alone beside its template.
      for (body, template) in spawned where template == name { types[body].forEach(add) }
    }
    return found
  }

  /// The number of rules that the engine gets.
  var pairs: Int { sides.reduce(0) { $0 + ($1.first?.count ?? 1) * ($1.second?.count ?? 1) } }
}

extension Space {
  /// Declares a scene's rules, all or none.
  /// - Returns: What takes them back.
  func add(_ rules: [Scene.Rule], _ types: CollisionTypes) throws -> [ContactRule.ID] {
    // Each of them is asked at each contact.
    guard types.pairs <= 100_000 else {
      throw WorldError.unbuildable(
        reason:
          """
          its rules tell too many kinds of bodies apart: \(types.pairs) pairs of kinds, and 100000 are the \
          most
          """
      )
    }
    var added: [ContactRule.ID] = []
    do {
      for (rule, sides) in zip(rules, types.sides) {
        let firsts = sides.first?.map(ContactSide.type) ?? [.any]
        let seconds = sides.second?.map(ContactSide.type) ?? [.any]
        for effect in rule.effect.contactEffects {
          for first in firsts {
            for second in seconds { added.append(try add(ContactRule(between: first, and: second, effect))) }
          }
        }
      }
    } catch {
      for id in added { try remove(id) }
      throw error
    }
    return added
  }
}

extension World {
  /// Declares the rules anew, after one of them, or a template that they may name, was added, changed or
  /// removed.
  func changeRules() throws {
    let rules = model.presentRules
    let types = CollisionTypes(model.scene, rules: rules, spawned: spawnedTemplates)
    let isSame =
      rules == declaredRules && types.templates == templateTypes
      && bodies.all.allSatisfy { $0.types == types.types[$0.index] }
    // To declare rules wakes what sleeps, and lets go of what sticks.
    if isSame { return }
    let added: [ContactRule.ID]
    do {
      added = try space.add(rules, types)
    } catch WorldError.unbuildable(let reason) {
      throw EditRefusal(reason)
    }
    for id in contactRules { try space.remove(id) }
    declaredRules = rules
    (contactRules, templateTypes) = (added, types.templates)
    for record in bodies.all { record.types = types.types[record.index] }
    for record in bodies.present {
      guard let body = record.body else { continue }
      let definitions = try model.scene.bodies[record.index].pieceDefinitions(types: record.types)
      for (piece, definition) in zip(body.shapes, definitions) {
        try throwing { piece.collisionType = definition.collisionType }
      }
    }
  }

  /// The template of each body that was spawned from one, or is a copy or a piece of one that was.
  private var spawnedTemplates: [Int: String] {
    var templates: [Int: String] = [:]
    for (index, body) in description.bodies.enumerated() {
      templates[index] = body.template ?? body.original.flatMap { templates[$0.number] }
    }
    return templates
  }
}

extension Scene.Effect {
  fileprivate var contactEffects: [ContactRule.Effect] {
    switch self {
    case .ignore: [.ignore]
    case .oneWay(let direction): [.oneWay(direction)]
    case .sticky(let force): [.sticky(force: force)]
    case .override(let surface):
      [
        surface.friction.map { .friction($0) }, surface.elasticity.map { .elasticity($0) },
        surface.surfaceVelocity.map { .surfaceVelocity($0) },
      ].compactMap { $0 }
    }
  }
}
