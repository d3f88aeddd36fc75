import TumbleFiles

extension SceneBuilder {
  func readJoints() {
    makeSoftJoints()
    records: for record in root.records("joints") where !reading.isFull {
      guard let id = record.text("id"), names.claim(id, at: record.place("id")),
        let type = record.text("type")
      else { continue }
      let (forceCurve, dampingCurve) = springCurves(record)
      for (name, a, b) in pairs(id, record) ?? [] {
        guard jointsBefore + scene.joints.count < reading.limits.joints else {
          return reading.error(record.place, "the scene has more than \(reading.limits.joints) joints")
        }
        guard let form = form(type, record, scene.bodies[a], scene.bodies[b]) else { break }
        var joint = Scene.Joint(id: name, form: form, a: a, b: b)
        Format.jointFields.read(record, into: &joint)
        joint.breakAt = record.number("breakAt")
        if ComposedJoint(rawValue: type) == nil {
          (joint.forceCurve, joint.dampingCurve) = (forceCurve, dampingCurve)
        }
        joint.partOf = checkPartOf(record)
        if name != id && !names.claim(name, at: record.place("id")) { break }
        add(joint, from: record)
        for part in parts(of: joint, type, record, scene.bodies[a], scene.bodies[b]) {
          var part = part
          if part.form.takesCurves, ComposedJoint(rawValue: type) != .hinge {
            (part.forceCurve, part.dampingCurve) = (forceCurve, dampingCurve)
          }
          guard names.claim(part.id, at: record.place("id")) else { continue records }
          guard part.id.utf8.count <= Reading.longestName else {
            reading.error(
              record.place("id"), "the name of its part, '\(Excerpts.short(part.id))', is too long",
              hint: "a shorter id")
            continue records
          }
          add(part, from: record)
        }
      }
    }
  }

  private func pairs(_ id: String, _ record: Record) -> [(id: String, a: Int, b: Int)]? {
    if let name = record.text("chain") {
      guard
        let range = names.resolve(
          name, at: record.place("chain"), among: names.repeaters, what: "repeater",
          hint: names[.body][name].map { _ in "'\(name)' is a single body: use 'a' and 'b'" })
      else { return nil }
      guard range.count > 1 else {
        return reading.refuse(
          record.place("chain"), "the repeater '\(name)' makes one body only: there is nothing to join")
      }
      var pairs = zip(range, range.dropFirst()).map { ($0, $1) }
      if record.flag("loop") == true && range.count > 2 {
        pairs.append((range.upperBound - 1, range.lowerBound))
      }
      guard names.isShort(id, copies: pairs.count, at: record.place("id")) else { return nil }
      return pairs.enumerated().map { ("\(id)-\($0 + 1)", $1.0, $1.1) }
    }
    // Both are looked for, so that two mistakes are reported at once.
    let found = (a: bodyIndex(record, "a"), b: bodyIndex(record, "b"))
    guard let a = found.a, let b = found.b else { return nil }
    guard a != b else {
      return reading.refuse(
        record.place("b"), "a joint holds two bodies, and both are '\(scene.bodies[a].id)'")
    }
    if scene.bodies[a].kind != .dynamic && scene.bodies[b].kind != .dynamic {
      let (one, other) = (scene.bodies[a], scene.bodies[b])
      return reading.refuse(
        record.place("b"),
        "neither '\(one.id)' (\(one.kind.rawValue)) nor '\(other.id)' (\(other.kind.rawValue)) can be moved "
          + "by a joint",
        hint: "one of them must be dynamic")
    }
    return [(id, a, b)]
  }

  private func bodyIndex(_ record: Record, _ key: String) -> Int? {
    guard let name = record.text(key) else { return nil }
    return names.body(name, at: record.place(key))
  }

  private func form(_ type: String, _ record: Record, _ a: Scene.Body, _ b: Scene.Body) -> Scene.JointForm? {
    let (anchorA, anchorB) = (anchor("anchorA", record), anchor("anchorB", record))
    let distance = a.transform.apply(anchorA).distance(to: b.transform.apply(anchorB))
    guard distance <= Bounds.any.max else {
      return reading.refuse(record.place, "the two anchors lie more than 10⁹ points apart")
    }
    let composed = ComposedJoint(rawValue: type)
    if composed == .wheel { return groove(ofWheel: record, a, b, anchorB) }
    guard let kind = composed?.first ?? JointKind(rawValue: type) else { return nil }
    var form: Scene.JointForm
    // What is left out, where the format itself does not say it; what must be given is no number until it is
    // read.
    switch kind {
    case .pin: form = .pin(anchorA: anchorA, anchorB: anchorB, length: distance)
    case .slide: form = .slide(anchorA: anchorA, anchorB: anchorB, min: 0, max: distance)
    case .pivot:
      guard let at = record.vector("at") else { return .pivot(anchorA: anchorA, anchorB: anchorB) }
      return pivot(at, record, a, b)
    case .groove: form = .groove(from: Self.missingPoint, to: Self.missingPoint, anchorB: anchorB)
    case .spring:
      form = .spring(anchorA: anchorA, anchorB: anchorB, restLength: distance, stiffness: 0, damping: 0)
    case .rotarySpring: form = .rotarySpring(restAngle: b.angle - a.angle, stiffness: 0, damping: 0)
    case .rotaryLimit: form = .rotaryLimit(min: .nan, max: .nan)
    case .ratchet: form = .ratchet(phase: 0, click: .nan)
    case .gear:
      guard let ratio = gearRatio(record) else { return nil }
      form = .gear(phase: 0, ratio: ratio)
    case .motor: form = .motor(rate: .nan)
    }
    form.read(record)
    guard form.isComplete, isPossible(form, record, a, b) else { return nil }
    guard composed == .prismatic, case .groove(let from, let to, _) = form else { return form }
    return groove(from, to, anchorB, limitedBy: record)
  }

  /// The point in place of one that must be given.
  private static let missingPoint = Vector(.nan, .nan)

  /// Returns true if a joint may be so; reported if not.
  private func isPossible(
    _ form: Scene.JointForm, _ record: Record, _ a: Scene.Body, _ b: Scene.Body
  ) -> Bool {
    switch form {
    case .pin(_, _, let length):
      if Bounds.distance.contains(length) { return true }
      return reading.refuse(
        record.place, "the two anchors are at the same place, and a pin has a length",
        hint: "give it a length, or use a pivot, which holds them together")
    case .slide(_, _, let min, let max), .rotaryLimit(let min, let max): return isRising(record, min, max)
    case .groove(let from, let to, _):
      guard from != to else {
        return reading.refuse(
          record.place("to"), "a groove needs two ends, and 'from' and 'to' are the same point")
      }
      if Bounds.distance.contains(from.distance(to: to)) { return true }
      let text = from.distance(to: to).shortText
      return reading.refuse(record.place("to"), "a groove is 1e-9 to 1e9 points long, not \(text)")
    case .rotarySpring(let restAngle, _, _):
      return reading.isTurnable(restAngle, record.place, "the angle between '\(a.id)' and '\(b.id)'")
    case .ratchet(_, let click): return isNonzero(click, record, "click")
    case .gear(_, let ratio): return !record.has("ratio") || isNonzero(ratio, record, "ratio")
    case .pivot, .spring, .motor: return true
    }
  }

  /// A pivot at a point of the world.
  private func pivot(_ at: Vector, _ record: Record, _ a: Scene.Body, _ b: Scene.Body) -> Scene.JointForm? {
    func local(_ body: Scene.Body) -> Vector { (at - body.position).rotated(by: -body.angle) }
    guard reading.isReached(local(a), record.place("at"), "this point, seen from '\(a.id)',"),
      reading.isReached(local(b), record.place("at"), "this point, seen from '\(b.id)',")
    else { return nil }
    return .pivot(anchorA: local(a), anchorB: local(b))
  }

  /// The ratio that teeth make, no number where it is given itself; nil, and reported, where neither is.
  private func gearRatio(_ record: Record) -> Double? {
    guard let teeth = record.vector("teeth") else {
      if record.has("ratio") || record.has("teeth") { return .nan }
      return reading.refuse(
        record.place, "a gear needs a 'ratio', or 'teeth'", hint: "such as teeth: [12, 36]")
    }
    guard teeth.x >= 1e-9, teeth.y >= 1e-9 else {
      return reading.refuse(record.place("teeth"), "both numbers of teeth must be more than 0")
    }
    // Of two wheels that mesh, one turns against the other.
    return -teeth.y / teeth.x
  }

  private func anchor(_ key: String, _ record: Record) -> Vector {
    record.vector(key) ?? record.defaultValue(of: key) ?? .zero
  }

  private func isRising(_ record: Record, _ min: Double, _ max: Double) -> Bool {
    if min <= max { return true }
    let key = record.has("max") ? "max" : "min"
    return reading.refuse(
      record.place(key), "'min' (\(min.shortText)) is more than 'max' (\(max.shortText))",
      hint: record.has("max") ? nil : "without 'max' it is the distance at the start")
  }

  private func isNonzero(_ value: Double, _ record: Record, _ key: String) -> Bool {
    if abs(value) >= 1e-9 { return true }
    return reading.refuse(record.place(key), "'\(key)' must not be 0, nor nearer to it than 1e-9")
  }
}

extension Scene.JointForm {
  /// Sets what a record gives, or the format says of what is left out.
  fileprivate mutating func read(_ record: Record) {
    forEachValue(
      number: { key, value in
        if record.text(key) == "infinite" {
          value = .infinity
        } else {
          value = record.number(key) ?? record.defaultValue(of: key) ?? value
        }
      },
      vector: { key, value in value = record.vector(key) ?? record.defaultValue(of: key) ?? value })
  }

  /// Is true if nothing is missing; what is has been reported.
  fileprivate var isComplete: Bool {
    var isComplete = true
    var form = self
    form.forEachValue(
      number: { _, value in if value.isNaN { isComplete = false } },
      vector: { _, value in if value.x.isNaN || value.y.isNaN { isComplete = false } })
    return isComplete
  }
}

extension SceneBuilder {
  /// The joints that an entry makes besides the first, held as the bodies are now.
  func parts(of joint: Scene.Joint, _ type: String, _ record: Record, _ a: Scene.Body, _ b: Scene.Body)
    -> [Scene.Joint]
  {
    guard let composed = ComposedJoint(rawValue: type) else { return [] }
    var parts: [Scene.Joint] = []
    func add(_ kind: ComposedJoint.Part, _ form: Scene.JointForm, maxForce: Double? = nil) {
      var part = Scene.Joint(id: joint.id + kind.suffix, form: form, a: joint.a, b: joint.b)
      (part.partOf, part.maxForce) = (joint.id, maxForce)
      (part.errorBias, part.maxBias, part.collideBodies) = (
        joint.errorBias, joint.maxBias, joint.collideBodies
      )
      parts.append(part)
    }
    let angle = b.angle - a.angle
    let spring = record.record("spring")
    if composed != .wheel, composed != .hinge || spring != nil {
      guard reading.isTurnable(angle, record.place, "the angle between '\(a.id)' and '\(b.id)'") else {
        return []
      }
    }
    switch (composed, joint.form) {
    case (.weld, _), (.prismatic, _):
      let stiffness = record.number("stiffness")
      if stiffness != nil || record.has("force") {
        add(
          .angle,
          .rotarySpring(restAngle: angle, stiffness: stiffness ?? 0, damping: record.number("damping") ?? 0))
      } else {
        add(.angle, .gear(phase: angle, ratio: 1))
      }
    case (.wheel, .groove(_, _, let anchorB)):
      let suspension = suspension(record, a, b, anchorB)
      add(
        .spring,
        .spring(
          anchorA: suspension.mount, anchorB: anchorB, restLength: suspension.restLength,
          stiffness: record.number("stiffness") ?? 0, damping: record.number("damping") ?? 0))
    default: break
    }
    if let motor = record.record("motor"), let drive = joint.slideDrive, composed == .prismatic {
      guard reading.isReached(drive.mount, record.place, "this joint's motor, seen from '\(a.id)',"),
        case .groove(_, _, let anchorB) = joint.form
      else { return [] }
      guard drive.longest <= Bounds.any.max else {
        reading.error(record.place, "a groove with a motor is 5e8 points long at most")
        return []
      }
      let own = Format.slideMotorFields.object(motor)
      add(.motor, joint.form, maxForce: own.force)
      parts[parts.count - 1].drive(anchorB, along: drive, at: own.speed)
    } else if let motor = record.record("motor") {
      let own = Format.motorFields.object(motor)
      add(.motor, .motor(rate: own.speed), maxForce: own.torque)
    }
    if composed == .hinge, let limits = record.vector("limits") {
      guard isRising(limits, record) else { return [] }
      add(.limits, .rotaryLimit(min: limits.x, max: limits.y))
    }
    if composed == .hinge, let spring {
      let own = Format.springFields.object(spring)
      add(
        .spring,
        .rotarySpring(restAngle: own.angle ?? angle, stiffness: own.stiffness, damping: own.damping))
    }
    return parts
  }

  private func isRising(_ limits: Vector, _ record: Record) -> Bool {
    if limits.x <= limits.y { return true }
    return reading.refuse(
      record.place("limits"),
      "the first of 'limits' (\(limits.x.shortText)) is more than the second (\(limits.y.shortText))")
  }

  /// The groove of a prismatic joint as its limits leave it.
  func groove(_ from: Vector, _ to: Vector, _ anchorB: Vector, limitedBy record: Record)
    -> Scene.JointForm?
  {
    guard let limits = record.vector("limits") else { return .groove(from: from, to: to, anchorB: anchorB) }
    let length = from.distance(to: to)
    let way = (to - from).normalized
    let (start, end) = (from + way * limits.x, from + way * limits.y)
    guard limits.x >= 0, limits.y <= length, limits.x < limits.y, start.distance(to: end) >= 1e-9 else {
      return reading.refuse(
        record.place("limits"),
        "the limits of this groove lie between 0 and its length, \(length.shortText), one below the other")
    }
    return .groove(from: start, to: end, anchorB: anchorB)
  }

  /// The groove of a wheel: about where the wheel is, along the axis.
  func groove(ofWheel record: Record, _ a: Scene.Body, _ b: Scene.Body, _ anchorB: Vector) -> Scene.JointForm?
  {
    guard record.vector("axis")?.normalized != .zero else {
      return reading.refuse(
        record.place("axis"), "'axis' is a direction, and [0, 0] is none", hint: "such as [0, 1]")
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
  /// Is true if tables may say its force.
  var takesCurves: Bool {
    switch self {
    case .spring, .rotarySpring: true
    default: false
    }
  }
}

extension Record {
  /// Is true for an entry that makes several joints.
  var makesSeveralJoints: Bool {
    has("chain") || text("type").flatMap(ComposedJoint.init).map { $0 != .hinge } ?? false
  }
}
