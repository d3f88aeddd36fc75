import TumbleFrames
import TumbleGeometry
import TumbleScenes

/// A scene that runs: it takes one step at a time, and shows itself as values.
///
///     let world = try World(scene)
///     try world.step([.grab(Vector(150, 250))])
///     world.snapshot.bodies[0].position
///
/// A world is used by one thread at a time. To restart is to make another; to seek back is to make another and step it
/// there; to pause is not to step. There is no command for either, for neither is anything in the world.
public final class World {
  /// What it was made from.
  public let scene: Scene
  /// Steps a second.
  public var rate: Int { scene.world.rate }
  /// Who its bodies and joints are, by their ids, which are their places in the file.
  public let cast: Cast
  /// The state after the steps taken so far.
  public private(set) var snapshot: FrameSnapshot
  /// The state one step before; before the first step the same as `snapshot`.
  public private(set) var previous: FrameSnapshot

  /// Steps taken.
  public private(set) var steps = 0

  /// Builds what a scene says: bodies, shapes, joints, rules, in file order.
  ///
  /// - Throws: `WorldError.unbuildable`, naming what of the scene the engine can't take. A scene that was read from a file has
  ///   been checked; one made by a program has not.
  public init(_ scene: Scene) throws(WorldError) {
    self.scene = scene
    cast = Cast(of: scene)
    snapshot = FrameSnapshot(step: 0, rate: scene.world.rate, gravity: scene.world.gravity)
    for (id, body) in scene.bodies.enumerated() {
      snapshot.bodies.append(
        BodySnapshot(
          body: id, position: body.position, angle: body.angle, velocity: body.velocity,
          angularVelocity: body.angularVelocity,
          looks: TumbleFrames.Looks(
            opacity: body.looks.opacity, scale: body.looks.scale, color: body.looks.color)))
    }
    previous = snapshot
  }

  /// World time, in seconds.
  public var time: Double { Double(steps) / Double(rate) }

  /// Takes the world from `steps` / rate to one step later.
  ///
  /// - Parameter commands: What takes effect at the start of this step, in order.
  /// - Throws: `WorldError.lost` where bodies went wrong: the step was taken, they are out of the world, and the others go on.
  ///   `WorldError.badCommand` where a command's point is out of the world: no step was taken.
  public func step(_ commands: [Command] = []) throws(WorldError) {
    steps += 1
    swap(&previous, &snapshot)
    snapshot = previous
    snapshot.step = steps
    for id in snapshot.bodies.indices where scene.bodies[id].kind == .dynamic {
      snapshot.bodies[id].velocity += snapshot.gravity / Double(rate)
      snapshot.bodies[id].position += snapshot.bodies[id].velocity / Double(rate)
    }
  }

  /// What to draw when a moment lies a part of a step, 0..<1, beyond the step before the last: the two latest snapshots.
  public func frame(alpha: Double) -> Frame {
    Frame(previous: previous, current: snapshot, alpha: alpha)
  }

  /// The digest of `snapshot`.
  public var hash: StateHash { StateHash(of: snapshot) }
}
