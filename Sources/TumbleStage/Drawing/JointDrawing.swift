import CTumbleSDL2
import TumbleFrames
import TumbleGeometry

/// What joints are drawn with: rods, ropes, coils and pins, of a constant size on the screen.
struct JointDrawing {
  private let rod: Sprite?
  private let rope: Sprite?
  private let coil: Sprite?
  private let pin: Sprite?
  private let hub: Sprite?
  private let theme: Theme
  /// By joint id.
  private let styles: [Style]

  private enum Style {
    case rod, rope, coil, hub, none

    init(_ kind: JointKind) {
      switch kind {
      case .pin: self = .rod
      case .slide: self = .rope
      case .spring: self = .coil
      case .pivot, .groove: self = .hub
      case .rotarySpring, .rotaryLimit, .ratchet, .gear, .motor: self = .none
      }
    }
  }

  /// Pixels per point of the sprites, which are drawn in the size they were made in.
  private let scale: Double

  init(_ description: WorldDescription, _ detail: Detail, _ sprites: SpriteCache, _ theme: Theme)
    throws(StageError)
  {
    self.theme = theme
    scale = detail.scale
    styles = description.joints.map { Style($0.kind) }
    guard !styles.isEmpty else {
      rod = nil
      rope = nil
      coil = nil
      pin = nil
      hub = nil
      return
    }
    let pixel = detail.line / detail.scale
    rod = try sprites.sprite(.line(width: 4 * pixel))
    rope = try sprites.sprite(.line(width: 2.5 * pixel))
    coil = try sprites.sprite(.coil(width: 13 * pixel))
    pin = try sprites.sprite(.outline(.circle(center: .zero, radius: 3.2 * pixel), theme.pin))
    hub = try sprites.sprite(.outline(.circle(center: .zero, radius: 4.2 * pixel), theme.rod))
  }

  func draw(_ frame: Frame, description: WorldDescription, viewport: Viewport, batch: SpriteBatch) {
    frame.forEachJoint { joint in
      guard styles.indices.contains(joint.id.number), joint.a.isFinite, joint.b.isFinite else { return }
      let (a, b) = (viewport.pixel(joint.a), viewport.pixel(joint.b))
      let style = styles[joint.id.number]
      switch style {
      case .rod: stretch(rod, theme.rod, a, b, batch)
      case .rope: stretch(rope, theme.rope, a, b, batch)
      case .coil: stretch(coil, theme.spring, a, b, batch)
      case .hub: dot(hub, b, viewport, batch)
      case .none: return
      }
      guard style != .hub else { return }
      dot(pin, a, viewport, batch)
      dot(pin, b, viewport, batch)
    }
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

  private func dot(_ sprite: Sprite?, _ place: Vector, _ viewport: Viewport, _ batch: SpriteBatch) {
    guard let sprite, viewport.area.insetBy(-20).contains(place) else { return }
    batch.draw(
      sprite, at: place, angle: 0, scale: Vector(scale, scale), tint: SDL_Color(.white))
  }
}
