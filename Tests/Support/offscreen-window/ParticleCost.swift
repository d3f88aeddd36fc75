import CTumbleSDL2
import CTumbleTestHooks
import Foundation
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleRendering

/// The cost of a frame of particles against the bare call that draws as many quads of the same sizes from an
/// array that is ready.
struct ParticleCost {
  let frames: Int
  /// Is true on the display that there is, with its renderer; otherwise SDL's software renderer draws
  /// offscreen.
  let onScreen: Bool
  /// The bound for a frame's cost as a multiple of the bare call's.
  static let bound = 1.3

  private static let size = PixelSize(800, 600)

  /// - Parameters:
  ///   - widths: How wide they are, in points; evenly between these.
  private static func emitter(_ count: Int, widths: ClosedRange<Double>) -> EmitterDescription {
    let middle = (widths.lowerBound + widths.upperBound) / 2
    let cell = ParticleCell(
      birthRate: Double(count), lifetime: 1, velocity: 40, angleRange: 2 * .pi, acceleration: Vector(0, -60),
      size: middle, scaleRange: (widths.upperBound - widths.lowerBound) / middle, alpha: 0.8,
      color: Color(red: 1, green: 0.6, blue: 0.2))
    return EmitterDescription(
      name: "e",
      emitter: Emitter(
        shape: .rectangle(Size(Double(size.width), Double(size.height))), begin: -2, cells: [cell]),
      position: Vector(Double(size.width), Double(size.height)) / 2)
  }

  private struct Cost {
    var renderer = ""
    var milliseconds = Double.infinity
    var allocations = UInt64(0)
    var quads = 0
  }

  /// - Parameter emitter: nil: the bare call draws its quads.
  private func measure(_ emitter: EmitterDescription, isBare: Bool) throws -> Cost {
    let session = try SDLSession(onScreen ? .screen : .offscreen)
    let target =
      try onScreen
      ? RenderTarget(Window(session: session, title: "particles", size: Self.size)) : RenderTarget(Self.size)
    var description = WorldDescription(
      name: "particles", view: Rect(size: Size(Double(Self.size.width), Double(Self.size.height))))
    if !isBare { description.emitters = [emitter] }
    let renderer = Renderer(target, description: description, textures: TextureCache(warn: { say($0) }))
    let viewport = Viewport(view: description.view, in: description.view)
    let bare = isBare ? try BareQuads(of: emitter, viewport, target) : nil
    var snapshot = FrameSnapshot(step: 0, rate: 60)
    snapshot.emitterCounts = [0]
    var cost = Cost(renderer: target.name, quads: bare?.count ?? 0)
    var start = 0.0
    for i in 0..<frames + 5 {
      if i == 5 { start = PanelCost.processTime }
      snapshot.step = i
      let before = ctumble_allocations()
      try renderer.draw(Frame(snapshot), in: viewport)
      bare?.draw(on: target)
      target.present()
      if i >= 5 { cost.allocations += ctumble_allocations() - before }
    }
    cost.milliseconds = (PanelCost.processTime - start) / Double(frames) * 1000
    return cost
  }

  /// - Throws: Where particles cost more than they may.
  func run() throws {
    SDL_SetMemoryFunctions(
      ctumble_uncounted_malloc, ctumble_uncounted_calloc, ctumble_uncounted_realloc, ctumble_uncounted_free)
    var isDear = false
    for (count, widths) in [(5_000, 6.0...6.0), (20_000, 4.0...16.0)] {
      let emitter = Self.emitter(count, widths: widths)
      var (bare, ours) = (Cost(), Cost())
      // The least of some rounds that take turns: what else the machine does falls on both.
      for _ in 0..<5 {
        let (plain, full) = (try measure(emitter, isBare: true), try measure(emitter, isBare: false))
        if plain.milliseconds < bare.milliseconds { bare = plain }
        if full.milliseconds < ours.milliseconds { ours = full }
      }
      let ratio = ours.milliseconds / bare.milliseconds
      isDear = isDear || ratio > Self.bound
      say(
        String(
          format:
            "%@, %d particles of %g to %g points (%d quads): %.3f ms of processor time a frame, the bare call %.3f ms, %.2f times, %llu allocations",
          ours.renderer, count, widths.lowerBound, widths.upperBound, bare.quads, ours.milliseconds,
          bare.milliseconds, ratio, ours.allocations))
    }
    say(String(format: "at most %.1f times", Self.bound))
    if isDear { throw Failure("particles cost more than they may") }
  }
}

/// The quads of an emitter's particles at a moment, ready for one call.
private final class BareQuads {
  private var vertices: [SDL_Vertex] = []
  private var indices: [Int32] = []
  private let texture: OpaquePointer
  var count: Int { vertices.count / 4 }

  init(of emitter: EmitterDescription, _ viewport: Viewport, _ target: RenderTarget) throws {
    var quads: [SDL_Vertex] = []
    ParticleSystem(emitter.emitter).forEachParticle(at: 1, position: emitter.position) { particle in
      let center = viewport.pixel(particle.position)
      let half = particle.size * viewport.scale / 2
      guard viewport.area.insetBy(-2 * half).contains(center) else { return }
      func byte(_ part: Double) -> UInt8 { UInt8((part * 255).rounded()) }
      let color = SDL_Color(
        r: byte(particle.color.red), g: byte(particle.color.green), b: byte(particle.color.blue),
        a: byte(particle.color.alpha))
      for (x, y) in [(0.0, 0.0), (1, 0), (1, 1), (0, 1)] {
        quads.append(
          SDL_Vertex(
            position: SDL_FPoint(
              x: Float(center.x + (2 * x - 1) * half), y: Float(center.y + (2 * y - 1) * half)), color: color,
            tex_coord: SDL_FPoint(x: Float(x), y: Float(y))))
      }
    }
    vertices = quads
    for quad in 0..<quads.count / 4 {
      for corner in [0, 1, 2, 0, 2, 3] { indices.append(Int32(quad * 4 + corner)) }
    }
    let side: Int32 = 64
    guard
      let made = SDL_CreateTexture(
        target.pointer, UInt32(SDL_PIXELFORMAT_ARGB8888.rawValue), Int32(SDL_TEXTUREACCESS_STATIC.rawValue),
        side, side)
    else { throw Failure("no texture: \(String(cString: SDL_GetError()))") }
    var pixels: [UInt32] = []
    for y in 0..<side {
      for x in 0..<side {
        let offset = Vector(Double(x) - 31.5, Double(y) - 31.5) / 32
        let near = max(1 - offset.lengthSquared, 0)
        pixels.append(UInt32((255 * near * near).rounded()) << 24 | 0xFF_FFFF)
      }
    }
    SDL_UpdateTexture(made, nil, pixels, side * 4)
    SDL_SetTextureBlendMode(made, SDL_BLENDMODE_BLEND)
    texture = made
  }

  deinit { SDL_DestroyTexture(texture) }

  func draw(on target: RenderTarget) {
    SDL_RenderGeometry(
      target.pointer, texture, vertices, Int32(vertices.count), indices, Int32(indices.count))
  }
}
