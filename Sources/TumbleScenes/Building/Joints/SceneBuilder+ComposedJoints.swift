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
      guard case .groove(_, _, let anchorB) = joint.form else { return nil }
      let suspension = suspension(record, a, b, anchorB)
      form = .spring(
        anchorA: suspension.mount, anchorB: anchorB, restLength: suspension.restLength,
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
    guard record.vector("axis")?.normalized != .zero else {
      reading.error(record.place("axis"), "'axis' is a direction, and [0, 0] is none", hint: "such as [0, 1]")
      return nil
    }
    let suspension = suspension(record, a, b, anchorB)
    guard reading.isReached(suspension.from, record.place, "this wheel's groove, seen from '\(a.id)',"),
      reading.isReached(suspension.mount, record.place, "this wheel's groove, seen from '\(a.id)',")
    else { return nil }
    return .groove(from: suspension.from, to: suspension.to, anchorB: anchorB)
  }

  private func suspension(_ record: Record, _ a: Scene.Body, _ b: Scene.Body, _ anchorB: Vector)
    -> Suspension
  {
    Suspension(
      center: (b.transform.apply(anchorB) - a.position).rotated(by: -a.angle), axis: record.value("axis"),
      travel: record.value("travel"))
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

extension Record {
  /// true for an entry that makes several joints.
  var makesSeveralJoints: Bool {
    has("chain") || text("type").map { ComposedJoint(rawValue: $0) != nil } ?? false
  }
}
