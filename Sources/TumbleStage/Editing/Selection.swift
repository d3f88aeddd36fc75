import TumbleFrames
import TumbleGeometry

/// What is chosen, by rising ids.
package struct Selection: Hashable, Sendable {
  package private(set) var bodies: [BodyID]
  package private(set) var joints: [JointID]

  package init(bodies: some Sequence<BodyID> = [], joints: some Sequence<JointID> = []) {
    self.bodies = Array(Set(bodies)).sorted()
    self.joints = Array(Set(joints)).sorted()
  }

  package init(_ target: Target) {
    switch target {
    case .body(let id): self.init(bodies: [id])
    case .joint(let id): self.init(joints: [id])
    }
  }

  /// A thing that can be chosen.
  package enum Target: Hashable, Sendable {
    case body(BodyID)
    case joint(JointID)
  }
}

extension Selection {
  package var isEmpty: Bool { bodies.isEmpty && joints.isEmpty }
  package var count: Int { bodies.count + joints.count }

  package func contains(_ target: Target) -> Bool {
    switch target {
    case .body(let id): bodies.partitioningIndex { $0 >= id }.isPlace(of: id, in: bodies)
    case .joint(let id): joints.partitioningIndex { $0 >= id }.isPlace(of: id, in: joints)
    }
  }

  package func union(_ other: Selection) -> Selection {
    Selection(bodies: bodies + other.bodies, joints: joints + other.joints)
  }

  package func subtracting(_ other: Selection) -> Selection {
    Selection(
      bodies: bodies.filter { !other.contains(.body($0)) },
      joints: joints.filter { !other.contains(.joint($0)) })
  }

  /// Without what is not there any more.
  func kept(in snapshot: FrameSnapshot) -> Selection {
    if bodies.allSatisfy({ snapshot[$0] != nil }) && joints.allSatisfy({ snapshot[$0] != nil }) {
      return self
    }
    return Selection(
      bodies: bodies.filter { snapshot[$0] != nil }, joints: joints.filter { snapshot[$0] != nil })
  }
}

extension Int {
  fileprivate func isPlace<Element: Equatable>(of element: Element, in list: [Element]) -> Bool {
    list.indices.contains(self) && list[self] == element
  }
}
