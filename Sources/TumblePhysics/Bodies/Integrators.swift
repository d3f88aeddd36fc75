import CTumbleChipmunk
import Glibc

// The engine's own integrators with the same arithmetic in the same order, hence the same bits, but without
// its assertions: in Debian's library these are 36 of the 57 nanoseconds that a free body costs, and they
// abort. What a pose may be is checked here instead, where it is in the cache. With PoseReader and the folder
// Engine this is the place that touches the fields of C structs.

/// The rule by which a body's velocity changes.
enum VelocityIntegrator {
  /// Gravity, force, torque and damping.
  case plain
  /// Fields and fluids as well.
  case influenced
  /// The body's own settings or its velocity function as well.
  case special
}

/// Gives a body the integrators that fit its settings and those of its space.
func setIntegrators(of body: CBody, _ velocity: VelocityIntegrator, moving: Bool) {
  switch velocity {
  case .plain: cpBodySetVelocityUpdateFunc(body, integrateVelocity)
  case .influenced: cpBodySetVelocityUpdateFunc(body, integrateInfluencedVelocity)
  case .special: cpBodySetVelocityUpdateFunc(body, integrateSpecialVelocity)
  }
  if moving {
    cpBodySetPositionUpdateFunc(body, integrateTowardsTarget)
  } else {
    cpBodySetPositionUpdateFunc(body, integratePosition)
  }
}

/// Calls with every dynamic body that is awake.
@inline(__always)
private func forEachAwake(in space: CSpace, _ act: (CBody) -> Void) {
  let bodies = space.pointee.dynamicBodies.unsafelyUnwrapped
  let count = Int(bodies.pointee.num)
  guard count > 0, let list = bodies.pointee.arr else { return }
  for i in 0..<count { act(list[i].unsafelyUnwrapped.assumingMemoryBound(to: cpBody.self)) }
}

/// Moves every body that is awake. Most have the plain integrator, which needs no call then.
func integratePositions(of space: CSpace, _ dt: Double) {
  let plain: cpBodyPositionFunc = integratePosition
  let plainAddress = unsafeBitCast(plain, to: Int.self)
  forEachAwake(in: space) { body in
    let integrator = body.pointee.position_func.unsafelyUnwrapped
    if unsafeBitCast(integrator, to: Int.self) == plainAddress {
      movePlainly(body, dt)
    } else {
      integrator(body, dt)
    }
  }
}

/// Gives every body that is awake what gravity, its force and its torque do to it, and the fields and fluids
/// of the space.
func integrateVelocities(of space: CSpace, _ influences: Influences?, _ dt: Double) {
  guard let influences else { return integrateVelocities(of: space, dt, integrateVelocity, accelerate) }
  let fields = FieldTable(influences)
  integrateVelocities(of: space, dt, integrateInfluencedVelocity) { body, gravity, damping, dt in
    move(body, by: fields, gravity, damping, dt)
  }
}

/// - Parameter inlined: What the integrator that most bodies have does, so that it need not be called for
///   those.
@inline(__always)
private func integrateVelocities(
  of space: CSpace, _ dt: Double, _ integrator: cpBodyVelocityFunc,
  _ inlined: (CBody, cpVect, Double, Double) -> Void
) {
  let (gravity, damping) = (space.pointee.gravity, pow(space.pointee.damping, dt))
  let defaultAddress = unsafeBitCast(integrator, to: Int.self)
  forEachAwake(in: space) { body in
    let integrator = body.pointee.velocity_func.unsafelyUnwrapped
    if unsafeBitCast(integrator, to: Int.self) == defaultAddress {
      inlined(body, gravity, damping, dt)
    } else {
      integrator(body, gravity, damping, dt)
    }
  }
}

/// Begins a step.
/// - Returns: The length of the one before, in seconds; 0 before the first.
func beginStep(of space: CSpace, _ dt: Double) -> Double {
  space.pointee.stamp &+= 1
  let latest = space.pointee.curr_dt
  space.pointee.curr_dt = dt
  return latest
}

private func integrateVelocity(
  _ body: CBody?, _ gravity: cpVect, _ damping: cpFloat, _ dt: cpFloat
) {
  accelerate(body.unsafelyUnwrapped, gravity, damping, dt)
}

@inline(__always)
func accelerate(_ body: CBody, _ gravity: cpVect, _ damping: cpFloat, _ dt: cpFloat) {
  let inverseMass = body.pointee.m_inv
  guard body.pointee.m != .infinity else { return }  // kinematic: moves by its velocity alone
  let (v, f) = (body.pointee.v, body.pointee.f)
  body.pointee.v = cpVect(
    x: v.x * damping + (gravity.x + f.x * inverseMass) * dt,
    y: v.y * damping + (gravity.y + f.y * inverseMass) * dt)
  body.pointee.w = body.pointee.w * damping + body.pointee.t * body.pointee.i_inv * dt
  body.pointee.f = cpVect(x: 0, y: 0)
  body.pointee.t = 0
  // Before the solver, which would hand it on to all that touches the body.
  if motionDisorder(body) != 0 { hold(body) }
}

private func integratePosition(_ body: CBody?, _ dt: cpFloat) { movePlainly(body.unsafelyUnwrapped, dt) }

@inline(__always)
private func movePlainly(_ body: CBody, _ dt: cpFloat) {
  let (p, v, bias) = (body.pointee.p, body.pointee.v, body.pointee.v_bias)
  let x = p.x + (v.x + bias.x) * dt
  let y = p.y + (v.y + bias.y) * dt
  let angle = body.pointee.a + (body.pointee.w + body.pointee.w_bias) * dt
  body.pointee.v_bias = cpVect(x: 0, y: 0)
  body.pointee.w_bias = 0
  // False for NaN too. A pose that diverged never reaches the collision search, where it would spread.
  guard abs(x) <= Rule.far, abs(y) <= Rule.far else { return hold(body) }
  if angle.bitPattern == body.pointee.a.bitPattern {
    // It does not turn: the transform holds sine and cosine already.
    shift(body, x, y, body.pointee.transform.a, body.pointee.transform.b)
  } else if angle * 0 == 0 {
    place(body, x, y, angle)
  } else {
    hold(body)
  }
}

/// Puts a body's center of gravity and angle, and the transform that follows from them.
@inline(__always)
private func place(_ body: CBody, _ x: Double, _ y: Double, _ angle: Double) {
  let (cosine, sine) = rotation(angle)
  body.pointee.a = angle
  let transform = body.pointee.transform
  body.pointee.transform = cpTransform(
    a: cosine, b: sine, c: -sine, d: cosine, tx: transform.tx, ty: transform.ty)
  shift(body, x, y, cosine, sine)
}

/// Puts a body's center of gravity.
@inline(__always)
private func shift(_ body: CBody, _ x: Double, _ y: Double, _ cosine: Double, _ sine: Double) {
  let c = body.pointee.cog
  body.pointee.p = cpVect(x: x, y: y)
  body.pointee.transform.tx = x - (c.x * cosine - c.y * sine)
  body.pointee.transform.ty = y - (c.x * sine + c.y * cosine)
}

@inline(__always)
private func rotation(_ angle: Double) -> (cosine: Double, sine: Double) {
  var (cosine, sine) = (0.0, 0.0)
  ctumble_sincos(angle, &sine, &cosine)
  return (cosine, sine)
}

/// Keeps a body where it was last in order, without motion, until the space takes it out after the step.
func hold(_ body: CBody) {
  still(body)
  Body.of(body).diverged = true
}

/// Towards a kinematic body's target, with the velocity that pushes what is in the way; the last step writes
/// the target itself, so that its bits are the caller's. One step later the body stands still.
private func integrateTowardsTarget(_ body: CBody?, _ dt: cpFloat) {
  let body = body.unsafelyUnwrapped
  let owner = Body.of(body)
  guard let move = owner.advanceMove(by: dt) else {
    body.pointee.v = cpVect(x: 0, y: 0)
    body.pointee.w = 0
    cpBodySetPositionUpdateFunc(body, integratePosition)
    return
  }
  let (target, c, t) = (move.position, body.pointee.cog, body.pointee.transform)
  let (p, a) = (body.pointee.p, body.pointee.a)
  let isLast = move.share == 1
  let goal = isLast ? move.angle : a + (move.angle - a) * move.share
  let x = isLast ? target.x : t.tx + (target.x - t.tx) * move.share
  let y = isLast ? target.y : t.ty + (target.y - t.ty) * move.share
  let (cosine, sine) = rotation(goal)
  let center = cpVect(x: x + (c.x * cosine - c.y * sine), y: y + (c.x * sine + c.y * cosine))
  let turn = (goal - a) / dt
  // Two angles of opposite signs may be further apart than a number can hold; a center of gravity far out may
  // leave the world where the body's position does not.
  guard abs(center.x) <= Rule.far, abs(center.y) <= Rule.far, turn * 0 == 0 else { return hold(body) }
  place(body, center.x, center.y, goal)
  if isLast {
    // Not the sum that rounds: the target itself.
    body.pointee.transform.tx = target.x
    body.pointee.transform.ty = target.y
  }
  body.pointee.v = cpVect(x: (center.x - p.x) / dt, y: (center.y - p.y) / dt)
  body.pointee.w = turn
  body.pointee.v_bias = cpVect(x: 0, y: 0)
  body.pointee.w_bias = 0
}

/// The coming motion of a body's center of gravity, corrections of overlaps included.
func stepMotion(of body: CBody) -> (velocity: Vector, angularVelocity: Double) {
  let (v, bias) = (body.pointee.v, body.pointee.v_bias)
  return (Vector(v.x + bias.x, v.y + bias.y), body.pointee.w + body.pointee.w_bias)
}

/// Has the next step put a bullet where it is to stop.
func setStopIntegrator(of body: CBody) { cpBodySetPositionUpdateFunc(body, integrateToStop) }

/// Puts the body where it is to stop, once: from the next step on it moves as before.
private func integrateToStop(_ body: CBody?, _ dt: cpFloat) {
  let body = body.unsafelyUnwrapped
  let owner = Body.of(body)
  owner.refreshIntegrators()
  guard let stop = owner.stop else { return movePlainly(body, dt) }
  owner.stop = nil
  body.pointee.v_bias = cpVect(x: 0, y: 0)
  body.pointee.w_bias = 0
  let (x, y) = (stop.center.x, stop.center.y)
  guard abs(x) <= Rule.far, abs(y) <= Rule.far, stop.angle * 0 == 0 else { return hold(body) }
  place(body, x, y, stop.angle)
}

/// Returns 0 if a body's velocities are finite, else NaN, as infinity × 0 and NaN × 0 are.
@inline(__always)
func motionDisorder(_ body: CBody) -> Double {
  let v = body.pointee.v
  return v.x * 0 + v.y * 0 + body.pointee.w * 0
}

/// Returns 0 if the force and torque gathered for a body are finite, else NaN.
@inline(__always)
func forceDisorder(_ body: CBody) -> Double {
  let f = body.pointee.f
  return f.x * 0 + f.y * 0 + body.pointee.t * 0
}

/// Ends the motion of a body whose velocity is not finite, and of one that is about to be taken out.
@inline(__always)
func still(_ body: CBody) {
  body.pointee.v = cpVect(x: 0, y: 0)
  body.pointee.w = 0
  body.pointee.v_bias = cpVect(x: 0, y: 0)
  body.pointee.w_bias = 0
  body.pointee.f = cpVect(x: 0, y: 0)
  body.pointee.t = 0
}
