import TumbleGeometry

extension SceneBuilder {
  /// What a repeater made that is held together, for when all bodies are known.
  struct MadeSoft {
    var id: String
    var soft: SoftBody
    /// Of its pieces.
    var first: Int
    var record: Record
  }

  /// The bodies that ropes and chains are tied to, by their indices.
  var tiedBodies: [Int] {
    softs.flatMap { made in
      made.soft.ties.compactMap { made.soft.record.text($0.key).flatMap { names[.body][$0] } }
    }
  }

  /// The joints of ropes, chains, cloths and blobs: before those that the file lists.
  func makeSoftJoints() {
    for made in softs where !reading.isFull {
      let links = made.soft.links
      let pieces = made.first..<made.first + made.soft.places.count
      if let body = pieces.first.map({ scene.bodies[$0] }), body.kind != .dynamic,
        pieces.allSatisfy({ scene.bodies[$0].kind != .dynamic })
      {
        reading.error(
          made.record.place("repeat"),
          "a \(made.soft.kind.rawValue) is made of dynamic bodies, and '\(made.id)' is \(body.kind.rawValue)")
        continue
      }
      guard names.isShort(made.id + "-link", copies: links.count, at: made.record.place("id")) else {
        continue
      }
      for (number, link) in links.enumerated() {
        guard
          add(link.form, "\(made.id)-link-\(number + 1)", made.first + link.a, made.first + link.b, made)
        else { return }
      }
      for tie in made.soft.ties { guard add(tie, made) else { return } }
    }
  }

  private func add(_ tie: SoftBody.Tie, _ made: MadeSoft) -> Bool {
    let record = made.soft.record
    guard let name = record.text(tie.key), let other = names.body(name, at: record.place(tie.key)) else {
      return true
    }
    let body = scene.bodies[other]
    let anchor = (tie.at - body.position).rotated(by: -body.angle)
    guard !(made.first..<made.first + made.soft.places.count).contains(other) else {
      reading.error(record.place(tie.key), "'\(made.id)' cannot be tied to itself")
      return true
    }
    guard reading.isReached(anchor, record.place(tie.key), "this end, seen from '\(body.id)',") else {
      return true
    }
    return add(
      .pivot(anchorA: anchor, anchorB: tie.anchor), "\(made.id)-\(tie.name)", other, made.first + tie.piece,
      made)
  }

  /// False if there are too many.
  private func add(_ form: Scene.JointForm, _ id: String, _ a: Int, _ b: Int, _ made: MadeSoft) -> Bool {
    guard jointsBefore + scene.joints.count < reading.limits.joints else {
      reading.error(
        made.record.place("repeat"), "the scene has more than \(reading.limits.joints) joints",
        hint: "ropes, cloths and blobs count with all joints that they make")
      return false
    }
    guard names.claim(id, at: made.record.place("id")) else { return true }
    var joint = Scene.Joint(id: id, form: form, a: a, b: b)
    joint.collideBodies = false
    names.add(id, .joint, at: scene.joints.count)
    scene.joints.append(joint)
    source.joints.append(made.record)
    return true
  }
}
