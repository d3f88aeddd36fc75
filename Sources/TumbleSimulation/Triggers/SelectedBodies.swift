import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

/// Which bodies of a world are of a selector: by their names, by the template that they were spawned from, and as copies.
struct SelectedBodies {
  let selector: Scene.BodySelector
  private let names: Set<String>
  /// The names of shapes, by their bodies.
  private var shapes: [String: Set<String>] = [:]
  /// By body id.
  private var memberships: [Membership] = []
  /// The ids of those that are there, rising; empty for `anything`.
  private(set) var ids: [Int] = []

  private enum Membership {
    case none
    case whole
    case someShapes
  }

  init(_ selector: Scene.BodySelector) {
    self.selector = selector
    names = Set(selector.names.filter { !$0.contains(".") })
    for name in selector.names {
      guard let dot = name.firstIndex(of: ".") else { continue }
      shapes[String(name[..<dot]), default: []].insert(String(name[name.index(after: dot)...]))
    }
  }

  /// A body has been added; its id is the next.
  mutating func add(_ body: WorldBody) {
    let name = body.name
    let membership: Membership
    if let original = body.original?.number {
      membership = memberships[original]
      if membership == .someShapes, let known = shapes[originalNames[original]] { shapes[name] = known }
    } else if names.contains(name) || body.template.map(names.contains) == true {
      membership = .whole
    } else {
      membership = shapes[name] == nil ? .none : .someShapes
    }
    memberships.append(membership)
    originalNames.append(name)
    if membership != .none { ids.append(body.index) }
  }

  /// By body id.
  private var originalNames: [String] = []

  mutating func removeLast() {
    memberships.removeLast()
    originalNames.removeLast()
    if ids.last == memberships.count { ids.removeLast() }
  }

  mutating func forget(_ id: Int) {
    // Most worlds lose the one that came last or first.
    if let place = ids.firstIndex(of: id) { ids.remove(at: place) }
  }

  /// Whether a body, or a shape of it, is one of the selector's; also of one that is gone.
  func containsPart(of id: Int) -> Bool {
    selector.isAnything || memberships.indices.contains(id) && memberships[id] != .none
  }

  /// Whether a shape of a body is one of the selector's.
  ///
  /// - Parameter shape: The name of the shape, asked for where it matters; nil for one that is gone.
  func contains(_ id: Int, shape: () -> String?) -> Bool {
    if selector.isAnything { return true }
    guard memberships.indices.contains(id) else { return false }
    switch memberships[id] {
    case .none: return false
    case .whole: return true
    case .someShapes: return shape().map { shapes[originalNames[id]]?.contains($0) ?? false } ?? false
    }
  }
}
