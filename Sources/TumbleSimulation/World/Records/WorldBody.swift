import TumblePhysics

/// The record of a body.
///
/// What a step reads and writes of each body is not checked for accesses that overlap, which would take
/// longer than the accesses do: what is called during one has no way to the record.
final class WorldBody: WorldRecord {
  static let kind = SceneObject.Kind.body
  static var records: ReferenceWritableKeyPath<World, Records<WorldBody>> { \.bodies }
  static var descriptions: WritableKeyPath<WorldDescription, [BodyDescription]> { \.bodies }

  let id: BodyID
  let name: String
  /// The template that it was spawned from; nil for any other body.
  let template: String?
  /// The body of which it is a copy or a piece; nil for any other body.
  let original: BodyID?
  /// The engine's body; nil once it has gone.
  @exclusivity(unchecked) var body: Body?
  /// The collision types of its shapes, in their order: contact rules and listeners name them.
  var types: [CollisionType]
  /// The position and the motion at its start.
  var start: SceneModel.Motion
  /// The appearance now, with what animations say of it.
  @exclusivity(unchecked) var appearance: Appearance
  /// The file of the picture that it had before its first transition; empty for none. nil before that
  /// transition.
  var firstTexture: String?
  /// The drive by animations; nil before one moves it.
  @exclusivity(unchecked) var drive: KinematicDriver?
  /// The surfaces where animations have moved them; nil before one does.
  var surfaces: AnimatedSurfaces?
  /// The bounds of its outlines, which the property `size` scales; nil before an animation does.
  var size: Size?
  /// Is true once it has been reported that there is no room for its pieces.
  var isShatterRefused = false

  var index: Int { id.number }

  init(
    _ own: Scene.Body, _ id: BodyID, _ body: Body?, types: [CollisionType]?, template: String? = nil,
    copyOf original: Int? = nil
  ) {
    self.id = id
    name = own.id
    self.template = template
    self.original = original.map { BodyID($0) }
    self.body = body
    self.types = types ?? own.shapes.map { _ in 0 }
    start = SceneModel.Motion(
      position: own.position, angle: own.angle, velocity: own.velocity, angularVelocity: own.angularVelocity)
    appearance = own.appearance
  }

  /// Makes a body and puts it into the space, asleep where the scene says so.
  /// - Parameters:
  ///   - types: The collision types of its shapes; nil for those that no rule names.
  ///   - original: The index of the body of which it is a copy or a piece.
  convenience init(
    _ index: Int, in world: World, types: [CollisionType]?, template: String? = nil,
    copyOf original: Int? = nil
  ) throws {
    let own = world.model.scene.bodies[index]
    self.init(own, BodyID(index), nil, types: types, template: template, copyOf: original)
    _ = try own.standIn(id, types: self.types, in: world.space)
    let (made, shapes) = try own.made(id, types: self.types)
    try world.space.add(made, shapes)
    if own.isAsleep { try? world.space.sleep(made) }
    body = made
  }

  convenience init(_ index: Int, in world: World) throws { try self.init(index, in: world, types: nil) }

  static func path(_ index: Int) -> Scene.ObjectPath { .body(index) }

  func description(in world: World) -> BodyDescription {
    var description = BodyDescription(of: world.model.scene.bodies[index])
    (description.template, description.original) = (template, original)
    if firstTexture != nil { description.texture = shownTexture }
    return description
  }

  /// The picture of the description, which says what is shown before the first transition; nil for none.
  var shownTexture: String? { firstTexture.flatMap { $0.isEmpty ? nil : $0 } }

  func didCome(to world: World) {
    world.triggers?.add(self)
    world.watched?.add(self)
    world.hasNewNames = true
  }

  /// Does nothing: a change of a body says more, see ``change(from:key:in:)``.
  func change(in world: World) {}

  func leave(_ world: World) throws {
    try letGo(by: world)
    if let body { try world.space.remove(body) }
  }

  /// Takes it out of a person's hand.
  func letGo(by world: World) throws {
    if world.mouseJoint?.held == id { try world.release() }
  }

  func forget(in world: World) {
    body = nil
    (drive, surfaces, size) = (nil, nil, nil)
    world.animation.driven.removeAll { $0 === self }
    world.triggers?.forget(body: index)
    world.watched?.forget(body: index)
    world.forgetLook(of: index)
    world.hasNewNames = true
  }
}

extension SceneModel.Motion {
  /// Creates the motion of a body of the engine.
  init(of body: Body) {
    self.init(
      position: body.position, angle: body.angle, velocity: body.velocity,
      angularVelocity: body.angularVelocity)
  }
}

// MARK: - What animations say

extension WorldBody {
  func isThere(in world: World) -> Bool { body != nil }

  func motion(_ property: AnimatableProperty) -> (value: AnimatableValue, rate: AnimatableValue)? {
    guard let body else { return nil }
    let (velocity, spin) = velocity(of: body)
    switch property {
    case .position: return (.vector(body.position), .vector(velocity))
    case .positionX: return (.number(body.position.x), .number(velocity.x))
    case .positionY: return (.number(body.position.y), .number(velocity.y))
    default: return (.number(body.angle), .number(spin))
    }
  }

  /// The velocity of its position; by the curve while one holds it, for the body's own velocity is the mean
  /// of the step.
  func velocity(of body: Body) -> (Vector, Double) {
    if let drive, drive.isHeld { return (drive.curveVelocity, drive.curveAngularVelocity) }
    let arm = body.position - body.world(body.centerOfGravity)
    let correction = drive?.correction ?? (.zero, 0)
    let spin = body.angularVelocity + correction.spin
    return (body.velocity + correction.velocity + arm.perpendicular * spin, spin)
  }

  func plainValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    property == .surfaceVelocity ? body?.shapes.first.map { .vector($0.surfaceVelocity) } : nil
  }

  func modelValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    let own = world.model.scene.bodies[index].appearance
    switch property {
    case .color: return .color(own.color ?? .white)
    case .size: return .size(scaled(size ?? .zero, own.scale))
    case .surfaceVelocity: return surfaces?.model.map { .vector($0) }
    default: return own[property]
    }
  }

  func shownValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    property == .surfaceVelocity ? surfaces?.shown.map { .vector($0) } : appearance[property]
  }

  func value(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    guard let body else { return nil }
    switch property {
    case .position: return .vector(body.position)
    case .angle: return .number(body.angle)
    // Kept for those whose size is animated.
    case .size:
      return .size(scaled(size ?? world.model.scene.bodies[index].bounds?.size ?? .zero, appearance.scale))
    case .surfaceVelocity: return body.shapes.first.map { .vector($0.surfaceVelocity) }
    default: return appearance[property]
    }
  }

  private func scaled(_ size: Size, _ scale: Vector) -> Size {
    Size(size.width * scale.x, size.height * scale.y)
  }

  func prepare(_ property: AnimatableProperty, in world: World) throws(AnimationError) {
    let own = world.model.scene.bodies[index]
    if property.isMotion {
      guard own.kind != .static else { throw .invalid("'\(name)' is static and does not move") }
      world.animation.addDrive(of: self, isDynamic: own.kind == .dynamic)
    } else if property == .size {
      size = own.bounds?.size
    } else if property == .surfaceVelocity, surfaces == nil, let body {
      surfaces = AnimatedSurfaces(body.shapes)
    }
  }

  func showModel(of property: AnimatableProperty, in world: World) {
    let own = world.model.scene.bodies[index].appearance
    switch property {
    case .surfaceVelocity: surfaces?.shown = nil
    case .size: appearance.scale = own.scale
    default: appearance[property] = own[property]
    }
  }

  func show(_ value: AnimatableValue, of property: AnimatableProperty) {
    switch (property, value) {
    case (.size, .size(let shown)):
      let own = size ?? .zero
      appearance[.scale] = .vector(
        Vector(
          own.width > 0 ? shown.width / own.width : 1, own.height > 0 ? shown.height / own.height : 1))
    case (.surfaceVelocity, .vector(let velocity)): surfaces?.shown = velocity.bounded
    default: appearance[property] = value
    }
  }

  func apply(_ property: AnimatableProperty, in world: World) {
    if property == .surfaceVelocity, body != nil { surfaces?.apply() }
  }
}
