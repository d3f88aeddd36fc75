import TumblePhysics

/// Small worlds that many tests start from.
enum Worlds {
  /// A floor whose surface is at y = 0, and gravity.
  static func floor(_ definition: SpaceDefinition = SpaceDefinition(gravity: Vector(0, -1000))) throws
    -> Space
  {
    let space = try Space(definition)
    let floor = try Body(BodyDefinition(name: "floor", kind: .static))
    try space.add(floor)
    try space.add(
      Shape(
        .segment(from: Vector(-1000, -5), to: Vector(1000, -5), radius: 5), on: floor,
        ShapeDefinition(friction: 0.8)))
    return space
  }
}

extension Space {
  /// A square crate with its shape, added.
  @discardableResult
  func crate(
    at position: Vector, side: Double = 20, mass: Double = 1, name: String? = nil,
    _ look: ShapeDefinition = ShapeDefinition(friction: 0.8)
  ) throws -> Body {
    let size = Size(side, side)
    let body = try Body(
      BodyDefinition(
        name: name, position: position, mass: mass, moment: Moment.box(mass: mass, size: size)))
    try add(body)
    try add(Shape(.box(size), on: body, look))
    return body
  }

  /// A ball with its shape, added.
  @discardableResult
  func ball(
    at position: Vector, radius: Double = 10, mass: Double = 1, name: String? = nil,
    _ look: ShapeDefinition = ShapeDefinition()
  ) throws -> Body {
    let body = try Body(
      BodyDefinition(
        name: name, position: position, mass: mass, moment: Moment.circle(mass: mass, radius: radius)))
    try add(body)
    try add(Shape(.circle(radius: radius), on: body, look))
    return body
  }

  /// A body that stands still, without a shape.
  func nail(at position: Vector = .zero) throws -> Body {
    let body = try Body(BodyDefinition(kind: .static, position: position))
    try add(body)
    return body
  }

  func run(_ steps: Int, dt: Double = 1.0 / 120) throws {
    for _ in 0..<steps { try step(dt) }
  }
}
