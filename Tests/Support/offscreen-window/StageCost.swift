import CTumbleSDL2
import CTumbleTestHooks
import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleRendering

/// The cost of a frame of 1,000 turning bodies with shadows, and without any; of scenery that is not in
/// sight; and of sprites against the renderer's own loop.
struct StageCost {
  let frames: Int
  /// Is true on the display that there is, with its renderer; otherwise SDL's software renderer draws
  /// offscreen.
  let onScreen: Bool

  private static let world = TurningBodies()

  private func measure(
    hasShadows: Bool, skin: Skin? = nil, glow: Double = 0, isLine: Bool = false, hasTrails: Bool = false
  ) throws -> (
    renderer: String, milliseconds: Double, allocations: UInt64
  ) {
    let session = try SDLSession(onScreen ? .screen : .offscreen)
    let size = PixelSize(1280, 800)
    let target =
      try onScreen
      ? RenderTarget(Window(session: session, title: "stage", size: size)) : RenderTarget(size)
    var theme = Theme()
    if !hasShadows { theme.shadow = nil }
    var (description, bodies) = (Self.world.description, Self.world.bodies)
    for body in description.bodies.indices where skin != nil {
      description.bodies[body].style.skin = skin
      // In a pool of half the width and height.
      bodies[body].position = bodies[body].position * 0.5
    }
    for body in bodies.indices {
      bodies[body].appearance.glow = glow
      guard isLine, let bounds = description.bodies[body].outlines.bounds else { continue }
      let corners = [bounds.min, Vector(bounds.max.x, bounds.min.y), bounds.max]
      description.bodies[body].outlines = zip(corners, corners.dropFirst()).map {
        .segment(from: $0, to: $1, radius: 1)
      }
    }
    for body in description.bodies.indices where hasTrails { description.bodies[body].style.trail = Trail() }
    let renderer = Renderer(
      target, description: description, textures: TextureCache(warn: { say($0) }), theme: theme)
    let viewport = Viewport(
      view: description.view, in: Rect(size: Size(Double(size.width), Double(size.height))))
    var frame = Frame(FrameSnapshot(step: 1000, rate: 120, bodies: bodies))
    if hasTrails { Self.addTrails(to: &frame) }
    var (start, allocations) = (0.0, UInt64(0))
    for i in 0..<frames + 5 {
      if i == 5 { start = PanelCost.processTime }
      for body in frame.current.bodies.indices { frame.current.bodies[body].angle += TurningBodies.turn }
      let before = ctumble_allocations()
      try renderer.draw(frame, in: viewport)
      target.present()
      if i >= 5 { allocations += ctumble_allocations() - before }
    }
    return (target.name, (PanelCost.processTime - start) / Double(frames) * 1000, allocations)
  }

  /// Gives each body a way in a circle through the latest second, a place every four steps.
  private static func addTrails(to frame: inout Frame) {
    for body in frame.current.bodies {
      let first = frame.current.trailPlaces.count
      frame.current.trailPlaces += (0..<32).map { body.position + Vector(angle: Double($0) / 5, length: 20) }
      frame.current.trails.append(TrailSpan(body: body.id, spacing: 4, range: first..<first + 32))
    }
  }

  /// - Throws: Where anything costs more than it may.
  func run() throws {
    SDL_SetMemoryFunctions(
      ctumble_uncounted_malloc, ctumble_uncounted_calloc, ctumble_uncounted_realloc, ctumble_uncounted_free)
    var (bare, full) = (try measure(hasShadows: false), try measure(hasShadows: true))
    let liquid = try measure(hasShadows: true, skin: .water)
    let lines = try measure(hasShadows: true, isLine: true)
    let glowing = try measure(hasShadows: true, glow: 1)
    let trailing = try measure(hasShadows: true, hasTrails: true)
    // The least of some rounds that take turns: what else the machine does falls on both.
    for _ in 0..<4 {
      bare.milliseconds = min(bare.milliseconds, try measure(hasShadows: false).milliseconds)
      full.milliseconds = min(full.milliseconds, try measure(hasShadows: true).milliseconds)
    }
    let costs = [
      ("without shadows", bare), ("with shadows", full), ("with one skin", liquid), ("of lines", lines),
      ("that glow", glowing), ("with trails", trailing),
    ]
    for (what, cost) in costs {
      say(
        String(
          format: "%@, 1,000 turning bodies %@: %.3f ms of processor time a frame, %llu allocations",
          cost.renderer, what, cost.milliseconds, cost.allocations))
    }
    // No bound: the less a frame without shadows costs, the larger it is. What a frame with them may cost is
    // measured against the renderer's own loop.
    say(String(format: "%.2f times", full.milliseconds / bare.milliseconds))
    // All are measured, whichever of them costs too much.
    var dear: [String] = []
    if try !compareScenery() { dear.append("scenery out of sight") }
    if try !SpriteCost(frames: frames, onScreen: onScreen).isWithinBounds() { dear.append("sprites") }
    guard dear.isEmpty else {
      throw Failure("these cost more than they may: " + dear.joined(separator: ", "))
    }
  }

  // MARK: Scenery

  /// The bound for the cost of a frame with 100,000 pictures of scenery as a multiple of one with 1,000 at
  /// the same view.
  static let sceneryBound = 1.1

  /// A square of this many pictures, 20 points apart; 1,000 fill more than what is shown.
  private static func scenery(_ count: Int) -> WorldDescription {
    var description = WorldDescription(name: "scenery", view: Rect(size: Size(640, 400)))
    let side = Int(Double(count).squareRoot().rounded(.up))
    description.scenery = [
      SceneryDescription(
        name: "tile", outlines: [.rect(Rect(center: .zero, size: Size(16, 16)))],
        places: (0..<count).map { index in
          // From the middle of the view on.
          let (x, y) = (index % side - side / 2, index / side - side / 2)
          return SceneryDescription.Place(position: Vector(320 + Double(x) * 20, 200 + Double(y) * 20))
        })
    ]
    return description
  }

  /// A camera that goes to and fro over the middle, so that tiles come and go.
  private func measureScenery(_ count: Int) throws -> (milliseconds: Double, kilobytes: Int) {
    let session = try SDLSession(onScreen ? .screen : .offscreen)
    let size = PixelSize(640, 400)
    let target =
      try onScreen
      ? RenderTarget(Window(session: session, title: "stage", size: size)) : RenderTarget(size)
    let description = Self.scenery(count)
    let renderer = Renderer(target, description: description, textures: TextureCache(warn: { say($0) }))
    let frame = Frame(FrameSnapshot(step: 1, rate: 120, bodies: []))
    let area = Rect(size: Size(Double(size.width), Double(size.height)))
    var start = 0.0
    for i in 0..<frames + 5 {
      if i == 5 {
        _ = target.takeCounts()
        start = PanelCost.processTime
      }
      let way = Double(abs(i % 60 - 30)) / 30
      let center = description.view.center + Vector(way * 120 - 60, way * 40 - 20)
      try renderer.draw(
        frame, in: Viewport(paper: description.view, around: center, scale: 2, in: area))
      target.present()
    }
    return (
      (PanelCost.processTime - start) / Double(frames) * 1000, target.takeCounts().uploadedBytes / 1000
    )
  }

  /// Is true if scenery costs no more than it may.
  private func compareScenery() throws -> Bool {
    var (few, many) = (try measureScenery(1000), try measureScenery(100_000))
    for _ in 0..<4 {
      few.milliseconds = min(few.milliseconds, try measureScenery(1000).milliseconds)
      many.milliseconds = min(many.milliseconds, try measureScenery(100_000).milliseconds)
    }
    for (what, cost) in [("1,000", few), ("100,000", many)] {
      say(
        String(
          format:
            "%@ pictures of scenery, moved about: %.3f ms of processor time a frame, %d kB uploaded in all",
          what, cost.milliseconds, cost.kilobytes))
    }
    let ratio = many.milliseconds / few.milliseconds
    say(String(format: "%.2f times, at most %.1f", ratio, Self.sceneryBound))
    return ratio <= Self.sceneryBound && many.kilobytes <= few.kilobytes
  }
}
