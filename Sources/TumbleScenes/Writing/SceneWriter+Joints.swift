import TumbleFrames
import TumbleGeometry

extension SceneWriter {
  func joint(_ joint: Scene.Joint, in scene: Scene) -> FormatNode.Mapping {
    self.joint(joint, between: scene.bodies[joint.a].id, and: scene.bodies[joint.b].id)
  }

  func joint(_ joint: Scene.Joint, between a: String, and b: String) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [
      ("id", .plain(joint.id)), ("type", .plain(joint.form.kind.rawValue)), ("a", .plain(a)),
      ("b", .plain(b)),
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

  private func form(_ form: Scene.JointForm) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = []
    var form = form
    form.forEachValue(
      number: { key, value in
        mapping.append((key, value == .infinity ? .plain("infinite") : .number(value)))
      },
      vector: { key, value in mapping.append((key, .vector(value))) })
    return mapping
  }
}
