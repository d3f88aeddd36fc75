import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

// Fields and fluids, by their places in the scene's lists as bodies are by theirs.

extension World {
  func add(field index: Int) throws {
    fields.append(try put(field: index))
    description.fields.append(FieldDescription(of: model.scene.fields[index]))
  }

  func add(fluid index: Int) throws {
    fluids.append(try space.add(model.scene.fluids[index].liquid))
    description.fluids.append(FluidDescription(of: model.scene.fluids[index]))
  }

  private func put(field index: Int) throws -> FieldID {
    let field = model.scene.fields[index]
    guard let body = field.body else { return try space.add(field.force) }
    guard let body = bodies[body].body else {
      throw EditRefusal("the field '\(field.id)' is on a body that has gone")
    }
    return try space.add(field.force, on: body)
  }

  func remove(field index: Int) throws {
    // One on a body may have gone with it.
    if let id = fields[index], space.holds(id) { try space.remove(id) }
    forget(field: index)
  }

  func remove(fluid index: Int) throws {
    if let id = fluids[index] { try space.remove(id) }
    fluids[index] = nil
    animation.values.forget(.fluid(index))
    removeOrphans()
  }

  private func forget(field index: Int) {
    fields[index] = nil
    animation.values.forget(.field(index))
    removeOrphans()
  }

  /// Forgets the fields that went with the bodies that the space let go of.
  func forgetFields(of bodies: [Int]) {
    for body in bodies {
      for field in model.fields(of: body) {
        model.forget(.field, field)
        forget(field: field)
      }
    }
  }

  /// Puts the fields of a body that was made again on it.
  func putBackFields(of body: Int) throws {
    for index in model.fields(of: body) {
      fields[index] = try put(field: index)
      showAnimatedStrength(of: index)
    }
  }

  func change(field index: Int) throws {
    guard let old = fields[index] else { return }
    let field = model.scene.fields[index]
    if description.fields[index].body == field.body.map({ BodyID($0) }) {
      try space.set(field.force, for: old)
    } else {
      let new = try put(field: index)
      try space.remove(old)
      fields[index] = new
    }
    description.fields[index] = FieldDescription(of: field)
    animation.values[.field(index), .strength]?.model = .number(field.force.strength)
    showAnimatedStrength(of: index)
  }

  func change(fluid index: Int) throws {
    guard let id = fluids[index] else { return }
    let fluid = model.scene.fluids[index]
    try space.set(fluid.liquid, for: id)
    description.fluids[index] = FluidDescription(of: fluid)
    animation.values[.fluid(index), .level]?.model = .number(fluid.liquid.surface)
    showAnimatedLevel(of: index)
  }

  // MARK: - Animations

  /// Tells physics of a strength that an animation shows.
  func showAnimatedStrength(of index: Int) {
    guard let shown = shownStrength(of: index), let id = fields[index] else { return }
    let force = model.scene.fields[index].force
    let largest = ForceField.largestStrength
    let least = force.effect.needsStrengthAboveZero ? 0 : -largest
    // A field of the scene takes any number within its bounds.
    try? space.setStrength(min(max(shown, least), largest), of: id)
  }

  func showAnimatedLevel(of index: Int) {
    guard let shown = shownLevel(of: index), let id = fluids[index] else { return }
    try? space.setLevel(Vector.bounded(shown), of: id)
  }

  private func shownStrength(of index: Int) -> Double? {
    animation.values[.field(index), .strength]?.shown.number
  }

  private func shownLevel(of index: Int) -> Double? { animation.values[.fluid(index), .level]?.shown.number }

  // MARK: - What is shown

  /// Writes what a snapshot tells of fields and fluids.
  func writeFields(_ snapshot: inout FrameSnapshot) {
    if snapshot.levels.count != fluids.count {
      snapshot.levels = Array(repeating: .infinity, count: fluids.count)
    }
    for index in fluids.indices {
      snapshot.levels[index] =
        fluids[index] == nil
        ? .infinity : shownLevel(of: index) ?? model.scene.fluids[index].liquid.surface
    }
    if snapshot.strengths.count != fields.count {
      snapshot.strengths = Array(repeating: 0, count: fields.count)
    }
    for index in fields.indices {
      snapshot.strengths[index] =
        fields[index] == nil
        ? 0 : shownStrength(of: index) ?? model.scene.fields[index].force.strength
    }
  }
}

extension FieldDescription {
  init(of field: Scene.Field) {
    self.init(name: field.id, force: field.force, body: field.body.map { BodyID($0) })
  }
}

extension FluidDescription {
  init(of fluid: Scene.Fluid) {
    self.init(
      name: fluid.id, outline: fluid.liquid.outline, flow: fluid.liquid.flow, color: fluid.color)
  }
}
