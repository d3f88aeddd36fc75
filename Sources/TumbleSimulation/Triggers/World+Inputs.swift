import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

extension World {
  func check(input id: String, _ value: Double) throws(WorldError) {
    guard inputs.inputs.contains(where: { $0.id == id }) else {
      let hint = Nearest.word(to: id, in: inputs.inputs.map(\.id)).map { "; did you mean '\($0)'?" }
      throw .badCommand("there is no input '\(id)'\(hint ?? "")")
    }
    guard value.magnitude <= 1 else { throw .badCommand("an input's value is -1 to 1, not \(value)") }
  }

  func setInput(_ id: String, to value: Double) {
    guard let index = inputs.inputs.firstIndex(where: { $0.id == id }) else { return }
    let (was, isNow) = (
      inputs.values[index].magnitude >= InputState.threshold, value.magnitude >= InputState.threshold
    )
    inputs.values[index] = value
    if was != isNow { triggers?.pressed.append((id, isNow)) }
  }

  /// The value of an input of the scene, -1 to 1; nil if there is none of that id.
  public func input(_ id: String) -> Double? {
    inputs.inputs.firstIndex { $0.id == id }.map { inputs.values[$0] }
  }

  /// Drives what inputs drive, before the engine's step.
  func applyInputs() throws {
    guard !inputs.inputs.isEmpty else { return }
    for index in inputs.inputs.indices where inputs.values[index] != 0 {
      for case .force(let selector, let force) in inputs.inputs[index].drives {
        for id in targets(selector, nil) { try push(id, force, inputs.values[index]) }
      }
    }
    for joint in inputs.joints { try drive(joint.id, joint.parts) }
  }

  private func push(_ id: Int, _ force: Scene.Force, _ value: Double) throws {
    guard let body = bodies[id] else { return }
    let place = force.place ?? body.centerOfGravity
    if force.isLocal {
      try body.apply(force: force.amount * value, atLocal: place)
    } else {
      try body.apply(force: force.amount * value, atWorld: body.world(place))
    }
  }

  private func drive(_ id: String, _ parts: [(input: Int, amount: Double)]) throws {
    guard let number = jointIDs[id]?.number, let joint = joints[number] else { return }
    let added = parts.reduce(0) { $0 + inputs.values[$1.input] * $1.amount }
    func animated(_ property: AnimatableProperty) -> Double? {
      guard case .number(let shown)? = animation.value(of: JointID(number), property)?.shown else {
        return nil
      }
      return shown
    }
    switch (joint, model.scene.joints[number].form) {
    case (let motor as Motor, .motor(let rate)):
      let goal = (animated(.rate) ?? rate) + added
      if motor.rate != goal { try motor.setRate(goal) }
    case (let spring as DampedSpring, .spring(_, _, let length, _, _)):
      let goal = max((animated(.restLength) ?? length) + added, 0)
      if spring.restLength != goal { try spring.setRestLength(goal) }
    default: break
    }
  }
}
