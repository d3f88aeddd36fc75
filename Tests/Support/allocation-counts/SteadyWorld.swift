import CTumbleTestHooks
import Foundation
import TumbleSimulation

/// A world of a scene, stepped on and on, with its channels read.
struct SteadyWorld: CustomStringConvertible {
  let description: String
  let scene: String
  let channels: [String]
  /// The commands given in the step before the last that is not counted.
  var commands: [Command] = []

  static let all = [
    SteadyWorld(
      description: "a world of crates, joints, a rule and hits, with its channels read",
      scene: """
        tumble: 1
        world: {gravity: [0, -1000]}
        bodies:
          - {id: walls, kind: static, elasticity: 0.8, line: {points: [[0, 0], [300, 0], [300, 300], [0, 300]], radius: 1, closed: true}}
          - {id: crate, at: [60, 40], box: [32, 32], mass: 100, elasticity: 0.8, repeat: {stack: {count: 5, spacing: 40}}}
          - {id: hook, kind: static, at: [250, 290], circle: 5}
          - {id: lamp, at: [250, 200], circle: 5, mass: 1}
        joints:
          - {id: rope, type: slide, a: hook, b: lamp, max: 90}
          - {id: coil, type: spring, a: hook, b: lamp, restLength: 80, stiffness: 5}
        rules:
          - {between: [crate-1, [crate-2, lamp]], friction: 0.9}
        """,
      channels: [
        "energy.total", "momentum", "bodies.awake", "contacts", "crate-1.y", "crate-2.spin",
        "crate-3.opacity",
      ]),
    SteadyWorld(
      description: "a world of bodies with trails",
      scene: """
        tumble: 1
        world: {gravity: [0, -1000]}
        bodies:
          - {id: floor, kind: static, elasticity: 1, segment: {from: [-500, 0], to: [500, 0], radius: 1}}
          - {id: ball, at: [60, 40], circle: 9, elasticity: 1, trail: 2 s, repeat: {grid: {columns: 9, rows: 1, spacing: 30}}}
          - {id: pen, at: [-60, 40], circle: 9, elasticity: 1, trail: forever}
        """, channels: ["ball-1.y"]),
    SteadyWorld(
      description: "a world with an animation of every property, one in a layer that was scrubbed",
      scene: """
        tumble: 1
        world: {gravity: [0, 0]}
        bodies:
          - {id: wall, kind: static, at: [0, -200], box: [20, 20]}
          - {id: lamp, box: [20, 40], opacity: 80 %, scale: [2, 2], color: black}
        joints:
          - {id: rope, type: spring, a: wall, b: lamp, restLength: 200, stiffness: 50, damping: 5}
          - {id: engine, type: motor, a: wall, b: lamp, rate: 0}
        layers: [{id: outer}, {id: inner, parent: outer}]
        animations:
          - {id: a, of: lamp.scale, type: basic, to: [0, 0], duration: 1, repeat: forever, autoreverses: true, layer: inner}
          - {id: b, of: lamp.opacity, type: basic, to: 0, duration: 1, repeat: forever, autoreverses: true}
          - {id: c, of: lamp.color, type: basic, to: white, duration: 1, repeat: forever, autoreverses: true}
          - {id: d, of: world.gravity, type: basic, to: [0, 1], duration: 1, repeat: forever, autoreverses: true}
          - {id: e, of: lamp.position, type: basic, to: [9, 9], duration: 1, repeat: forever, autoreverses: true}
          - {id: f, of: lamp.angle, type: basic, to: 9, duration: 1, repeat: forever, autoreverses: true}
          - {id: g, of: wall.surfaceVelocity, type: basic, to: [9, 9], duration: 1, repeat: forever, autoreverses: true}
          - {id: h, of: rope.restLength, type: basic, to: 90, duration: 1, repeat: forever, autoreverses: true}
          - {id: i, of: engine.rate, type: basic, to: 1, duration: 1, repeat: forever, autoreverses: true}
        """,
      channels: ["lamp.x", "lamp.opacity"],
      commands: [.scrub(layer: "inner", to: 0.3), .run(layer: "outer", speed: -2)]),
  ]

  /// The heap allocations of 600 steps after 900.
  func run() throws -> UInt64 {
    let world = try World(Scene(text: scene, name: "steady"))
    world.hitThreshold = 1
    let reader = ChannelReader(try channels.map { try Channel($0, in: world.description) })
    var values: [Double] = []
    func run(_ steps: Int) throws {
      for _ in 0..<steps {
        try world.step()
        reader.read(world, into: &values)
      }
    }
    // Until all have met each other the engine's own pools grow.
    try run(898)
    try world.step(commands)
    try run(1)
    let before = ctumble_allocations()
    try run(600)
    return ctumble_allocations() - before
  }
}
