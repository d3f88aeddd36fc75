import TumbleGeometry

// What follows the coming and going of bodies and joints: the lists by their ids grow, and never shrink.

extension AnimationState {
  mutating func addBody(_ name: String, _ id: BodyID) {
    drives.append(nil)
    surfaces.append(nil)
    bodyIDs[name] = id
  }

  mutating func addJoint(_ name: String, _ id: JointID) {
    jointIDs[name] = id
  }

  mutating func removeLastBody() {
    drives.removeLast()
    surfaces.removeLast()
  }

  mutating func forget(_ body: BodyID) {
    drives[body.number] = nil
    surfaces[body.number] = nil
    sizes[body] = nil
    driven.removeAll { $0 == body }
  }
}

extension KinematicDriver {
  /// The same drive of a body that is of another kind from now on: an animation that holds it takes hold of it again.
  func handedOver(isDynamic: Bool) -> KinematicDriver { KinematicDriver(isDynamic: isDynamic) }
}
