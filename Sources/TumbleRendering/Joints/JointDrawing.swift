import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// The drawing of joints: rods, ropes that hang, coils, grooves with their pistons, pivots and cogged wheels,
/// of a constant size on the screen.
struct JointDrawing {
  private let theme: Theme
  private let parts: [[Part]]
  /// Grooves, and the hubs at their ends; nil if there are none.
  private let groove: (slot: Sprite?, hub: Sprite?)?
  /// Pixels per point of the sprites, which are drawn in the size they were made in.
  private let scale: Double

  private enum Part {
    case link([Sprite?], JointLink)
    case dot(Sprite?, JointDot)
  }

  init(_ description: WorldDescription, _ detail: Detail, _ sprites: SpriteCache, _ theme: Theme)
    throws(StageError)
  {
    self.theme = theme
    scale = detail.scale
    let forms = JointForms(theme, pixel: detail.line / detail.scale)
    var parts: [[Part]] = []
    for joint in description.joints {
      var made: [Part] = []
      for part in forms.parts(of: joint, JointLook(joint, in: description)) {
        switch part {
        case .dot(let dot): made.append(.dot(try sprites.sprite(dot.form), dot))
        case .link(let link):
          var drawn: [Sprite?] = []
          for form in link.forms { drawn.append(try sprites.sprite(form)) }
          made.append(.link(drawn, link))
        }
      }
      parts.append(made)
    }
    self.parts = parts
    let hasGroove = description.joints.contains { JointLook($0, in: description) == .groove }
    groove = hasGroove ? (try sprites.sprite(forms.slot), try sprites.sprite(forms.hub)) : nil
  }

  /// Draws what lies behind the bodies: the grooves that they run in.
  func drawTracks(_ frame: Frame, description: WorldDescription, viewport: Viewport, batch: SpriteBatch) {
    guard let groove else { return }
    frame.forEachJoint { joint in
      guard let known = description[joint.id], let ends = track(of: known, frame, viewport) else { return }
      stretch(groove.slot, theme.slot, ends.from, ends.to, batch)
      dot(groove.hub, ends.from, viewport, batch)
      dot(groove.hub, ends.to, viewport, batch)
    }
  }

  func draw(
    _ frame: Frame, description: WorldDescription, viewport: Viewport, batch: SpriteBatch,
    _ isCovered: (JointID) -> Bool
  ) {
    frame.forEachJoint { joint in
      guard parts.indices.contains(joint.id.number), joint.a.isFinite, joint.b.isFinite, !isCovered(joint.id)
      else { return }
      for part in parts[joint.id.number] {
        switch part {
        case .link(let sprites, let link):
          draw(sprites, link, joint, description.joints[joint.id.number], frame, viewport, batch)
        case .dot(let sprite, let shown):
          let turned = shown.turned.map { frame.drawn($0)?.angle ?? .nan } ?? 0
          guard turned.isFinite else { continue }
          let place = viewport.pixel(shown.isAtA ? joint.a : joint.b)
          dot(sprite, place, viewport, batch, angle: turned + shown.angle)
        }
      }
    }
  }

  /// Draws a link in as many straight pieces as a rope's curve shows.
  private func draw(
    _ sprites: [Sprite?], _ link: JointLink, _ joint: JointSnapshot, _ known: JointDescription,
    _ frame: Frame, _ viewport: Viewport, _ batch: SpriteBatch
  ) {
    let own = link.isThread && known.color == nil ? frame.current[known.a]?.appearance.color : nil
    let end = viewport.pixel(joint.b)
    var from = viewport.pixel(joint.a)
    var sprite = sprites[0]
    if sprites.count > 1, let width = sprite?.bounds.height, width > 0 {
      sprite = sprites[JointForms.coil(ofLengths: from.distance(to: end) / (width * scale))]
    }
    if known.kind == .slide, !link.isThread {
      let rope = HangingRope(
        from: joint.a, to: joint.b, length: known.length ?? 0, gravity: frame.current.gravity)
      let depth = rope.sag.length * viewport.scale
      let pieces = depth > 0.5 ? min(max(Int(depth.squareRoot() * 2), 4), 24) : 1
      for piece in 1..<max(pieces, 1) {
        let to = viewport.pixel(rope.point(at: Double(piece) / Double(pieces)))
        stretch(sprite, own ?? link.color, from, to, batch)
        from = to
      }
    }
    stretch(sprite, own ?? link.color, from, end, batch)
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
    batch.draw(sprite, at: place, angle: angle, scale: Vector(scale, scale), tint: SDL_Color(.white))
  }
}

/// Draws the bands of conveyors round their outlines, with treads and rollers that run at the surface's
/// velocity.
///
/// What is seen is a function of the frame's time alone. The side that faces up runs as the velocity says.
struct BeltDrawing {
  private struct Belt {
    let plan: BeltPlan
    let band: Sprite?
    let roller: Sprite?
  }

  private let belts: [Belt]
  private let tread: Sprite?

  init(_ description: WorldDescription, _ light: Light, _ sprites: SpriteCache) throws(StageError) {
    var belts: [Belt] = []
    for (index, body) in description.bodies.enumerated() {
      for plan in BeltPlan.all(of: body, BodyID(index), light) {
        belts.append(
          Belt(
            plan: plan, band: try sprites.sprite(plan.band),
            roller: plan.rollerRadius > 0 ? try sprites.sprite(plan.roller) : nil))
      }
    }
    self.belts = belts
    tread = belts.isEmpty ? nil : try sprites.sprite(BeltPlan.tread(light))
  }

  func draw(_ frame: Frame, viewport: Viewport, batch: SpriteBatch, _ wanted: (BodySnapshot) -> Bool) {
    let time = frame.time
    for belt in belts {
      let plan = belt.plan
      guard let body = frame.drawn(plan.body), wanted(body), body.isFinite, body.appearance.opacity > 0 else {
        continue
      }
      let tint = SDL_Color(.white, opacity: min(body.appearance.opacity, 1))
      func put(_ sprite: Sprite?, at place: Vector, angle: Double) {
        guard let sprite else { return }
        let pixel = viewport.pixel(body.position + place.rotated(by: body.angle))
        let reach = sprite.bounds.reach * viewport.scale + 4
        guard viewport.area.insetBy(-reach).contains(pixel) else { return }
        batch.draw(
          sprite, at: pixel, angle: body.angle + angle, scale: Vector(viewport.scale, viewport.scale),
          tint: tint)
      }
      put(belt.band, at: .zero, angle: 0)
      for place in plan.rollers {
        put(belt.roller, at: place, angle: plan.speed * time / plan.rollerRadius)
      }
      let step = plan.border.length / Double(plan.treads)
      let start = (plan.speed * time).truncatingRemainder(dividingBy: step)
      for index in 0..<plan.treads {
        let (place, angle) = plan.border.place(at: start + (Double(index) + (start < 0 ? 1 : 0)) * step)
        put(tread, at: place + Vector(0, plan.treadDepth).rotated(by: angle), angle: angle)
      }
    }
  }
}
