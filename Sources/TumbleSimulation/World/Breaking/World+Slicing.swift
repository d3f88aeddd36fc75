import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

extension World {
  /// Cuts dynamic bodies in two, by rising ids; those that the cut does not go all through stay as they are.
  func slice(_ targets: [WorldBody], _ cut: Scene.Cut, _ trigger: Int) throws {
    for record in targets.sorted(by: { $0.index < $1.index }) {
      guard let body = record.body, body.kind == .dynamic else { continue }
      let local =
        cut.isLocal
        ? BodyCut(from: cut.from, to: cut.to) : BodyCut(from: body.local(cut.from), to: body.local(cut.to))
      try slice(record.index, body, local, trigger)
    }
  }

  private func slice(_ id: Int, _ body: Body, _ cut: BodyCut, _ trigger: Int) throws {
    var whole = model.scene.bodies[id]
    (whole.position, whole.angle) = (body.position, body.angle)
    (whole.velocity, whole.angularVelocity) = (body.velocity, body.angularVelocity)
    guard let (made, centers) = whole.halves(cut, mass: body.mass, center: body.centerOfGravity) else {
      return
    }
    if let fullness = fullness(adding: made) {
      return refuse("\(scene.name(ofTrigger: trigger)): \(fullness)", trigger)
    }
    // A half of a half is not called half-1-half-2.
    let end = whole.id.firstRange(of: "-half-")?.lowerBound ?? whole.id.endIndex
    var halves = made
    for index in halves.indices { halves[index].id = whole.id[..<end] + "-half" }
    let joints = model.joints(of: id).map { model.scene.joints[$0] }
    var there: [Int?] = []
    for change in model.replace(body: id, by: halves) {
      guard case .copiedBody(let half, let original) = change else {
        try follow(change)
        continue
      }
      do {
        try follow(change)
        there.append(half)
      } catch {
        // One that the engine finds too thin is left out.
        skip(piece: half, of: original)
        there.append(nil)
      }
    }
    for joint in joints {
      guard model.scene.joints.count < limits.joints else {
        refuse(
          "\(scene.name(ofTrigger: trigger)): \(limits.joints) joints have been made, and no more can be",
          trigger)
        break
      }
      try hold(joint, of: id, cut, there, centers)
    }
  }

  /// Makes a joint of a body that was cut again, with the half that has its anchor; one that holds angles alone goes with the
  /// body's origin.
  private func hold(
    _ joint: Scene.Joint, of id: Int, _ cut: BodyCut, _ halves: [Int?], _ centers: [Vector]
  ) throws {
    var joint = joint
    let end = joint.a == id ? 0 : 1
    let side = cut.side(joint.form.anchor(end) ?? .zero) >= 0 ? 0 : 1
    guard let half = halves[side] else { return }
    joint.form = joint.form.moved(end, by: centers[side] * -1)
    if end == 0 { joint.a = half } else { joint.b = half }
    guard bodies[joint.a].body != nil, bodies[joint.b].body != nil else { return }
    model.add(joint)
    let index = model.scene.joints.count - 1
    do {
      try follow(.added(.joint, index))
    } catch {
      skip(WorldJoint(JointID(index), nil))
    }
  }
}
