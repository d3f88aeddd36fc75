import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("An animation's numbers, however extreme,")
struct AnimatedExtremesTests {
  private typealias Bodies = AnimatedBodiesTests

  /// The curves that are only just allowed, and those that once gave infinity or what is no number.
  static let curves = [
    "cubic-bezier(0.5, 1e9, 0.5, -1e9)", "cubic-bezier(0, 1e9, 1, -1e9)", "linear(-1e9, 1e9)",
    "linear(-1e9 50%, 1e9 50%, 0)", "spring(response: 6.3e-9, damping: 0)",
    "spring(response: 1, velocity: 1e9)",
    "spring(mass: 1, stiffness: 1e-18, damping: 2e9, velocity: -1e9)", "steps(1000000000)",
    "cubic-bezier(0.5, 1e308, 0.5, 1e308)", "linear(-1e308, 1e308)", "linear(0, 1 1e-300%)",
    "spring(mass: 1e-200, stiffness: 1e200, damping: 1)", "spring(response: 1e-200)",
    "spring(mass: 1e-300, damping: 1e300)",
  ]

  private static func ends(_ property: AnimatableProperty) -> AnimationContent {
    let (from, to): (AnimatableValue, AnimatableValue) =
      switch property.kind {
      case .number: (.number(-1e9), .number(1e9))
      case .size: (.size(Size(0, 1e9)), .size(Size(1e9, 0)))
      case .color: (.color(.black), .color(.white))
      default: (.vector(Vector(0, -1e9)), .vector(Vector(0, 1e9)))
      }
    return .basic(.init(from: from, to: to))
  }

  private static func world(_ target: AnimationTarget?, _ definition: AnimationDefinition) throws -> World {
    var scene = Bodies.scene(
      [
        Bodies.body("floor", .static, at: Vector(0, -40), size: Size(400, 20)), Bodies.body("ball"),
        Bodies.body("lift", .kinematic, at: Vector(100, 0)),
      ], [Scene.Animation(id: "a", target: target, definition: definition)])
    scene.joints = [
      Scene.Joint(
        id: "rope", form: .spring(anchorA: .zero, anchorB: .zero, restLength: 200, stiffness: 50, damping: 5),
        a: 0, b: 1),
      Scene.Joint(id: "engine", form: .motor(rate: 0), a: 0, b: 1),
      Scene.Joint(id: "reel", form: .slide(anchorA: .zero, anchorB: .zero, min: 0, max: 1e9), a: 0, b: 1),
    ]
    scene.fields = [Scene.Field(id: "wind", force: ForceField(.uniform(Vector(1, 0))))]
    scene.camera = Scene.Camera()
    let basin = [Vector(-200, -30), Vector(200, -30), Vector(200, 50), Vector(-200, 50)]
    scene.fluids = [Scene.Fluid(id: "pool", liquid: Fluid(outline: basin))]
    scene.emitters = [
      Scene.Emitter(
        id: "fire", emitter: Emitter(cells: [ParticleCell(lifetime: 0.1)]), position: Vector(9, 9))
    ]
    return try World(scene)
  }

  /// Runs a world: whatever happens to the bodies, nothing that is not finite is reported of them, and
  /// nothing else is thrown.
  private static func run(_ world: World, _ what: @autoclosure () -> String) {
    for step in 0...24 {
      var isFinite = world.snapshot.gravity.isFinite
      for body in world.snapshot.bodies {
        isFinite = isFinite && body.position.isFinite && body.angle.isFinite && body.velocity.isFinite
        isFinite = isFinite && body.angularVelocity.isFinite && body.appearance.opacity.isFinite
        isFinite = isFinite && body.appearance.scale.isFinite && body.appearance.color?.isFinite != false
      }
      for particle in particles("fire", world.snapshot, world.description) {
        isFinite = isFinite && particle.position.isFinite && particle.size.isFinite && particle.angle.isFinite
      }
      if let camera = world.snapshot.camera {
        isFinite = isFinite && camera.center.isFinite && camera.zoom.isFinite
      }
      for joint in world.snapshot.joints { isFinite = isFinite && joint.a.isFinite && joint.b.isFinite }
      #expect(isFinite, "\(what()), step \(step)")
      do throws(WorldError) {
        try world.step()
      } catch {
        Issue.record("\(what()), step \(step): \(error)")
        return
      }
    }
  }

  @Test(
    "An animation's numbers, however extreme, never reach physics or a snapshot as what is not finite",
    arguments: AnimatableProperty.allCases)
  func finite(property: AnimatableProperty) throws {
    let owner =
      switch property.owner {
      case .world: "world"
      case .field: "wind"
      case .fluid: "pool"
      case .emitter: "fire"
      case .camera: "camera"
      default: property == .rate ? "engine" : [.min, .max].contains(property) ? "reel" : "rope"
      }
    let objects =
      property == .surfaceVelocity ? ["floor"] : property.owner == .body ? ["ball", "lift"] : [owner]
    var played = 0
    for text in Self.curves {
      guard let curve = try? TimingFunction(parsing: text) else { continue }
      for offset in [0, 0.07] {
        let timing = MediaTiming(duration: 0.15, timeOffset: offset, fillMode: .both)
        let plain = AnimationDefinition(Self.ends(property), timing: timing, timingFunction: curve)
        var repeated = plain
        repeated.timing.repetition = .forever
        repeated.isCumulative = true
        for object in objects {
          let target = AnimationTarget(object, property)
          var definitions: [(AnimationTarget?, AnimationDefinition)] = [
            (target, plain), (target, repeated),
            (
              nil,
              AnimationDefinition(
                .group([AnimationMember(target, plain)]), timing: timing, timingFunction: curve)
            ),
          ]
          if property == .position {
            let path = Path(
              start: .zero, segments: [.line(to: Vector(99, 0)), .arc(center: .zero, sweep: 9)])
            for pacing in PathAnimation.Pacing.allCases {
              let content = AnimationContent.path(PathAnimation(path, pacing: pacing, rotation: .along))
              definitions.append(
                (target, AnimationDefinition(content, timing: timing, timingFunction: curve)))
            }
          }
          if case .spring(let spring) = curve, property.kind != .color {
            let content = AnimationContent.spring(.init(spring: spring))
            definitions.append((target, AnimationDefinition(content, timing: timing)))
          }
          for (target, definition) in definitions {
            let world = try Self.world(target, definition)
            Self.run(world, "\(text) of \(object).\(property.name), offset \(offset)")
            played += 1
          }
        }
      }
    }
    #expect(played >= 48)
  }
}
