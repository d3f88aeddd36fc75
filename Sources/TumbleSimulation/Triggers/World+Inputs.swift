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
    if !was, isNow { inputs.presses[index] = inputs.place }
    if was != isNow { triggers?.pressed.append((id, isNow)) }
  }

  /// What drives something now: the scene's inputs, with what edits made of them.
  package var presentInputs: [Scene.Input] { inputs.inputs }

  /// The value of an input of the scene, -1 to 1; nil if there is none of that id.
  public func input(_ id: String) -> Double? {
    inputs.inputs.firstIndex { $0.id == id }.map { inputs.values[$0] }
  }

  /// Drives what inputs drive, before the engine's step.
  func applyInputs() throws {
    guard !inputs.inputs.isEmpty else { return }
    var followers: Set<Int> = []
    for index in inputs.inputs.indices where inputs.values[index] != 0 {
      for drive in inputs.inputs[index].drives {
        switch drive {
        case .force(let selector, let force):
          for body in targets(selector, nil) { try body.push(force, inputs.values[index]) }
        case .toward(let selector, let force, let reach):
          guard let place = inputs.place else { continue }
          for body in targets(selector, nil) {
            try body.draw(to: place, force * inputs.values[index], reach)
          }
        case .follow(let selector, let speed):
          guard let place = inputs.place else { continue }
          for body in targets(selector, nil) where try body.follow(place, speed, rate: rate) {
            followers.insert(body.index)
          }
        case .motor, .length: break
        }
      }
    }
    // Those that are let go of stay where they are.
    for id in inputs.followers.subtracting(followers).sorted() {
      try throwing { bodies[id].body?.velocity = .zero }
    }
    inputs.followers = followers
    for joint in inputs.joints { try drive(joint.id, joint.parts) }
  }

  private func drive(_ id: String, _ parts: [(input: Int, amount: Double)]) throws {
    guard let record = joint(id).map({ joints[$0.number] }), let joint = record.constraint else { return }
    let added = parts.reduce(0) { $0 + inputs.values[$1.input] * $1.amount }
    func animated(_ property: AnimatableProperty) -> Double? {
      record.values[property]?.shown.number
    }
    switch (joint, model.scene.joints[record.index].form) {
    case (let motor as Motor, .motor(let rate)):
      let goal = (animated(.rate) ?? rate) + added
      if motor.rate != goal { try throwing { motor.rate = goal } }
    case (let spring as DampedSpring, .spring(_, _, let length, _, _)):
      let goal = max((animated(.restLength) ?? length) + added, 0)
      if spring.restLength != goal { try throwing { spring.restLength = goal } }
    default: break
    }
  }
}
