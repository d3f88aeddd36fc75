import TumbleFrames
import TumbleGeometry
import TumblePhysics

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
