import TumbleFiles
import TumbleGeometry

extension SceneBuilder {
  func readJoints() {
    makeSoftJoints()
    for record in root.records("joints") where !reading.isFull {
      guard let id = record.text("id"), names.claim(id, at: record.place("id")),
        let type = record.text("type")
      else {
        continue
      }
      let (forceCurve, dampingCurve) = springCurves(record)
      for (name, a, b) in pairs(id, record) {
        guard jointsBefore + scene.joints.count < reading.limits.joints else {
          reading.error(record.place, "the scene has more than \(reading.limits.joints) joints")
          return
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
        names.joints[name] = scene.joints.count
        scene.joints.append(joint)
        source.joints.append(record)
        guard var part = part(of: joint, type, record, scene.bodies[a], scene.bodies[b]) else { continue }
        if part.form.takesCurves { (part.forceCurve, part.dampingCurve) = (forceCurve, dampingCurve) }
        guard names.claim(part.id, at: record.place("id")) else { break }
        guard part.id.utf8.count <= Reading.longestName else {
          reading.error(
            record.place("id"), "its second joint's name, '\(Excerpts.short(part.id))', is too long",
            hint: "a shorter id")
          break
        }
        names.joints[part.id] = scene.joints.count
        scene.joints.append(part)
        source.joints.append(record)
      }
    }
  }

  private func pairs(_ id: String, _ record: Record) -> [(id: String, a: Int, b: Int)] {
    if let name = record.text("chain") {
      guard
        let range = names.resolve(
          name, at: record.place("chain"), among: names.repeaters, what: "repeater",
          hint: names.bodies[name].map { _ in "'\(name)' is a single body: use 'a' and 'b'" })
      else { return [] }
      guard range.count > 1 else {
        reading.error(
          record.place("chain"), "the repeater '\(name)' makes one body only: there is nothing to join")
        return []
      }
      var pairs = zip(range, range.dropFirst()).map { ($0, $1) }
      if record.flag("loop") == true && range.count > 2 {
        pairs.append((range.upperBound - 1, range.lowerBound))
      }
      guard names.isShort(id, copies: pairs.count, at: record.place("id")) else { return [] }
      return pairs.enumerated().map { ("\(id)-\($0 + 1)", $1.0, $1.1) }
    }
    // Both are looked for, so that two mistakes are reported at once.
    let found = (a: bodyIndex(record, "a"), b: bodyIndex(record, "b"))
    guard let a = found.a, let b = found.b else { return [] }
    guard a != b else {
      reading.error(record.place("b"), "a joint holds two bodies, and both are '\(scene.bodies[a].id)'")
      return []
    }
    if scene.bodies[a].kind != .dynamic && scene.bodies[b].kind != .dynamic {
      let (one, other) = (scene.bodies[a], scene.bodies[b])
      reading.error(
        record.place("b"),
        "neither '\(one.id)' (\(one.kind.rawValue)) nor '\(other.id)' (\(other.kind.rawValue)) can be moved by a joint",
        hint: "one of them must be dynamic")
      return []
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
      reading.error(record.place, "the two anchors lie more than 10⁹ points apart")
      return nil
    }
    switch type {
    case "pin":
      let length = record.number("length") ?? distance
      guard Bounds.distance.contains(length) else {
        reading.error(
          record.place, "the two anchors are at the same place, and a pin has a length",
          hint: "give it a length, or use a pivot, which holds them together")
        return nil
      }
      return .pin(anchorA: anchorA, anchorB: anchorB, length: length)
    case "slide":
      let min: Double = record.value("min")
      let max = record.text("max") == "infinite" ? .infinity : record.number("max") ?? distance
      guard isRising(record, min, max) else { return nil }
      return .slide(anchorA: anchorA, anchorB: anchorB, min: min, max: max)
    case "pivot", "weld":
      guard let at = record.vector("at") else { return .pivot(anchorA: anchorA, anchorB: anchorB) }
      func local(_ body: Scene.Body) -> Vector { (at - body.position).rotated(by: -body.angle) }
      guard reading.isReached(local(a), record.place("at"), "this point, seen from '\(a.id)',"),
        reading.isReached(local(b), record.place("at"), "this point, seen from '\(b.id)',")
      else { return nil }
      return .pivot(anchorA: local(a), anchorB: local(b))
    case "wheel": return groove(ofWheel: record, a, b, anchorB)
    case "groove", "prismatic":
      guard let from = record.vector("from"), let to = record.vector("to") else { return nil }
      guard from != to else {
        reading.error(record.place("to"), "a groove needs two ends, and 'from' and 'to' are the same point")
        return nil
      }
      guard Bounds.distance.contains(from.distance(to: to)) else {
        let text = from.distance(to: to).shortText
        reading.error(record.place("to"), "a groove is 1e-9 to 1e9 points long, not \(text)")
        return nil
      }
      return .groove(from: from, to: to, anchorB: anchorB)
    case "spring":
      return .spring(
        anchorA: anchorA, anchorB: anchorB, restLength: record.number("restLength") ?? distance,
        stiffness: record.number("stiffness") ?? 0, damping: record.value("damping"))
    case "rotary-spring":
      let restAngle = record.number("restAngle") ?? b.angle - a.angle
      guard reading.isTurnable(restAngle, record.place, "the angle between '\(a.id)' and '\(b.id)'") else {
        return nil
      }
      return .rotarySpring(
        restAngle: restAngle,
        stiffness: record.number("stiffness") ?? 0,
        damping: record.value("damping"))
    case "rotary-limit":
      guard let min = record.number("min"), let max = record.number("max"), isRising(record, min, max) else {
        return nil
      }
      return .rotaryLimit(min: min, max: max)
    case "ratchet":
      guard let click = nonzero(record, "click") else { return nil }
      return .ratchet(phase: record.value("phase"), click: click)
    case "gear":
      // Of two wheels that mesh, one turns against the other.
      if let teeth = record.vector("teeth") {
        guard teeth.x >= 1e-9, teeth.y >= 1e-9 else {
          reading.error(record.place("teeth"), "both numbers of teeth must be more than 0")
          return nil
        }
        return .gear(phase: record.value("phase"), ratio: -teeth.y / teeth.x)
      }
      guard record.has("ratio") || record.has("teeth") else {
        reading.error(record.place, "a gear needs a 'ratio', or 'teeth'", hint: "such as teeth: [12, 36]")
        return nil
      }
      guard let ratio = nonzero(record, "ratio") else { return nil }
      return .gear(phase: record.value("phase"), ratio: ratio)
    default:
      return record.number("rate").map { .motor(rate: $0) }
    }
  }

  /// Of a joint that has anchors.
  private func anchor(_ key: String, _ record: Record) -> Vector {
    record.vector(key) ?? record.defaultValue(of: key) ?? .zero
  }

  private func isRising(_ record: Record, _ min: Double, _ max: Double) -> Bool {
    if min <= max { return true }
    let key = record.has("max") ? "max" : "min"
    reading.error(
      record.place(key), "'min' (\(min.shortText)) is more than 'max' (\(max.shortText))",
      hint: record.has("max") ? nil : "without 'max' it is the distance at the start")
    return false
  }

  private func nonzero(_ record: Record, _ key: String) -> Double? {
    guard let value = record.number(key) else { return nil }
    if abs(value) >= 1e-9 { return value }
    reading.error(record.place(key), "'\(key)' must not be 0, nor nearer to it than 1e-9")
    return nil
  }
}
