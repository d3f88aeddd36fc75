import CTumbleSDL2
import Foundation
import TumbleGeometry

/// Draws turned, tinted sprites by the fastest path of the renderer at hand: one call for all that share a
/// texture where a graphics card (or OpenGL in software) draws, one `SDL_RenderCopyEx` each where SDL itself
/// does.
package final class SpriteBatch {
  /// The way by which sprites reach the renderer.
  package enum Path { case copies, batches }

  /// The area in which something can be seen, in pixels.
  var area = Rect(size: .zero)
  /// Is true if colors are added to what is below.
  var isAdded = false {
    willSet { flush() }
  }
  private let target: RenderTarget
  private let path: Path
  private let clipper: QuadClipper
  private let vertices: UnsafeMutablePointer<SDL_Vertex>
  private let indices: UnsafeMutablePointer<Int32>
  private var quads = 0
  private var texture: Texture?
  /// Quads drawn at once; more go in further calls.
  private static let capacity = 4096
  /// Sprites longer than this many pixels are cut to the area first: SDL's software renderer would make a
  /// turned copy of the whole, and counts in 16 bits.
  private static let longest = 3000.0

  /// - Parameter path: Left out: the faster one.
  init(_ target: RenderTarget, path: Path? = nil) {
    self.target = target
    self.path = path ?? (target.isSoftware ? .copies : .batches)
    clipper = QuadClipper(target, isCelled: self.path == .copies)
    vertices = .allocate(capacity: Self.capacity * 4)
    vertices.initialize(repeating: SDL_Vertex(), count: Self.capacity * 4)
    indices = .allocate(capacity: Self.capacity * 6)
    for quad in 0..<Self.capacity {
      for (i, corner) in [0, 1, 2, 0, 2, 3].enumerated() {
        indices[quad * 6 + i] = Int32(quad * 4 + corner)
      }
    }
  }

  deinit {
    vertices.deallocate()
    indices.deallocate()
  }

  /// Turns the sprite about its body's origin, counter-clockwise in radians, and puts that origin at a pixel.
  ///
  /// - Parameter scale: Pixels per point, along the sprite's own axes; negative mirrors it.
  func draw(_ sprite: Sprite, at position: Vector, angle: Double, scale: Vector, tint: SDL_Color) {
    let length = max(abs(sprite.bounds.width * scale.x), abs(sprite.bounds.height * scale.y))
    guard length < Self.longest else {
      return drawClipped(sprite, at: position, angle: angle, scale: scale, tint: tint)
    }
    switch path {
    case .copies:
      blend(sprite.texture) { copy(sprite, at: position, angle: angle, scale: scale, tint: tint) }
    case .batches: append(sprite, at: position, angle: angle, scale: scale, tint: tint)
    }
  }

  /// Sends what is gathered; before anything else is drawn, and at the end.
  func flush() {
    guard quads > 0, let texture else { return }
    blend(texture) {
      target.drawTriangles(texture, vertices, count: quads * 4, indices: indices, indexCount: quads * 6)
    }
    quads = 0
  }

  private func blend(_ texture: Texture, _ draw: () -> Void) {
    if isAdded { SDL_SetTextureBlendMode(texture.pointer, SDL_BLENDMODE_ADD) }
    draw()
    if isAdded { SDL_SetTextureBlendMode(texture.pointer, SDL_BLENDMODE_BLEND) }
  }

  private func append(_ sprite: Sprite, at position: Vector, angle: Double, scale: Vector, tint: SDL_Color) {
    if sprite.texture !== texture || quads == Self.capacity {
      flush()
      texture = sprite.texture
    }
    placeCorners(of: sprite, at: position, angle: angle, scale: scale, tint: tint)
    quads += 1
  }

  /// Draws a sprite of any size: only the part in the area reaches the renderer.
  private func drawClipped(
    _ sprite: Sprite, at position: Vector, angle: Double, scale: Vector, tint: SDL_Color
  ) {
    flush()
    placeCorners(of: sprite, at: position, angle: angle, scale: scale, tint: tint)
    blend(sprite.texture) { clipper.draw(vertices, sprite.texture, in: area) }
  }

  /// Writes corners into the next free quad.
  private func placeCorners(
    of sprite: Sprite, at position: Vector, angle: Double, scale: Vector, tint: SDL_Color
  ) {
    let (sine, cosine) = (sin(angle), cos(angle))
    let (source, whole) = (sprite.source, sprite.bounds)
    let (width, height) = (Double(sprite.texture.size.width), Double(sprite.texture.size.height))
    let seen = sprite.seen ?? Rect(size: Size(Double(source.w), Double(source.h)))
    let (left, right) = (
      Float((Double(source.x) + seen.min.x) / width), Float((Double(source.x) + seen.max.x) / width)
    )
    let (top, bottom) = (
      Float((Double(source.y) + seen.min.y) / height), Float((Double(source.y) + seen.max.y) / height)
    )
    // The texture's first row is the top one.
    let pixel = Vector(whole.width / Double(source.w), whole.height / Double(source.h))
    let bounds = Rect(
      min: Vector(whole.min.x + seen.min.x * pixel.x, whole.max.y - seen.max.y * pixel.y),
      max: Vector(whole.min.x + seen.max.x * pixel.x, whole.max.y - seen.min.y * pixel.y))
    func vertex(_ corner: Int, _ x: Double, _ y: Double, _ u: Float, _ v: Float) {
      let (x, y) = (x * scale.x, y * scale.y)
      vertices[quads * 4 + corner] = SDL_Vertex(
        position: SDL_FPoint(
          x: Float(position.x + x * cosine - y * sine), y: Float(position.y - x * sine - y * cosine)),
        color: tint, tex_coord: SDL_FPoint(x: u, y: v))
    }
    vertex(0, bounds.min.x, bounds.max.y, left, top)
    vertex(1, bounds.max.x, bounds.max.y, right, top)
    vertex(2, bounds.max.x, bounds.min.y, right, bottom)
    vertex(3, bounds.min.x, bounds.min.y, left, bottom)
  }

  private func copy(_ sprite: Sprite, at position: Vector, angle: Double, scale: Vector, tint: SDL_Color) {
    if let turned = sprite.turned {
      if angle != 0, let turn = turned.turn(by: angle, scale: scale) {
        return copy(turn, at: position, tint: tint)
      }
      // Quickly, with jagged edges, for the few frames until it is there; else smoothly, which takes longer.
      sprite.texture.isSmooth = !turned.isAwaited(at: scale)
    }
    let bounds = sprite.bounds
    // The origin's place in the picture as drawn, from its top left corner.
    let center = Vector(
      scale.x >= 0 ? -bounds.min.x * scale.x : bounds.max.x * -scale.x,
      scale.y >= 0 ? bounds.max.y * scale.y : bounds.min.y * scale.y)
    // This renderer knows whole pixels only, and cuts fractions off.
    let place = SDL_FRect(
      x: Float((position.x - center.x).rounded()), y: Float((position.y - center.y).rounded()),
      w: Float((bounds.width * abs(scale.x)).rounded()), h: Float((bounds.height * abs(scale.y)).rounded()))
    let pointer = sprite.texture.pointer
    SDL_SetTextureColorMod(pointer, tint.r, tint.g, tint.b)
    SDL_SetTextureAlphaMod(pointer, tint.a)
    if angle == 0, scale.x > 0, scale.y > 0 {
      let (source, place) = seenPart(of: sprite, at: place)
      return target.copy(sprite.texture, from: source, to: place)
    }
    let flip =
      (scale.x < 0 ? SDL_FLIP_HORIZONTAL.rawValue : 0) | (scale.y < 0 ? SDL_FLIP_VERTICAL.rawValue : 0)
    target.copy(
      sprite.texture, from: sprite.source, to: place, turned: -angle * 180 / .pi, about: SDL_FPoint(center),
      SDL_RendererFlip(flip))
  }

  /// Returns the part of a sprite that is copied, and its destination: of one that is not scaled, only what
  /// is seen of it.
  private func seenPart(of sprite: Sprite, at place: SDL_FRect) -> (source: SDL_Rect, place: SDL_FRect) {
    let source = sprite.source
    guard let seen = sprite.seen, place.w == Float(source.w), place.h == Float(source.h) else {
      return (source, place)
    }
    // In whole pixels, all that is seen in part among them.
    let (left, top) = (Int32(seen.min.x.rounded(.down)), Int32(seen.min.y.rounded(.down)))
    let (right, bottom) = (Int32(seen.max.x.rounded(.up)), Int32(seen.max.y.rounded(.up)))
    let (width, height) = (right - left, bottom - top)
    return (
      SDL_Rect(x: source.x + left, y: source.y + top, w: width, h: height),
      SDL_FRect(x: place.x + Float(left), y: place.y + Float(top), w: Float(width), h: Float(height))
    )
  }

  private func copy(_ turn: TurnedSprite.Turn, at position: Vector, tint: SDL_Color) {
    let (texture, size) = (turn.texture, turn.texture.size)
    SDL_SetTextureColorMod(texture.pointer, tint.r, tint.g, tint.b)
    SDL_SetTextureAlphaMod(texture.pointer, tint.a)
    target.copy(
      texture,
      to: SDL_Rect(
        x: Int32(position.x.rounded()) + Int32(turn.left), y: Int32(position.y.rounded()) + Int32(turn.top),
        w: Int32(size.width), h: Int32(size.height)))
  }
}

extension SDL_FPoint {
  init(_ point: Vector) { self.init(x: Float(point.x), y: Float(point.y)) }
}

extension SDL_Color {
  /// Components beyond 0...1, or not numbers, are taken to the nearest end.
  init(_ color: Color, opacity: Double = 1) {
    func byte(_ component: Double) -> UInt8 { component > 0 ? UInt8((min(component, 1) * 255).rounded()) : 0 }
    self.init(r: byte(color.red), g: byte(color.green), b: byte(color.blue), a: byte(color.alpha * opacity))
  }
}
