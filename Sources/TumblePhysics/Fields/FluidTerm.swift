import TumbleGeometry

/// A fluid as the step uses it: convex pieces of its outline, and the level up to which they are full.
struct FluidTerm {
  let density: Double
  let drag: Double
  let flow: Vector
  let categories: UInt32
  /// Counter-clockwise.
  let pieces: [Polygon]
  private let outlineBounds: Rect
  private(set) var level: Double
  /// Of what is full.
  private(set) var bounds: Rect

  init(_ fluid: Fluid, _ pieces: [Polygon]) {
    density = fluid.density
    drag = fluid.drag
    flow = fluid.flow
    categories = fluid.categories
    self.pieces = pieces
    outlineBounds = Rect(around: fluid.outline) ?? Rect(min: .zero, max: .zero)
    level = fluid.surface
    bounds = outlineBounds
    setLevel(level)
  }

  mutating func setLevel(_ level: Double) {
    self.level = level
    bounds = Rect(
      min: outlineBounds.min, max: Vector(outlineBounds.max.x, min(level, outlineBounds.max.y)))
  }
}

/// The motion of a body as a fluid changes it, by impulses.
struct FloatingBody {
  /// Of the centre of gravity.
  let center: Vector
  let inverseMass: Double
  let inverseMoment: Double
  var velocity: Vector
  var angularVelocity: Double

  @inline(__always)
  private mutating func push(_ impulse: Vector, at arm: Vector) {
    velocity = Vector(velocity.x + impulse.x * inverseMass, velocity.y + impulse.y * inverseMass)
    angularVelocity += inverseMoment * (arm.x * impulse.y - arm.y * impulse.x)
  }

  /// Slows the body down against the flow, and lifts it by the weight of what it displaces (Archimedes).
  ///
  /// The drag is that of an area of which each part is slowed alike: its whole at the area's centroid, where the body's
  /// motion meets it, and its turning by the area's second moment about the centre of gravity. It comes first: after the
  /// lift it would take a part of that away, and what weighs as much as the fluid would sink.
  mutating func float(in fluid: FluidTerm, _ wet: WetArea, gravity: Vector, _ dt: Double) {
    let mass = wet.area * fluid.density
    let arm = Vector(wet.centroid.x - center.x, wet.centroid.y - center.y)
    if fluid.drag > 0 { slow(fluid, mass, wet, arm, dt) }
    push(Vector(-gravity.x * mass * dt, -gravity.y * mass * dt), at: arm)
  }

  private mutating func slow(
    _ fluid: FluidTerm, _ mass: Double, _ wet: WetArea, _ arm: Vector, _ dt: Double
  ) {
    let motion = Vector(
      velocity.x - angularVelocity * arm.y - fluid.flow.x,
      velocity.y + angularVelocity * arm.x - fluid.flow.y)
    let speed = motion.length
    if speed > 0, speed.isFinite {
      let across = (arm.x * motion.y - arm.y * motion.x) / speed
      let mobility = inverseMass + inverseMoment * across * across
      // The share that is left, so that no drag turns a motion round.
      let lost = exponential(-mass * fluid.drag * mobility * dt) - 1
      push(Vector(motion.x * lost / mobility, motion.y * lost / mobility), at: arm)
    }
    let moment = mass * (wet.momentPerArea + arm.lengthSquared)
    angularVelocity *= exponential(-moment * fluid.drag * dt * inverseMoment)
  }
}
