import TumbleFrames
import TumbleGeometry
import TumblePhysics

extension World {
  /// The impulse, in kilograms × points per second, from which on a touch is told of as a hit; nil (the default) for no
  /// hits. A body at rest gets its weight × the step in every step: choose more.
  public var hitThreshold: Double? {
    get { space.contactListeners.first { $0.kinds.contains(.hit) }?.hitThreshold }
    set {
      let began = ContactListener([.began, .ended])
      space.contactListeners =
        newValue.map { [began, ContactListener(.hit, hitThreshold: $0 >= 0 ? $0 : 0)] } ?? [began]
    }
  }
}

extension Contact {
  init?(_ event: ContactEvent) {
    let kind: Kind
    switch event.kind {
    case .ended: kind = .ended
    case .began: kind = .began
    case .hit: kind = .hit
    case .persisted: return nil
    }
    var point = Vector.zero
    if !event.points.isEmpty {
      for index in event.points.indices { point += event.points[index].position }
      point = point / Double(event.points.count)
    }
    self.init(
      kind: kind, a: event.bodyA, b: event.bodyB, point: point, normal: event.normal, impulse: event.impulse,
      energyLost: event.energyLost, isSensor: event.isSensor)
  }
}
