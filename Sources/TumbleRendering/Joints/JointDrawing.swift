import CTumbleSDL2
import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// What joints are drawn with: rods, ropes that hang, coils, grooves with their pistons, pins and cogged wheels, of a constant
/// size on the screen.
struct JointDrawing {
  private let theme: Theme
  /// By joint id.
  private let styles: [JointLook]
  private let sprites: Sprites?
  /// Pixels per point of the sprites, which are drawn in the size they were made in.
  private let scale: Double

  private struct Sprites {
    let rod: Sprite?
    let rope: Sprite?
    let slot: Sprite?
    let pin: Sprite?
    let hub: Sprite?
    let cog: Sprite?
    let piston: Sprite?
    /// By how long they are, each so much longer than the one before as ``CoilLengths`` says.
    let coils: [Sprite?]
  }

  /// The lengths that coils are drawn in, in widths: what is between them is stretched a little.
  private enum CoilLengths {
    static let shortest = 1.0
    static let growth = 1.25
    static let count = 17

    static func index(_ lengths: Double) -> Int {
      let steps = (log2(max(lengths, shortest) / shortest) / log2(growth)).rounded()
      return min(Int(min(steps, Double(count))), count - 1)
    }

    static func lengths(_ index: Int) -> Double { shortest * pow(growth, Double(index)) }
  }

  init(_ description: WorldDescription, _ detail: Detail, _ sprites: SpriteCache, _ theme: Theme)
    throws(StageError)
  {
    self.theme = theme
    scale = detail.scale
    styles = description.joints.map { JointLook($0, in: description) }
    guard !styles.isEmpty else {
      self.sprites = nil
      return
    }
    let pixel = detail.line / detail.scale
    var coils: [Sprite?] = []
    if styles.contains(.coil) {
      for index in 0..<CoilLengths.count {
        coils.append(
          try sprites.sprite(.coil(width: 13 * pixel, lengths: CoilLengths.lengths(index))))
      }
    }
    func disc(_ radius: Double, _ color: Color) throws(StageError) -> Sprite? {
      try sprites.sprite(.outline(.circle(center: .zero, radius: radius * pixel), color))
    }
    self.sprites = Sprites(
      rod: try sprites.sprite(.line(width: 4 * pixel)), rope: try sprites.sprite(.line(width: 2.5 * pixel)),
      slot: try sprites.sprite(.line(width: 5 * pixel)), pin: try disc(3.2, theme.pin),
      hub: try disc(4.2, theme.rod), cog: try sprites.sprite(.cog(radius: 8 * pixel)),
      piston: try sprites.sprite(
        .outline(.rect(Rect(center: .zero, size: Size(14 * pixel, 9 * pixel)), radius: pixel), theme.rod)),
      coils: coils)
  }

  /// What lies behind the bodies: the grooves that they run in.
  func drawTracks(_ frame: Frame, description: WorldDescription, viewport: Viewport, batch: SpriteBatch) {
    guard let sprites, styles.contains(.groove) else { return }
    frame.forEachJoint { joint in
      guard styles.indices.contains(joint.id.number), styles[joint.id.number] == .groove,
        let ends = track(of: description.joints[joint.id.number], frame, viewport)
      else { return }
      stretch(sprites.slot, theme.slot, ends.from, ends.to, batch)
      dot(sprites.hub, ends.from, viewport, batch)
      dot(sprites.hub, ends.to, viewport, batch)
    }
  }

  /// - Parameter isCovered: Whether a joint is shown by something else.
  func draw(
    _ frame: Frame, description: WorldDescription, viewport: Viewport, batch: SpriteBatch,
    _ isCovered: (JointID) -> Bool
  ) {
    guard let sprites else { return }
    frame.forEachJoint { joint in
      guard styles.indices.contains(joint.id.number), joint.a.isFinite, joint.b.isFinite,
        !isCovered(joint.id)
      else { return }
      let (a, b) = (viewport.pixel(joint.a), viewport.pixel(joint.b))
      let known = description.joints[joint.id.number]
      switch styles[joint.id.number] {
      case .rod: stretch(sprites.rod, theme.rod, a, b, batch)
      case .rope: hang(joint, known.length, frame.current.gravity, viewport, batch)
      case .coil: drawCoil(a, b, batch)
      case .thread:
        let color = frame.current[known.a]?.appearance.color ?? theme.rope
        return stretch(sprites.rod, color, a, b, batch)
      case .hub: return dot(sprites.hub, b, viewport, batch)
      case .groove: return drawGroove(joint, known, frame, viewport, batch)
      case .cog: return drawCog(b, turnedWith: known.b, frame, viewport, batch)
      case .cogs:
        drawCog(a, turnedWith: known.a, frame, viewport, batch)
        return drawCog(b, turnedWith: known.b, frame, viewport, batch)
      case .none: return
      }
      dot(sprites.pin, a, viewport, batch)
      dot(sprites.pin, b, viewport, batch)
    }
  }

  /// A rope in as many straight pieces as its curve shows.
  private func hang(
    _ joint: JointSnapshot, _ length: Double?, _ gravity: Vector, _ viewport: Viewport, _ batch: SpriteBatch
  ) {
    let rope = HangingRope(from: joint.a, to: joint.b, length: length ?? 0, gravity: gravity)
    let depth = rope.sag.length * viewport.scale
    let pieces = depth > 0.5 ? min(max(Int(depth.squareRoot() * 2), 4), 24) : 1
    var from = viewport.pixel(joint.a)
    for piece in 1...pieces {
      let to = viewport.pixel(rope.point(at: Double(piece) / Double(pieces)))
      stretch(sprites?.rope, theme.rope, from, to, batch)
      from = to
    }
  }

  private func drawCoil(_ a: Vector, _ b: Vector, _ batch: SpriteBatch) {
    guard let sprites, let width = sprites.coils.first??.bounds.height, width > 0 else { return }
    let coil = sprites.coils[CoilLengths.index(a.distance(to: b) / (width * scale))]
    stretch(coil, theme.spring, a, b, batch)
  }

  private func drawGroove(
    _ joint: JointSnapshot, _ known: JointDescription, _ frame: Frame, _ viewport: Viewport,
    _ batch: SpriteBatch
  ) {
    let place = viewport.pixel(joint.b)
    guard let ends = track(of: known, frame, viewport) else {
      return dot(sprites?.hub, place, viewport, batch)
    }
    let way = Vector(ends.to.x - ends.from.x, ends.from.y - ends.to.y)
    dot(sprites?.piston, place, viewport, batch, angle: way.angle)
    dot(sprites?.pin, place, viewport, batch)
  }

  /// Both ends of a groove, in pixels.
  private func track(
    of joint: JointDescription, _ frame: Frame, _ viewport: Viewport
  ) -> (from: Vector, to: Vector)? {
    guard let track = joint.track, let body = frame.drawn(joint.a), body.isFinite else { return nil }
    return (
      viewport.pixel(body.position + track.from.rotated(by: body.angle)),
      viewport.pixel(body.position + track.to.rotated(by: body.angle))
    )
  }

  private func drawCog(
    _ place: Vector, turnedWith body: BodyID, _ frame: Frame, _ viewport: Viewport, _ batch: SpriteBatch
  ) {
    guard let angle = frame.drawn(body)?.angle, angle.isFinite else { return }
    dot(sprites?.cog, place, viewport, batch, angle: angle)
  }

  /// Draws a sprite from one pixel to another, as wide as it is.
  private func stretch(_ sprite: Sprite?, _ color: Color, _ a: Vector, _ b: Vector, _ batch: SpriteBatch) {
    let length = a.distance(to: b)
    // Beyond this no part of the line's form can be seen, and pixels no longer fit the renderer's numbers.
    guard let sprite, length > 0.5, length < 20_000 else { return }
    let middle = a.interpolated(to: b, by: 0.5)
    batch.draw(
      sprite, at: middle, angle: Vector(b.x - a.x, a.y - b.y).angle,
      scale: Vector(length / sprite.bounds.width, scale), tint: SDL_Color(color))
  }

  private func dot(
    _ sprite: Sprite?, _ place: Vector, _ viewport: Viewport, _ batch: SpriteBatch, angle: Double = 0
  ) {
    guard let sprite, viewport.area.insetBy(-20).contains(place) else { return }
    batch.draw(
      sprite, at: place, angle: angle, scale: Vector(scale, scale), tint: SDL_Color(.white))
  }
}
