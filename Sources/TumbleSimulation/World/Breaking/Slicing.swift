import TumblePhysics

extension World {
  /// Cuts dynamic bodies in two, by rising ids; those that the cut does not go all through stay as they are.
  func slice(_ targets: [WorldBody], _ cut: Scene.Cut, _ trigger: Int) throws {
    for record in targets.sorted(by: { $0.index < $1.index }) {
      guard let body = record.body, body.kind == .dynamic else { continue }
      let local =
        cut.isLocal
        ? BodyCut(from: cut.from, to: cut.to) : BodyCut(from: body.local(cut.from), to: body.local(cut.to))
      var whole = model.scene.bodies[record.index]
      whole.place(SceneModel.Motion(of: body))
      guard let (halves, centers) = whole.halves(local, mass: body.mass, center: body.centerOfGravity) else {
        continue
      }
      let name = model.scene.name(ofTrigger: trigger)
      if let fullness = fullness(adding: halves) {
        refuse("\(name): \(fullness)", trigger)
        continue
      }
      if model.scene.joints.count + model.joints(of: record.index).count > limits.joints {
        refuse("\(name): \(limits.joints) joints have been made, and no more can be", trigger)
      }
      let changes = model.replace(
        body: record.index, by: halves, of: local, centers, maxJoints: limits.joints)
      for change in changes { try followOrSkip(change) }
    }
  }
}
