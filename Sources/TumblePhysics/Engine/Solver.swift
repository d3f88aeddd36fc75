import CTumbleChipmunk
import CTumbleSolver
import Glibc

/// Takes the engine's steps with the engine's phases, contacts and constraints solved in another order: one
/// in which a processor can do several at a time, and which gives the same bits. See
/// docs/decisions/own-step.md.
final class Solver {
  private let pointer: OpaquePointer

  /// Is true if the engine is the one whose phases these are.
  static let knowsEngine: Bool = {
    _ = Banner.silenced
    return ctumble_engine_is_known()
  }()

  /// - Parameters:
  ///   - threads: How many to solve on at most.
  ///   - instructions: The processor's; nil for the best ones it has.
  ///   - leastWork: What a thread must have to do, in contacts and constraints times iterations.
  /// - Returns: nil if the engine is not one that can be driven so.
  init?(threads: Int, instructions: ctumble_instructions? = nil, leastWork: Int64 = ctumble_least_work) {
    guard Solver.knowsEngine, let pointer = ctumble_solver_new(instructions ?? ctumble_best_instructions())
    else { return nil }
    ctumble_solver_set_threads(pointer, Int32(threads), leastWork)
    self.pointer = pointer
  }

  deinit { ctumble_solver_free(pointer) }

  /// The number of parts in which the latest step was solved, each on a thread; 0 if in the engine's order,
  /// or if there was nothing.
  var parts: Int { Int(ctumble_solver_parts(pointer)) }

  /// Takes a step, as `cpSpaceStep` does.
  /// - Parameters:
  ///   - influences: The fields and fluids of the space, if it has any.
  ///   - onPhase: Called as each of its parts begins.
  /// - Returns: Whether all that was solved is known to be finite.
  func step(
    _ space: CSpace, _ influences: Influences?, _ dt: Double, onPhase: ((SolverPhase) -> Void)? = nil
  ) -> Bool {
    let latest = beginStep(of: space, dt)
    ctumble_forget_contacts(pointer, space)
    cpSpaceLock(space)
    onPhase?(.positions)
    integratePositions(of: space, dt)
    onPhase?(.contacts)
    ctumble_find_contacts(pointer, space)
    cpSpaceUnlock(space, 0)
    ctumble_connect_contacts(space, dt)
    cpSpaceLock(space)
    ctumble_drop_old_contacts(space)
    ctumble_prepare(pointer, space, dt)
    onPhase?(.solving)
    integrateVelocities(of: space, influences, dt)
    ctumble_solve(pointer, space, dt, latest == 0 ? 0 : dt / latest)
    cpSpaceUnlock(space, 1)
    return parts > 0
  }
}

/// A part of a step that the solver of our own takes, in their order.
package enum SolverPhase: Hashable, Sendable, CaseIterable {
  /// Bodies move by their velocities.
  case positions
  /// Shapes whose boxes overlap are found, and where they touch.
  case contacts
  /// Velocities, and the impulses of contacts and constraints.
  case solving
}

// What the engine knows of contacts, in fields for which it has no call.

/// Returns true if the solver had anything to solve in the latest step; if not, every velocity is as the
/// integrator left it.
func hasSolved(_ space: CSpace) -> Bool {
  space.pointee.arbiters.pointee.num + space.pointee.constraints.pointee.num > 0
}

/// The number of pairs of shapes that the engine remembers as touching, sensors included, sleepers not.
func contactCount(_ space: CSpace) -> Int { Int(cpHashSetCount(space.pointee.cachedArbiters)) }

/// Goes over them, in no order that holds.
func forEachContact(_ space: CSpace, _ act: (CShape, CShape) -> Void) {
  withoutActuallyEscaping(act) { act in
    withUnsafePointer(to: act) { act in
      cpHashSetEach(
        space.pointee.cachedArbiters,
        { arbiter, act in
          let arbiter = arbiter.unsafelyUnwrapped.assumingMemoryBound(to: cpArbiter.self)
          let act = act.unsafelyUnwrapped.assumingMemoryBound(to: ((CShape, CShape) -> Void).self)
          act.pointee(
            UnsafeMutablePointer(mutating: arbiter.pointee.a).unsafelyUnwrapped,
            UnsafeMutablePointer(mutating: arbiter.pointee.b).unsafelyUnwrapped)
        }, UnsafeMutableRawPointer(mutating: act))
    }
  }
}

// The engine's call for a space's default handler also switches on two look-ups a contact and step, for
// wildcard handlers that nobody has, and has no way back. Hence the fields.

/// The handler that a space has for contacts as it is made: it does nothing, and quickly.
func plainHandler(of space: CSpace) -> cpCollisionHandler { space.pointee.defaultHandler }

func setHandler(of space: CSpace, _ handler: cpCollisionHandler) { space.pointee.defaultHandler = handler }

// Our values as Chipmunk's, and back. The fields of these C structs are their whole interface.

extension Vector {
  init(_ v: cpVect) { self.init(v.x, v.y) }
  var c: cpVect { cpVect(x: x, y: y) }
}

extension Rect {
  init(_ box: cpBB) { self.init(min: Vector(box.l, box.b), max: Vector(box.r, box.t)) }
  var c: cpBB { cpBB(l: min.x, b: min.y, r: max.x, t: max.y) }
}

extension Transform {
  var chipmunk: cpTransform { cpTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty) }
}

typealias CSpace = UnsafeMutablePointer<cpSpace>
typealias CBody = UnsafeMutablePointer<cpBody>
typealias CShape = UnsafeMutablePointer<cpShape>
typealias CConstraint = UnsafeMutablePointer<cpConstraint>

// What outlives a space that is freed has no way back into it. The engine has no call for that which does not
// look through all contacts of the space.

/// Frees a space in which nothing sleeps. The engine would go through the contacts of every body to wake it
/// first.
func freeAwake(_ space: CSpace) {
  space.pointee.dynamicBodies.pointee.num = 0
  space.pointee.staticBodies.pointee.num = 0
  cpSpaceFree(space)
}

func cutOff(_ body: CBody) {
  body.pointee.space = nil
  body.pointee.shapeList = nil
  body.pointee.arbiterList = nil
  body.pointee.constraintList = nil
  body.pointee.sleeping.root = nil
  body.pointee.sleeping.next = nil
  // Infinite is what makes a body static.
  if body.pointee.sleeping.idleTime < .infinity { body.pointee.sleeping.idleTime = 0 }
}

func cutOff(_ shape: CShape) {
  shape.pointee.space = nil
  shape.pointee.next = nil
  shape.pointee.prev = nil
  shape.pointee.hashid = 0
}

func cutOff(_ constraint: CConstraint) {
  constraint.pointee.space = nil
  constraint.pointee.next_a = nil
  constraint.pointee.next_b = nil
}

// The engine computes a shape's mass data once, as it makes it, and has no call to put them right.

func massInfo(of shape: CShape) -> (moment: Double, centroid: Vector) {
  (shape.pointee.massInfo.i, Vector(shape.pointee.massInfo.cog))
}

func setMassInfo(of shape: CShape, moment: Double, centroid: Vector, area: Double) {
  shape.pointee.massInfo.i = moment
  shape.pointee.massInfo.cog = centroid.c
  shape.pointee.massInfo.area = area
}

/// Debian's library is a debug build that prints two lines on standard output when the first space of a
/// process is made. They would spoil a program whose data goes there.
enum Banner {
  /// Makes that first space with standard output pointed elsewhere; read before any other space is made.
  ///
  /// What another thread prints during this moment is lost with the banner, once a process.
  static let silenced: Void = {
    fflush(nil)
    let standardOutput = dup(1)
    let nowhere = open("/dev/null", O_WRONLY)
    if standardOutput >= 0, nowhere >= 0 { dup2(nowhere, 1) }
    cpSpaceFree(cpSpaceNew())
    fflush(nil)
    if standardOutput >= 0 {
      dup2(standardOutput, 1)
      close(standardOutput)
    }
    if nowhere >= 0 { close(nowhere) }
  }()
}
