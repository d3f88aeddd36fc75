import TumbleScenes

/// Which animations of a world have one of some names: ids, also of those that actions add for each body, and properties
/// that are changed over time, whose owners may be templates.
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

  mutating func removeLast() {
    for place in owners.indices { owners[place].bodies.removeLast() }
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
