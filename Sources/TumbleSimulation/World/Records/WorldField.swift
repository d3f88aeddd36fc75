import TumblePhysics

final class WorldField: ValuedRecord {
  static let kind = SceneObject.Kind.field
  static var records: ReferenceWritableKeyPath<World, Records<WorldField>> { \.fields }
  static var descriptions: WritableKeyPath<WorldDescription, [FieldDescription]> { \.fields }

  let index: Int
  /// The engine's name of it; nil once it has gone.
  var id: FieldID?
  var values = AnimatedValues()

  init(_ index: Int, _ id: FieldID?) {
    self.index = index
    self.id = id
  }

  convenience init(_ index: Int, in world: World) throws {
    self.init(index, nil)
    id = try made(in: world)
  }

  static func path(_ index: Int) -> Scene.ObjectPath { .field(index) }

  private func made(in world: World) throws -> FieldID {
    let own = world.model.scene.fields[index]
    guard let body = own.body else { return try world.space.add(own.force) }
    guard let body = world.bodies[body].body else {
      throw EditRefusal("the field '\(own.id)' is on a body that has gone")
    }
    return try world.space.add(own.force, on: body)
  }

  /// Puts it on its body again, which was made again.
  func putBack(in world: World) throws {
    id = try made(in: world)
    apply(.strength, in: world)
  }

  func description(in world: World) -> FieldDescription {
    FieldDescription(of: world.model.scene.fields[index])
  }

  func leave(_ world: World) throws {
    // One on a body may have gone with it.
    if let id, world.space.holds(id) { try world.space.remove(id) }
  }

  func forget(in world: World) {
    id = nil
    values = AnimatedValues()
  }

  func change(in world: World) throws {
    guard let old = id else { return }
    let own = world.model.scene.fields[index]
    if world.description.fields[index].body == own.body.map({ BodyID($0) }) {
      try world.space.set(own.force, for: old)
    } else {
      let new = try made(in: world)
      try world.space.remove(old)
      id = new
    }
    world.description.fields[index] = description(in: world)
    takePlainValues(in: world)
  }

  // MARK: - What animations say

  func isThere(in world: World) -> Bool { id != nil }

  func plainValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    .number(world.model.scene.fields[index].force.strength)
  }

  func value(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    .number(world.snapshot.strengths[index])
  }

  func apply(_ property: AnimatableProperty, in world: World) {
    guard let shown = values[property]?.shown.number, let id else { return }
    let force = world.model.scene.fields[index].force
    let largest = ForceField.largestStrength
    let least = force.effect.needsStrengthAboveZero ? 0 : -largest
    // A field of the scene takes any number within its bounds.
    try? world.space.setStrength(min(max(shown, least), largest), of: id)
  }
}

final class WorldFluid: ValuedRecord {
  static let kind = SceneObject.Kind.fluid
  static var records: ReferenceWritableKeyPath<World, Records<WorldFluid>> { \.fluids }
  static var descriptions: WritableKeyPath<WorldDescription, [FluidDescription]> { \.fluids }

  let index: Int
  /// The engine's name of it; nil once it has gone.
  var id: FluidID?
  var values = AnimatedValues()

  init(_ index: Int, _ id: FluidID?) {
    self.index = index
    self.id = id
  }

  convenience init(_ index: Int, in world: World) throws {
    self.init(index, try world.space.add(world.model.scene.fluids[index].liquid))
  }

  static func path(_ index: Int) -> Scene.ObjectPath { .fluid(index) }

  func description(in world: World) -> FluidDescription {
    FluidDescription(of: world.model.scene.fluids[index])
  }

  func leave(_ world: World) throws {
    if let id { try world.space.remove(id) }
  }

  func forget(in world: World) {
    id = nil
    values = AnimatedValues()
  }

  func change(in world: World) throws {
    guard let id else { return }
    let own = world.model.scene.fluids[index]
    try world.space.set(own.liquid, for: id)
    world.description.fluids[index] = description(in: world)
    takePlainValues(in: world)
  }

  // MARK: - What animations say

  func isThere(in world: World) -> Bool { id != nil }

  func plainValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    .number(world.model.scene.fluids[index].liquid.surface)
  }

  func value(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    .number(world.snapshot.levels[index])
  }

  func apply(_ property: AnimatableProperty, in world: World) {
    guard let shown = values[property]?.shown.number, let id else { return }
    try? world.space.setLevel(Vector.bounded(shown), of: id)
  }
}

extension World {
  /// Writes what a snapshot tells of fields and fluids.
  func writeFields(_ snapshot: inout FrameSnapshot) {
    snapshot.levels.fill(with: .infinity, count: fluids.all.count)
    for fluid in fluids.all {
      snapshot.levels[fluid.index] =
        fluid.id == nil
        ? .infinity
        : fluid.values[.level]?.shown.number ?? model.scene.fluids[fluid.index].liquid.surface
    }
    snapshot.strengths.fill(with: 0, count: fields.all.count)
    for field in fields.all {
      snapshot.strengths[field.index] =
        field.id == nil
        ? 0 : field.values[.strength]?.shown.number ?? model.scene.fields[field.index].force.strength
    }
  }
}
