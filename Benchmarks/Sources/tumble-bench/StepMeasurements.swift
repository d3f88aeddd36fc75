import CBaseline
import TumblePhysics

/// The wrapper's step, its events, checks and errors included, against plain C calling the same library: a
/// fresh world a round, the same steps, and at the end the same bits.
enum StepMeasurements {
  static func all() -> [Measurement] {
    // The first space of the process silences the banner of Debian's library, which plain C would print.
    _ = made(BASELINE_CRATES)
    return [
      against("step/crates", BASELINE_CRATES, steps: 2400, promised: 0.95),
      against("step/pyramid", BASELINE_PYRAMID, steps: 60, promised: 0.65),
      against("step/circles1000", BASELINE_CIRCLES_1000, steps: 90, promised: 0.65),
      against("step/circles5000", BASELINE_CIRCLES_5000, steps: 20, promised: 0.70),
      against("step/ropes", BASELINE_ROPES, steps: 120, promised: 0.65),
      against("step/towers", BASELINE_TOWERS, steps: 120, promised: nil),
      towersOnThreads(),
      against("step/free", BASELINE_FREE, steps: 60, promised: 0.35),
      against("step/spinning", BASELINE_SPINNING, steps: 60, promised: nil),
      against("step/spread", BASELINE_SPREAD, steps: 60, promised: 0.82),
      hashed(), asleep(), field(), bulk(), teardown(),
    ]
  }

  private static func against(
    _ name: String, _ scene: baseline_scene, steps: Int, promised: Double?
  ) -> Measurement {
    let bits = Bits()
    return Measurement(
      name: name, promised: promised,
      ours: {
        let space = made(scene)
        let cost = threadTimed(per: steps) { run(space, steps) }
        bits.ours = StepWorlds.hash(space)
        bits.check(name)
        return cost
      },
      base: {
        let world = baseline_make(scene)
        defer { baseline_free(world) }
        let cost = threadTimed(per: steps) { baseline_step(world, Int32(steps)) }
        bits.base = baseline_hash(world)
        bits.check(name)
        return cost
      })
  }

  /// Islands on two threads against plain C: time that passes, as there is more than one thread to count.
  private static func towersOnThreads() -> Measurement {
    Measurement(
      name: "step/towers-2-threads",
      ours: {
        let space = made(BASELINE_TOWERS, threads: 2)
        return timed(per: 120) { run(space, 120) }
      },
      base: {
        let world = baseline_make(BASELINE_TOWERS)
        defer { baseline_free(world) }
        return timed(per: 120) { baseline_step(world, 120) }
      })
  }

  /// The spatial hash against plain C with the tree.
  private static func hashed() -> Measurement {
    let base = against("", BASELINE_CIRCLES_5000, steps: 20, promised: 1).base
    return Measurement(
      name: "step/circles5000-hash", promised: 0.45,
      ours: {
        let space = made(BASELINE_CIRCLES_5000, index: .spatialHash(cell: 9, count: 50_000))
        return threadTimed(per: 20) { run(space, 20) }
      }, base: base)
  }

  /// A measurement of settled crates with sleeping on, against the same crates awake.
  private static func asleep() -> Measurement {
    func settled(_ sleep: Double) -> Double {
      let space = made(BASELINE_CRATES, sleep: sleep)
      run(space, 2400)
      if sleep.isFinite { precondition(space.bodies.allSatisfy { $0.kind == .static || $0.isSleeping }) }
      return threadTimed(per: 2400) { run(space, 2400) }
    }
    return Measurement(
      name: "step/asleep", promised: 0.05, ours: { settled(0.5) }, base: { settled(.infinity) })
  }

  /// A thousand bodies in a field, against the same without one. It pulls too little to move them otherwise.
  private static func field() -> Measurement {
    func cost(_ hasField: Bool) -> Double {
      let space = made(BASELINE_CIRCLES_1000)
      do {
        if hasField { try space.add(ForceField(.gravity(center: Vector(180, 0)), strength: 1)) }
      } catch { preconditionFailure("\(error)") }
      return threadTimed(per: 90) { run(space, 90) }
    }
    return Measurement(name: "step/field", promised: 1.15, ours: { cost(true) }, base: { cost(false) })
  }

  /// All poses of 10,000 bodies into memory of the caller's, against a C loop over the fields.
  private static func bulk() -> Measurement {
    var (space, world): (Space?, OpaquePointer?)
    var poses = [Pose](repeating: Pose(), count: 10_001)
    var numbers = [Double](repeating: 0, count: 60_000)
    return Measurement(
      name: "read/bulk", promised: 1.15, rounds: 21,
      ours: {
        let full = space ?? made(BASELINE_FREE)
        space = full
        return threadTimed(per: 200) {
          for _ in 0..<200 { poses.withUnsafeMutableBufferPointer { _ = full.readPoses(into: $0) } }
        }
      },
      base: {
        world = world ?? baseline_make(BASELINE_FREE)
        return threadTimed(per: 200) { for _ in 0..<200 { baseline_read(world, &numbers) } }
      })
  }

  /// A measurement of releasing a full space, against plain C that frees it without taking anything out
  /// first. Nothing is promised.
  private static func teardown() -> Measurement {
    Measurement(
      name: "step/teardown", rounds: 7,
      ours: {
        var space: Space? = made(BASELINE_CIRCLES_1000)
        if let space { run(space, 60) }
        return threadTimed { space = nil }
      },
      base: {
        let world = baseline_make(BASELINE_CIRCLES_1000)
        baseline_step(world, 60)
        return threadTimed { baseline_free(world) }
      })
  }

  private static func made(
    _ scene: baseline_scene, index: SpaceDefinition.Index = .tree, sleep: Double = .infinity, threads: Int = 1
  ) -> Space {
    do { return try StepWorlds.make(scene, index: index, sleep: sleep, threads: threads) } catch {
      preconditionFailure("\(error)")
    }
  }

  private static func run(_ space: Space, _ steps: Int) {
    do { for _ in 0..<steps { try space.step(1.0 / 120) } } catch { preconditionFailure("\(error)") }
  }

  /// The hashes of both sides; they must be the same.
  private final class Bits {
    var ours: UInt64?
    var base: UInt64?

    func check(_ name: String) {
      guard let ours, let base else { return }
      precondition(ours == base, "\(name): the wrapper's bits differ from plain C's")
    }
  }
}
