/// The bodies of a selector: by their names, by the template that they were spawned from, and as copies.
struct SelectedBodies {
  let selector: Scene.BodySelector
  private let names: Set<String>
  private var shapes: [String: Set<String>] = [:]
  /// The memberships by body id, also of those that are gone.
  private var memberships: [Membership] = []
  /// The ids of those that are there, rising; empty for `anything`.
  private(set) var ids: [Int] = []

  private enum Membership: Equatable {
    case none
    case whole
    case shapes(Set<String>)
  }

  init(_ selector: Scene.BodySelector) {
    self.selector = selector
    names = Set(selector.names.filter { !$0.contains(".") })
    for name in selector.names {
      guard let dot = name.firstIndex(of: ".") else { continue }
      shapes[String(name[..<dot]), default: []].insert(String(name[name.index(after: dot)...]))
    }
  }

  /// Adds a body; its id is the next, or that of one that was taken back.
  mutating func add(_ body: WorldBody) {
    let membership: Membership =
      if let original = body.original {
        memberships[original.number]
      } else if names.contains(body.name) || body.template.map(names.contains) == true {
        .whole
      } else {
        shapes[body.name].map { .shapes($0) } ?? .none
      }
    if body.index < memberships.count { memberships.removeSubrange(body.index...) }
    memberships.append(membership)
    if membership != .none { ids.append(body.index) }
  }

  mutating func forget(_ id: Int) {
    // Most worlds lose the one that came last or first.
    if let place = ids.firstIndex(of: id) { ids.remove(at: place) }
  }

  /// Returns true if a body, or a shape of it, is one of the selector's; also of one that is gone.
  func containsPart(of id: Int) -> Bool {
    selector.isAnything || memberships.indices.contains(id) && memberships[id] != .none
  }

  /// Returns true if a shape of a body is one of the selector's.
  /// - Parameter shape: The name of the shape, asked for where it matters; nil for one that is gone.
  func contains(_ id: Int, shape: () -> String?) -> Bool {
    if selector.isAnything { return true }
    guard memberships.indices.contains(id) else { return false }
    switch memberships[id] {
    case .none: return false
    case .whole: return true
    case .shapes(let names): return shape().map(names.contains) ?? false
    }
  }
}

/// The animations that have one of some names: ids, also of those that actions add for each body, and
/// properties that are changed over time, whose owners may be templates.
struct SelectedAnimations {
  private let names: Set<String>
  /// The bodies whose property is meant, by the property.
  private var owners: [(property: String, bodies: SelectedBodies)] = []

  init(_ names: [String]) {
    self.names = Set(names)
    var owners: [(property: String, bodies: [String])] = []
    for target in names.compactMap({ try? AnimationTarget(parsing: $0) }) {
      let property = target.property.name
      if let place = owners.firstIndex(where: { $0.property == property }) {
        owners[place].bodies.append(target.object)
      } else {
        owners.append((property, [target.object]))
      }
    }
    self.owners = owners.map { ($0.property, SelectedBodies(Scene.BodySelector($0.bodies))) }
  }

  mutating func add(_ body: WorldBody) {
    for place in owners.indices { owners[place].bodies.add(body) }
  }

  /// - Parameters:
  ///   - key: That of the animation in the world.
  ///   - body: What it moves; nil where that is no body.
  ///   - name: The body's, also if it has gone.
  func contains(_ key: String, body: Int?, _ name: String?) -> Bool {
    if names.contains(key) { return true }
    guard let body, let name else { return false }
    if key.hasPrefix(name + ".") {
      let property = key.dropFirst(name.count + 1)
      return owners.contains { $0.property == property && $0.bodies.contains(body) { nil } }
    }
    return key.hasSuffix("-" + name) && names.contains(String(key.dropLast(name.count + 1)))
  }
}
