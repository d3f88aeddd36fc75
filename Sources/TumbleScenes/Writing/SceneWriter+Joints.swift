import TumbleGeometry

extension SceneWriter {
  func joint(_ joint: Scene.Joint, in scene: Scene) -> Written.Mapping {
    var mapping: Written.Mapping = [
      ("id", .plain(joint.id)), ("type", .plain(joint.form.kind.rawValue)),
      ("a", .plain(scene.bodies[joint.a].id)),
      ("b", .plain(scene.bodies[joint.b].id)),
    ]
    mapping += form(joint.form)
    if let curve = joint.forceCurve {
      mapping.removeAll { $0.0 == "stiffness" }
      mapping.append(("force", .list(curve.points.map { .vector($0) })))
      if curve.timing != .linear, let timing = curve.timing.written { mapping.append(("timing", timing)) }
    }
    if let points = joint.dampingCurve {
      mapping.removeAll { $0.0 == "damping" }
      mapping.append(("dampingForce", .list(points.map { .vector($0) })))
    }
    if let breakAt = joint.breakAt { mapping.append(("breakAt", .number(breakAt))) }
    if let whole = joint.partOf { mapping.append(("partOf", .plain(whole))) }
    mapping += Format.jointFields.write(joint)
    return mapping
  }

  private func form(_ form: Scene.JointForm) -> Written.Mapping {
    switch form {
    case .pin(let anchorA, let anchorB, let length):
      anchors(anchorA, anchorB) + [("length", .number(length))]
    case .slide(let anchorA, let anchorB, let min, let max):
      anchors(anchorA, anchorB) + [
        ("min", .number(min)), ("max", max == .infinity ? .plain("infinite") : .number(max)),
      ]
    case .pivot(let anchorA, let anchorB): anchors(anchorA, anchorB)
    case .groove(let from, let to, let anchorB):
      [("from", .vector(from)), ("to", .vector(to)), ("anchorB", .vector(anchorB))]
    case .spring(let anchorA, let anchorB, let restLength, let stiffness, let damping):
      anchors(anchorA, anchorB) + [
        ("restLength", .number(restLength)), ("stiffness", .number(stiffness)), ("damping", .number(damping)),
      ]
    case .rotarySpring(let restAngle, let stiffness, let damping):
      [
        ("restAngle", .number(restAngle)), ("stiffness", .number(stiffness)), ("damping", .number(damping)),
      ]
    case .rotaryLimit(let min, let max): [("min", .number(min)), ("max", .number(max))]
    case .ratchet(let phase, let click): [("phase", .number(phase)), ("click", .number(click))]
    case .gear(let phase, let ratio): [("phase", .number(phase)), ("ratio", .number(ratio))]
    case .motor(let rate): [("rate", .number(rate))]
    }
  }

  private func anchors(_ anchorA: Vector, _ anchorB: Vector) -> Written.Mapping {
    [("anchorA", .vector(anchorA)), ("anchorB", .vector(anchorB))]
  }
}
