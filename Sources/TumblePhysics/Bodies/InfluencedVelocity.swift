import CTumbleChipmunk
import Glibc

// The part of the integrators that fields, fluids and a body's own settings have; like them it touches the
// fields of C structs.

/// Integrates a velocity with the fields and fluids of the space. Our own step makes the table once for all
/// bodies and calls none of this.
func integrateInfluencedVelocity(_ body: CBody?, _ gravity: cpVect, _ damping: cpFloat, _ dt: cpFloat) {
  let body = body.unsafelyUnwrapped
  guard let influences = Body.of(body).space?.influences else {
    return accelerate(body, gravity, damping, dt)
  }
  move(body, by: FieldTable(influences), gravity, damping, dt)
}

@inline(__always)
func move(_ body: CBody, by fields: borrowing FieldTable, _ gravity: cpVect, _ damping: Double, _ dt: Double)
{
  guard body.pointee.m != .infinity else { return }  // kinematic: moves by its velocity alone
  if fields.hasFluids { fields.influences.float(body, gravity, dt) }
  var pull = gravity
  fields.accelerate(body, &pull, dt)
  accelerate(body, pull, damping, dt)
  guard fields.hasSlowing else { return }
  fields.slow(body, dt)
  if motionDisorder(body) != 0 { hold(body) }
}

/// Integrates a velocity with a body's own gravity scale, damping and speed limits, its own velocity
/// function, and the fields and fluids of the space.
func integrateSpecialVelocity(_ body: CBody?, _ gravity: cpVect, _ damping: cpFloat, _ dt: cpFloat) {
  let body = body.unsafelyUnwrapped
  guard body.pointee.m != .infinity else { return }  // kinematic: moves by its velocity alone
  let owner = Body.of(body)
  let own = owner.motion
  let influences = owner.space?.influences
  if let influences, !influences.fluidTerms.isEmpty { influences.float(body, gravity, dt) }
  var pull = cpVect(x: gravity.x * own.gravityScale, y: gravity.y * own.gravityScale)
  let fields = influences.map { FieldTable($0) }
  fields?.accelerate(body, &pull, dt)
  let damping = own.damping.map { pow($0, dt) } ?? damping
  if let function = owner.velocityFunction {
    answer(function, body, pull, damping, dt)
  } else {
    accelerate(body, pull, damping, dt)
  }
  fields?.slow(body, dt)
  limitSpeed(of: body, own)
  if motionDisorder(body) != 0 { hold(body) }
}

/// Cuts a body's velocities down to its speed limits.
func limitSpeed(of body: CBody, _ own: BodyMotion) {
  let v = body.pointee.v
  let speed = (v.x * v.x + v.y * v.y).squareRoot()
  if speed > own.speedLimit {
    let scale = own.speedLimit / speed
    body.pointee.v = cpVect(x: v.x * scale, y: v.y * scale)
  }
  let limit = own.angularSpeedLimit
  body.pointee.w = min(max(body.pointee.w, -limit), limit)
}

private func answer(
  _ function: VelocityFunction, _ body: CBody, _ gravity: cpVect, _ damping: Double, _ dt: Double
) {
  let answer = function(
    VelocityUpdate(
      position: Vector(body.pointee.p), angle: body.pointee.a, velocity: Vector(body.pointee.v),
      angularVelocity: body.pointee.w, mass: body.pointee.m, moment: body.pointee.i,
      force: Vector(body.pointee.f), torque: body.pointee.t, gravity: Vector(gravity), damping: damping,
      timeStep: dt))
  body.pointee.v = answer.linear.c
  body.pointee.w = answer.angular
  body.pointee.f = cpVect(x: 0, y: 0)
  body.pointee.t = 0
}

extension Influences {
  /// Returns true if a field acts on a body where the body is now.
  func acts(_ term: FieldTerm, on body: CBody) -> Bool {
    body.pointee.m != .infinity && term.frame != body && isOfKind(body, term.categories)
      && term.contains(term.local(Vector(body.pointee.p)), corners)
  }

  /// Returns true if a field is about to act otherwise: with the time, or because the body that it is on
  /// moves.
  func isChanging(_ term: FieldTerm) -> Bool {
    term.changesInTime || term.hasReaction || term.frame.map(isMoving) ?? false
  }

  /// Returns true if a shape of a body has one of some categories.
  @inline(__always)
  fileprivate func isOfKind(_ body: CBody, _ categories: UInt32) -> Bool {
    if categories == ~0 { return true }
    var next = body.pointee.shapeList
    while let shape = next {
      if shape.pointee.filter.categories & categories != 0 { return true }
      next = shape.pointee.next
    }
    return false
  }

  /// Lets the body float, before gravity acts, so that one at rest is not moved by turns.
  fileprivate func float(_ body: CBody, _ gravity: cpVect, _ dt: Double) {
    var next = body.pointee.shapeList
    while let shape = next {
      next = shape.pointee.next
      guard shape.pointee.sensor == 0 else { continue }
      let bounds = Rect(shape.pointee.bb)
      for i in fluidTerms.indices where fluidTerms[i].bounds.intersects(bounds) {
        guard shape.pointee.filter.categories & fluidTerms[i].categories != 0 else { continue }
        let outline = Shape.of(shape).displacement
        guard outline.count >= 3 else { continue }
        for piece in fluidTerms[i].pieces {
          guard
            let wet = clipping.wetArea(
              of: outline, at: place(of: body), bounds: bounds, in: piece, below: fluidTerms[i].level)
          else { continue }
          var floating = FloatingBody(
            center: Vector(body.pointee.p), inverseMass: body.pointee.m_inv,
            inverseMoment: body.pointee.i_inv, velocity: Vector(body.pointee.v),
            angularVelocity: body.pointee.w)
          floating.float(in: fluidTerms[i], wet, gravity: Vector(gravity), dt)
          body.pointee.v = floating.velocity.c
          body.pointee.w = floating.angularVelocity
        }
      }
    }
  }
}

/// The fields of a space while bodies move by them: read once for all of them, as every access to a property
/// of an object is checked and every array is retained.
struct FieldTable {
  let influences: Influences
  let hasFluids: Bool
  /// Is true if a field changes velocities in proportion to them.
  let hasSlowing: Bool
  private let terms: [FieldTerm]
  private let corners: [Vector]
  private let time: Double

  init(_ influences: Influences) {
    self.influences = influences
    terms = influences.terms
    corners = influences.corners
    time = influences.time
    hasFluids = !influences.fluidTerms.isEmpty
    hasSlowing = influences.hasSlowing
  }

  @inline(__always)
  func accelerate(_ body: CBody, _ pull: inout cpVect, _ dt: Double) {
    let (p, inverseMass) = (Vector(body.pointee.p), body.pointee.m_inv)
    for i in terms.indices {
      guard terms[i].frame != body, influences.isOfKind(body, terms[i].categories) else { continue }
      let place = terms[i].local(p)
      guard terms[i].contains(place, corners) else { continue }
      let push = terms[i].worldDirection(
        terms[i].acceleration(at: place, inverseMass: inverseMass, time: time, dt))
      pull = cpVect(x: pull.x + push.x, y: pull.y + push.y)
      // What may act otherwise a moment later holds awake.
      if terms[i].isRestless, influences.isChanging(terms[i]) { body.pointee.sleeping.idleTime = 0 }
      if terms[i].hasReaction { react(to: push, body, by: terms[i], dt) }
    }
  }

  /// Pulls the body that a field is on as hard as the field pulls another, along the same line.
  private func react(to push: Vector, _ body: CBody, by term: FieldTerm, _ dt: Double) {
    guard let frame = term.frame else { return }
    let impulse = push * (-body.pointee.m * dt)
    let (v, arm) = (frame.pointee.v, Vector(body.pointee.p) - Vector(frame.pointee.p))
    frame.pointee.v = cpVect(
      x: v.x + impulse.x * frame.pointee.m_inv, y: v.y + impulse.y * frame.pointee.m_inv)
    frame.pointee.w += arm.cross(impulse) * frame.pointee.i_inv
  }

  @inline(__always)
  func slow(_ body: CBody, _ dt: Double) {
    for i in terms.indices where terms[i].slows && influences.acts(terms[i], on: body) {
      var velocity = terms[i].localDirection(Vector(body.pointee.v))
      var angular = body.pointee.w
      terms[i].slow(&velocity, &angular, inverseMass: body.pointee.m_inv, dt)
      body.pointee.v = terms[i].worldDirection(velocity).c
      body.pointee.w = angular
    }
  }
}

@inline(__always)
private func place(of body: CBody) -> Transform {
  let t = body.pointee.transform
  return Transform(a: t.a, b: t.b, c: t.c, d: t.d, tx: t.tx, ty: t.ty)
}

extension Body {
  /// Wakes it, and has it not fall asleep in the next step.
  func stayAwake() {
    if CTumbleChipmunk.cpBodyIsSleeping(pointer) != 0 { activate() }
    if kind == .dynamic { pointer.pointee.sleeping.idleTime = 0 }
  }
}

/// Returns true if a body is about to be somewhere else: by more than what is left of the motion of one that
/// lies still.
private func isMoving(_ body: CBody) -> Bool {
  guard !isSleeping(body) else { return false }
  let v = body.pointee.v
  return v.x * v.x + v.y * v.y > 0.01 || abs(body.pointee.w) > 0.001 || Body.of(body).move != nil
}

extension FieldTerm {
  // A body's transform turns and moves, and nothing else: turning back is by the transposed matrix.

  /// A point of the world in the field's own coordinates.
  @inline(__always)
  func local(_ point: Vector) -> Vector {
    guard let frame else { return point }
    let t = frame.pointee.transform
    let (x, y) = (point.x - t.tx, point.y - t.ty)
    return Vector(t.a * x + t.b * y, t.c * x + t.d * y)
  }

  @inline(__always)
  func localDirection(_ direction: Vector) -> Vector {
    guard let frame else { return direction }
    let t = frame.pointee.transform
    return Vector(t.a * direction.x + t.b * direction.y, t.c * direction.x + t.d * direction.y)
  }

  @inline(__always)
  func worldDirection(_ direction: Vector) -> Vector {
    guard let frame else { return direction }
    let t = frame.pointee.transform
    return Vector(t.a * direction.x + t.c * direction.y, t.b * direction.x + t.d * direction.y)
  }
}
