import CTumbleTestHooks
import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleRendering

/// The cost of frames of turned, blended sprites against the renderer's own fastest loop: plain, and with
/// shadows, gradients, borders and captions; of 1,000 bodies, of 10,000, and on a screen of 4K.
struct SpriteCost {
  let frames: Int
  /// Is true on the display that there is, with its renderer; otherwise SDL's software renderer draws
  /// offscreen.
  let onScreen: Bool
  /// The bounds for the cost of a frame of 1,000 as a multiple of the bare loop's.
  static let (plainBound, fullBound) = (1.05, 1.6)
  /// The number of frames before the measurement, after which all that is drawn in advance is there.
  private static let warmUp = 60

  /// The ways to draw the sprites.
  private enum Kind: CaseIterable { case bare, plain, full }

  private struct Cost {
    var milliseconds = Double.infinity
    var allocations = UInt64(0)
    /// The counts of the last frame; draws of the bare loop are not counted.
    var counts = DrawCounts()
  }

  private struct Case {
    let name: String
    let count: Int
    let side: Double
    let size: PixelSize
    /// The part of the requested frames that is measured.
    let share: Double
  }

  private static let cases = [
    Case(name: "1,000 bodies of 24 pixels", count: 1000, side: 24, size: PixelSize(1280, 800), share: 1),
    Case(name: "10,000 bodies of 8 pixels", count: 10_000, side: 8, size: PixelSize(1280, 800), share: 0.3),
    Case(
      name: "1,000 bodies of 64 pixels in 4K", count: 1000, side: 64, size: PixelSize(3840, 2160), share: 0.2),
  ]

  private func measure(_ kind: Kind, _ this: Case) throws -> (renderer: String, Cost) {
    let session = try SDLSession(onScreen ? .screen : .offscreen)
    let target =
      try onScreen
      ? RenderTarget(Window(session: session, title: "stage", size: this.size)) : RenderTarget(this.size)
    var theme = Theme()
    if kind != .full { theme.shadow = nil }
    let world = TurningBodies(this.count, side: this.side, in: this.size, isStyled: kind == .full)
    let renderer = Renderer(
      target, description: world.description, textures: TextureCache(warn: { say($0) }), theme: theme)
    let bare =
      kind == .bare
      ? try BareSprites(of: world.bodies, side: Int(this.side) + 4, this.size, target) : nil
    let viewport = Viewport(view: world.description.view, in: world.description.view)
    var frame = Frame(FrameSnapshot(step: 1, rate: 120, bodies: world.bodies))
    let frames = max(Int(Double(frames) * this.share), 10)
    var cost = Cost()
    var start = 0.0
    for i in 0..<frames + Self.warmUp {
      if i == Self.warmUp { start = PanelCost.processTime }
      let before = ctumble_allocations()
      if let bare {
        bare.draw()
      } else {
        for body in frame.current.bodies.indices {
          frame.current.bodies[body].angle += TurningBodies.turn
        }
        try renderer.draw(frame, in: viewport)
      }
      target.present()
      if i >= Self.warmUp { cost.allocations += ctumble_allocations() - before }
      cost.counts = target.takeCounts()
    }
    cost.milliseconds = (PanelCost.processTime - start) / Double(frames) * 1000
    return (target.name, cost)
  }

  /// Is true if sprites cost no more than they may.
  func isWithinBounds() throws -> Bool {
    var isWithin = true
    for this in Self.cases {
      var costs: [Kind: Cost] = [:]
      var name = ""
      // The least of some rounds that take turns: what else the machine does falls on all.
      for _ in 0..<5 {
        for kind in Kind.allCases {
          let (renderer, cost) = try measure(kind, this)
          name = renderer
          if cost.milliseconds < costs[kind, default: Cost()].milliseconds { costs[kind] = cost }
        }
      }
      guard let bare = costs[.bare], let plain = costs[.plain], let full = costs[.full] else { continue }
      say(
        String(
          format: "%@, %@: the bare loop %.3f ms of processor time a frame", name, this.name,
          bare.milliseconds))
      for (what, cost) in [("plain", plain), ("with shadows, gradients, borders and captions", full)] {
        say(
          String(
            format:
              "  %@: %.3f ms, %.2f times; %d draws, %d changes of texture, %.0f pixels blended, %llu allocations",
            what, cost.milliseconds, cost.milliseconds / bare.milliseconds, cost.counts.draws,
            cost.counts.textureSwitches, cost.counts.blendedPixels, cost.allocations))
      }
      // The bounds are those of 1,000 on an ordinary screen.
      if this.share == 1 {
        isWithin =
          plain.milliseconds <= Self.plainBound * bare.milliseconds
          && full.milliseconds <= Self.fullBound * bare.milliseconds
      }
    }
    say(String(format: "of 1,000 at most %.2f and %.1f times", Self.plainBound, Self.fullBound))
    return isWithin
  }
}
