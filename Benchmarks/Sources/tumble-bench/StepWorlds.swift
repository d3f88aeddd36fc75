import CBaseline
import TumblePhysics

/// The same scenes as in worlds.c, made with the wrapper: number for number, in the same order.
enum StepWorlds {
  static func make(
    _ scene: baseline_scene, index: SpaceDefinition.Index = .tree, sleep: Double = .infinity, threads: Int = 1
  ) throws -> Space {
    let isLoose = scene == BASELINE_FREE || scene == BASELINE_SPREAD || scene == BASELINE_SPINNING
    let gravity = isLoose ? Vector.zero : Vector(0, -1000)
    let space = try Space(
      SpaceDefinition(gravity: gravity, sleepTimeThreshold: sleep, index: index, threads: threads))
    let ground = try Body(BodyDefinition(kind: .static))
    try space.add(ground)
    switch scene {
    case BASELINE_CRATES: try crates(space, ground)
    case BASELINE_PYRAMID: try pyramid(space, ground)
    case BASELINE_CIRCLES_1000: try circles(space, ground, 1000)
    case BASELINE_CIRCLES_5000: try circles(space, ground, 5000)
    case BASELINE_ROPES: try ropes(space, ground)
    case BASELINE_TOWERS: try towers(space, ground)
    case BASELINE_FREE: try loose(space, shapes: false, spinning: false)
    case BASELINE_SPINNING: try loose(space, shapes: false, spinning: true)
    default: try loose(space, shapes: true, spinning: false)
    }
    return space
  }

  private static func body(
    _ space: Space, _ position: Vector, _ mass: Double, _ moment: Double, velocity: Vector = .zero,
    angularVelocity: Double = 0
  ) throws -> Body {
    let body = try Body(
      BodyDefinition(
        position: position, velocity: velocity, angularVelocity: angularVelocity, mass: mass, moment: moment))
    try space.add(body)
    return body
  }

  private static func walls(_ space: Space, _ ground: Body, _ width: Double, _ height: Double) throws {
    let corners = [Vector(0, 0), Vector(width, 0), Vector(width, height), Vector(0, height)]
    for i in 0..<4 {
      let form = Form.segment(from: corners[i], to: corners[(i + 1) % 4], radius: 1)
      try space.add(Shape(form, on: ground, ShapeDefinition(friction: 0.5, elasticity: 0.8)))
    }
  }

  private static func crates(_ space: Space, _ ground: Body) throws {
    try walls(space, ground, 300, 300)
    let look = ShapeDefinition(friction: 0.5, elasticity: 0.8)
    for (x, y, side) in [(0.0, 0.0, 32.0), (32, 0, 32), (64, 0, 64), (128, 0, 32), (0, 32, 64)] {
      let size = Size(side, side)
      let crate = try body(
        space, Vector(x + side / 2, 300 - y - side / 2), 100, Moment.box(mass: 100, size: size))
      try space.add(Shape(.box(size), on: crate, look))
    }
  }

  private static func pyramid(_ space: Space, _ ground: Body) throws {
    let look = ShapeDefinition(friction: 0.8)
    try space.add(
      Shape(.segment(from: Vector(-1000, 0), to: Vector(1000, 0), radius: 1), on: ground, look))
    let size = Size(10, 10)
    for row in 0..<44 {
      for i in 0..<44 - row {
        let place = Vector((Double(i) - Double(44 - row) / 2) * 11, 6 + Double(row) * 10.1)
        let box = try body(space, place, 1, Moment.box(mass: 1, size: size))
        try space.add(Shape(.box(size), on: box, look))
      }
    }
  }

  private static func circles(_ space: Space, _ ground: Body, _ count: Int) throws {
    let columns = count == 1000 ? 40 : 100
    try walls(space, ground, Double(columns) * 9 + 4, 2000)
    let look = ShapeDefinition(friction: 0.5, elasticity: 0.2)
    for i in 0..<count {
      let place = Vector(
        8 + Double(i % columns) * 9 + Double(i / columns % 2), 8 + Double(i / columns) * 9)
      let ball = try body(space, place, 1, Moment.circle(mass: 1, radius: 4))
      try space.add(Shape(.circle(radius: 4), on: ball, look))
    }
  }

  private static func ropes(_ space: Space, _ ground: Body) throws {
    for rope in 0..<40 {
      var previous = ground
      for link in 0..<50 {
        let x = Double(rope * 20 + link * 10)
        let body = try body(space, Vector(x + 5, 500), 1, Moment.box(mass: 1, size: Size(10, 2)))
        try space.add(PivotJoint(previous, body, at: Vector(x, 500)))
        previous = body
      }
    }
  }

  private static func towers(_ space: Space, _ ground: Body) throws {
    let look = ShapeDefinition(friction: 0.8)
    try space.add(
      Shape(.segment(from: Vector(-100, 0), to: Vector(1700, 0), radius: 1), on: ground, look))
    let size = Size(10, 10)
    for tower in 0..<40 {
      for i in 0..<20 {
        let place = Vector(Double(tower) * 40 + Double(i) * 0.1, 6 + Double(i) * 10)
        let box = try body(space, place, 1, Moment.box(mass: 1, size: size))
        try space.add(Shape(.box(size), on: box, look))
      }
    }
  }

  private static func loose(_ space: Space, shapes: Bool, spinning: Bool) throws {
    for i in 0..<10_000 {
      let ball = try body(
        space, Vector(Double(i % 100) * 20, Double(i / 100) * 20), 1, Moment.circle(mass: 1, radius: 4),
        velocity: Vector(30, 10), angularVelocity: !spinning ? 0 : 1 + Double(i) * 0.001)
      if shapes {
        try space.add(Shape(.circle(radius: 4), on: ball, ShapeDefinition(friction: 0.5, elasticity: 0.2)))
      }
    }
  }

  /// The hash of all moving bodies in the order of their making, computed as `baseline_hash` does.
  static func hash(_ space: Space) -> UInt64 {
    var poses: [Pose] = []
    space.readPoses(into: &poses)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for (body, pose) in zip(space.bodies, poses) where body.kind == .dynamic {
      for number in [
        pose.position.x, pose.position.y, pose.angle, pose.velocity.x, pose.velocity.y, pose.angularVelocity,
      ] {
        for byte in 0..<8 {
          hash = (hash ^ ((number.bitPattern >> UInt64(8 * byte)) & 0xff)) &* 0x100_0000_01b3
        }
      }
    }
    return hash
  }
}
