import TumblePhysics

/// The inputs of the scene that a person holds down.
struct InputState {
  let inputs: [Scene.Input]
  /// The values by input, -1 to 1.
  var values: [Double]
  /// The position of the pointer; nil before it has been anywhere.
  var place: Vector? {
    didSet { for index in inputs.indices where inputs[index].pointer == .always { values[index] = 1 } }
  }
  /// The positions where the pointer's button was pressed last, by input.
  var presses: [Vector?]
  /// The ids of the bodies that follow the pointer now.
  var followers: Set<Int> = []
  /// The joints in the order of the file, each with the inputs that drive its motor's rate or its spring's
  /// length.
  let joints: [(id: String, parts: [(input: Int, amount: Double)])]

  init(_ inputs: [Scene.Input]) {
    self.inputs = inputs
    values = inputs.map { _ in 0 }
    presses = inputs.map { _ in nil }
    var joints: [(id: String, parts: [(input: Int, amount: Double)])] = []
    for (index, input) in inputs.enumerated() {
      for drive in input.drives {
        let (id, amount): (String, Double)
        switch drive {
        case .motor(let joint, let rate): (id, amount) = (joint, rate)
        case .length(let joint, let length): (id, amount) = (joint, length)
        case .force, .toward, .follow: continue
        }
        if let place = joints.firstIndex(where: { $0.id == id }) {
          joints[place].parts.append((index, amount))
        } else {
          joints.append((id, [(index, amount)]))
        }
      }
    }
    self.joints = joints
  }

  /// Returns the state with other inputs: what is held stays held.
  func changed(to inputs: [Scene.Input]) -> InputState {
    var state = InputState(inputs)
    for (index, input) in inputs.enumerated() {
      guard let old = self.inputs.firstIndex(where: { $0.id == input.id }) else { continue }
      (state.values[index], state.presses[index]) = (values[old], presses[old])
    }
    state.place = place
    state.followers = followers
    return state
  }

  var usesPointer: Bool { inputs.contains { $0.pointer != nil } }

  /// The value from which on an input counts as pressed.
  static let threshold = 0.5
}

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

  /// The scene's inputs, with what edits made of them.
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
          for body in targets(selector, nil) { try body.draw(to: place, force * inputs.values[index], reach) }
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
    func animated(_ property: AnimatableProperty) -> Double? { record.values[property]?.shown.number }
    switch (joint, model.scene.joints[record.index].form) {
    case (let motor as Motor, .motor(let rate)):
      let goal = (animated(.rate) ?? rate) + added
      if motor.rate != goal { try throwing { motor.rate = goal } }
    case (let rod as PinJoint, .pin):
      let own = model.scene.joints[record.index]
      guard let whole = own.partOf.flatMap(model.joint),
        let drive = model.scene.joints[whole].slideDrive, let speed = own.slideSpeed(along: drive)
      else { return }
      let (pace, length) = (abs(speed + added), drive.length(at: speed + added))
      if rod.maxBias != pace || rod.distance != length {
        try throwing { (rod.maxBias, rod.distance) = (pace, length) }
      }
    case (let spring as DampedSpring, .spring(_, _, let length, _, _)):
      let goal = max((animated(.restLength) ?? length) + added, 0)
      if spring.restLength != goal { try throwing { spring.restLength = goal } }
    default: break
    }
  }

  func check(control id: String, _ value: Double) throws(WorldError) { _ = try edits(control: id, to: value) }

  private func edits(control id: String, to value: Double) throws(WorldError) -> [Edit] {
    do { return try model.edits(control: id, to: value) } catch {
      throw .refused(message: error.message, hint: error.hint)
    }
  }

  /// Sets all that a control sets, or nothing of it. What it sets of what is gone is left out.
  func setControl(_ id: String, to value: Double) throws(WorldError) {
    let edits = try edits(control: id, to: value)
    var done: [Edit] = []
    for edit in edits {
      guard case .set(let object, let path, _) = edit else { continue }
      let before = Edit.set(object, path: path, value: model.text(of: object, path))
      do {
        try make(edit)
      } catch {
        for edit in done.reversed() { try? make(edit) }
        throw error
      }
      done.append(before)
    }
  }

  /// Returns the value that a control of the scene shows, by its id: a number in its unit, 0 or 1, or the
  /// index of an option. It is that of the first of its properties, whatever set it; nil if there is no such
  /// control, or its property is nothing that it could set.
  public func control(_ id: String) -> Double? { model.value(ofControl: id) }

  /// The controls of the scene, with what edits made of them.
  public var controls: [Scene.Control] { model.scene.controls }

  /// Returns true if any of what a control sets is there.
  package func canSetControl(_ id: String) -> Bool {
    model.scene.controls.first { $0.id == id }?.properties.contains { model.property($0) != nil } ?? false
  }
}
