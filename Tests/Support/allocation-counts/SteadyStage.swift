import CTumbleSDL2
import CTumbleTestHooks
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleRendering

/// A stage on which everything moves, drawn frame after frame.
struct SteadyStage: CustomStringConvertible {
  let path: SpriteBatch.Path
  /// Is true if the box shows a large picture that was decoded in the background.
  var hasPicture = false
  /// Is true if the bodies are drawn by depth, and not in the file's order.
  var hasLayers = false
  /// Is true if there is a cloth of one mesh.
  var hasCloth = false
  /// Is true if the moving bodies have trails.
  var hasTrails = false
  /// Is true if the moving bodies are balls of water.
  var hasSkin = false
  /// Is true if the bodies glow.
  var hasGlow = false

  static let all = [
    SteadyStage(path: .copies), SteadyStage(path: .batches), SteadyStage(path: .copies, hasPicture: true),
    SteadyStage(path: .copies, hasLayers: true), SteadyStage(path: .copies, hasCloth: true),
    SteadyStage(path: .batches, hasCloth: true), SteadyStage(path: .copies, hasTrails: true),
    SteadyStage(path: .copies, hasSkin: true), SteadyStage(path: .copies, hasGlow: true),
  ]

  var description: String {
    let parts =
      (hasPicture ? ", and a picture" : "") + (hasLayers ? ", with layers" : "")
      + (hasCloth ? ", with a cloth" : "") + (hasTrails ? ", with trails" : "")
      + (hasSkin ? ", with a skin" : "") + (hasGlow ? ", with halos" : "")
    return "a stage with a line of status and the help\(parts), drawn by \(path)"
  }

  /// Leaves out what SDL allocates, which is not ours to count. Call it before SDL allocates anything.
  static func leaveSDLUncounted() {
    SDL_SetMemoryFunctions(
      ctumble_uncounted_malloc, ctumble_uncounted_calloc, ctumble_uncounted_realloc, ctumble_uncounted_free)
  }

  private var world: WorldDescription {
    var world = Self.plainWorld
    if hasPicture {
      world.bodies[2].outlines = [.rect(Rect(center: .zero, size: Size(290, 280)))]
      world.bodies[2].texture = "@landscape-1"
    }
    if hasCloth { addCloth(to: &world) }
    if hasTrails { for body in 1..<world.bodies.count { world.bodies[body].style.trail = Trail(width: 8) } }
    if hasSkin { for body in 1..<world.bodies.count { world.bodies[body].style.skin = .water } }
    if hasLayers { for body in world.bodies.indices { world.bodies[body].depth = -body } }
    return world
  }

  private func addCloth(to world: inout WorldDescription) {
    let first = world.bodies.count
    for piece in 1...4 {
      world.bodies.append(
        BodyDescription(name: "sail-\(piece)", kind: .dynamic, outlines: [.circle(center: .zero, radius: 3)]))
    }
    for (a, b) in [(0, 1), (1, 3), (3, 2), (2, 0)] {
      world.joints.append(
        JointDescription(
          name: "sail-link-\(world.joints.count)", kind: .slide, a: BodyID(first + a), b: BodyID(first + b)))
    }
  }

  private static let plainWorld: WorldDescription = {
    var world = bodies
    world.scenery = [false, true].map { isInFront in
      var scenery = SceneryDescription(
        name: "leaf", outlines: [.circle(center: .zero, radius: 3)],
        places: (0..<40).map { SceneryDescription.Place(position: Vector(Double($0) * 7, 90)) })
      scenery.isInFront = isInFront
      return scenery
    }
    return world
  }()

  private static let bodies = WorldDescription(
    name: "steady", title: "Steady", view: Rect(size: Size(300, 300)),
    bodies: [
      BodyDescription(
        name: "floor", kind: .static, outlines: [.segment(from: .zero, to: Vector(300, 0), radius: 3)]),
      BodyDescription(name: "ball", kind: .dynamic, outlines: [.circle(center: .zero, radius: 22)]),
      BodyDescription(
        name: "box", kind: .dynamic, outlines: [.polygon(Polygon(box: Size(40, 40)).corners, radius: 4)]),
    ], joints: [JointDescription(name: "spring", kind: .spring, a: 1, b: 2)])

  /// The heap allocations of 30 frames after the first three.
  func run() throws -> UInt64 {
    let target = try RenderTarget(PixelSize(300, 326))
    let world = world
    let textures = TextureCache(hasPicture ? .inBackground : .atOnce, warn: { _ in })
    let renderer = Renderer(target, description: world, textures: textures, theme: Theme(), path: path)
    let overlay = Overlay(target)
    let layout = Layout(target.size)
    let viewport = Viewport(view: world.view, in: layout.stage)
    let status = Status(title: "Steady", step: 297, rate: 120, framesPerSecond: 60, dropped: 0)
    let bodies = world.bodies.indices.map {
      // Not in one line, where a cloth's mesh would have no area.
      BodySnapshot(id: BodyID($0), position: Vector(60 * Double($0), $0 % 2 == 0 ? 60 : 100), angle: 0)
    }
    let joints = world.joints.indices.map {
      JointSnapshot(id: JointID($0), a: Vector(60, 60), b: Vector(120, 120))
    }
    var frame = Frame(FrameSnapshot(step: 297, rate: 120, bodies: bodies, joints: joints))
    if hasGlow { for body in bodies.indices { frame.current.bodies[body].appearance.glow = 0.5 } }
    if hasTrails {
      frame.current.trails = [1, 2].map { TrailSpan(body: $0, spacing: 1, range: 0..<200) }
      frame.current.trailPlaces = (0..<200).map { Vector(Double($0), 90) }
    }
    var counted: UInt64 = 0
    for i in 0..<33 {
      frame.alpha = Double(i) / 33
      for body in frame.current.bodies.indices.dropFirst() {
        frame.current.bodies[body].position.x += 0.3
        frame.current.bodies[body].angle += 0.1
      }
      let before = ctumble_allocations()
      try renderer.draw(frame, in: viewport)
      try overlay.draw(status, in: layout)
      target.present()
      textures.wait(atMost: 10)
      if i >= 3 { counted += ctumble_allocations() - before }
    }
    return counted
  }
}
