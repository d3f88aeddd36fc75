import TumbleGeometry

extension SceneBuilder {
  /// The second joint that an entry makes, held as the bodies are now; nil for an entry of one joint.
  func part(of joint: Scene.Joint, _ type: String, _ record: Record, _ a: Scene.Body, _ b: Scene.Body)
    -> Scene.Joint?
  {
    guard let composed = ComposedJoint(rawValue: type) else { return nil }
    let form: Scene.JointForm
    switch composed {
    case .weld, .prismatic:
      let angle = b.angle - a.angle
      guard reading.isTurnable(angle, record.place, "the angle between '\(a.id)' and '\(b.id)'") else {
        return nil
      }
      let stiffness = record.number("stiffness")
      if stiffness != nil || record.has("force") {
        form = .rotarySpring(
          restAngle: angle, stiffness: stiffness ?? 0, damping: record.number("damping") ?? 0)
      } else {
        form = .gear(phase: angle, ratio: 1)
      }
    case .wheel:
      guard case .groove(let from, let to, let anchorB) = joint.form else { return nil }
      // From further up than the groove goes, so that it pushes the same way from end to end.
      let middle = from.interpolated(to: to, by: 0.5)
      let mount = middle + (to - from)
      form = .spring(
        anchorA: mount, anchorB: anchorB, restLength: mount.distance(to: middle),
        stiffness: record.number("stiffness") ?? 0, damping: record.number("damping") ?? 0)
    }
    var part = Scene.Joint(id: joint.id + composed.suffix, form: form, a: joint.a, b: joint.b)
    part.partOf = joint.id
    (part.errorBias, part.maxBias, part.collideBodies) = (joint.errorBias, joint.maxBias, joint.collideBodies)
    return part
  }

  /// The groove of a wheel: about where the wheel is, along the axis.
  func groove(ofWheel record: Record, _ a: Scene.Body, _ b: Scene.Body, _ anchorB: Vector) -> Scene.JointForm?
  {
    let axis = (record.vector("axis") ?? Vector(0, 1)).normalized
    guard axis != .zero else {
      reading.error(record.place("axis"), "'axis' is a direction, and [0, 0] is none", hint: "such as [0, 1]")
      return nil
    }
    let center = (b.transform.apply(anchorB) - a.position).rotated(by: -a.angle)
    let way = axis * (record.value("travel") as Double / 2)
    guard reading.isReached(center - way, record.place, "this wheel's groove, seen from '\(a.id)',"),
      reading.isReached(center + way * 3, record.place, "this wheel's groove, seen from '\(a.id)',")
    else { return nil }
    return .groove(from: center - way, to: center + way, anchorB: anchorB)
  }

  /// The joint that one goes with must be there.
  func checkPartOf(_ record: Record) -> String? {
    guard let name = record.text("partOf") else { return nil }
    return names.resolve(name, at: record.place("partOf"), among: names[.joint], what: "joint").map { _ in
      name
    }
  }
}

extension Scene.JointForm {
  /// Whether tables may say its force.
  var takesCurves: Bool {
    switch self {
    case .spring, .rotarySpring: true
    default: false
    }
  }
}
