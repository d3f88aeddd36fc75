import TumblePhysics
import TumbleScenes

/// Which collision type stands for each body: bodies that the same sides of the same rules name share one, so that the
/// engine compares numbers where a scene lists bodies.
struct CollisionTypes {
  /// By body id; 0 for bodies that no rule names.
  private(set) var types: [CollisionType]
  /// By rule: the types of its first side and of its second; nil for anything.
  private(set) var sides: [(first: [CollisionType]?, second: [CollisionType]?)] = []

  init(_ scene: Scene) {
    // A body's membership: the sides that name it, numbered 2 × rule and 2 × rule + 1, rising.
    var memberships: [[Int]] = Array(repeating: [], count: scene.bodies.count)
    for (index, rule) in scene.rules.enumerated() {
      for (side, party) in [rule.first, rule.second].enumerated() {
        guard case .bodies(let ids) = party else { continue }
        for id in ids where memberships[id].last != 2 * index + side {
          memberships[id].append(2 * index + side)
        }
      }
    }
    // Numbered in file order, so that no order of a dictionary shows.
    var numbers: [[Int]: CollisionType] = [[]: 0]
    types = memberships.map { membership in
      if let known = numbers[membership] { return known }
      let type = CollisionType(UInt32(numbers.count))
      numbers[membership] = type
      return type
    }
    for rule in scene.rules {
      sides.append((types(of: rule.first), types(of: rule.second)))
    }
  }

  private func types(of party: Scene.Party) -> [CollisionType]? {
    guard case .bodies(let ids) = party else { return nil }
    var found: [CollisionType] = []
    for id in ids where !found.contains(types[id]) { found.append(types[id]) }
    return found
  }
}

extension Space {
  /// Declares a scene's rules.
  func add(_ rules: [Scene.Rule], _ types: CollisionTypes) throws {
    for (rule, sides) in zip(rules, types.sides) {
      let firsts = sides.first?.map(ContactSide.type) ?? [.any]
      let seconds = sides.second?.map(ContactSide.type) ?? [.any]
      for effect in rule.effect.contactEffects {
        for first in firsts {
          for second in seconds { try add(ContactRule(between: first, and: second, effect)) }
        }
      }
    }
  }
}

extension Scene.Effect {
  fileprivate var contactEffects: [ContactRule.Effect] {
    switch self {
    case .ignore: [.ignore]
    case .oneWay(let direction): [.oneWay(direction)]
    case .override(let surface):
      [
        surface.friction.map { .friction($0) }, surface.elasticity.map { .elasticity($0) },
        surface.surfaceVelocity.map { .surfaceVelocity($0) },
      ].compactMap { $0 }
    }
  }
}
