import CTumbleChipmunk
import CTumbleSolver

/// Takes the engine's steps with the engine's phases, contacts and constraints solved in another order: one in which a
/// processor can do several at a time, and which gives the same bits. See docs/architecture.md.
final class Solver {
  private let pointer: OpaquePointer

  /// Whether the engine is the one whose phases these are.
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

  /// In how many parts the latest step was solved, each on a thread; 0 if in the engine's order, or if there was nothing.
  var parts: Int { Int(ctumble_solver_parts(pointer)) }

  /// Takes a step, as `cpSpaceStep` does.
  /// - Parameters:
  ///   - influences: The fields and fluids of the space, if it has any.
  ///   - onPhase: Called as each of its parts begins.
  /// - Returns: whether all that was solved is known to be finite.
  func step(
    _ space: CSpace, _ influences: Influences?, _ dt: Double, onPhase: ((SolverPhase) -> Void)? = nil
  ) -> Bool {
    let latest = beginStep(of: space, dt)
    ctumble_forget_contacts(space)
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
