import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// Draws the balls of each skin as one.
final class SkinDrawing {
  private let triangles: TriangleBuffer
  /// The balls by body id; nil for a body without a skin.
  private var balls: [SkinBall?] = []
  private var cell = 0.0
  private var layers: [Layer] = []

  private struct Layer {
    let skin: Skin
    let look: SkinLook
    var field = SkinField()
    /// Is true once it is drawn in this frame.
    var isDrawn = false
  }

  init(_ target: RenderTarget) { triangles = TriangleBuffer(target) }
}

extension SkinDrawing {
  var isEmpty: Bool { layers.isEmpty }

  /// Takes in what the bodies of a world are.
  func take(_ description: WorldDescription) {
    guard description.bodies.contains(where: { $0.style.skin != nil }) else {
      if !isEmpty { (balls, layers) = ([], []) }
      return
    }
    balls = description.bodies.map { SkinBall($0) }
    cell = SkinBall.cell(of: balls.lazy.compactMap(\.self))
    let skins = Skin.allCases.filter { skin in balls.contains { $0?.skin == skin } }
    guard skins != layers.map(\.skin) else { return }
    layers = skins.map { Layer(skin: $0, look: SkinLook($0)) }
  }

  /// Takes in where all balls are.
  ///
  /// - Parameter color: The color of a body; nil where it has none.
  func prepare(_ frame: Frame, in viewport: Viewport, color: (BodySnapshot) -> Color?) {
    guard !layers.isEmpty, viewport.scale > 0 else { return }
    let cell = max(cell, SkinBall.leastCell * viewport.density / viewport.scale)
    for index in layers.indices {
      layers[index].isDrawn = false
      layers[index].field.begin(over: viewport.view, cell: cell)
    }
    frame.forEachBody { body, drawn in
      guard let place = layer(of: body.id), let ball = balls[body.id.number], drawn.isFinite else { return }
      let scale = drawn.appearance.scale
      let center = CaptionText.place(ball.center, angle: drawn.angle, scale: scale)
      layers[place].field.add(
        at: drawn.position + center, radius: ball.radius * max(abs(scale.x), abs(scale.y)),
        ball.color(color(drawn), in: layers[place].look), weight: max(0, min(drawn.appearance.opacity, 1)))
    }
  }

  private func layer(of body: BodyID) -> Int? {
    guard balls.indices.contains(body.number), let ball = balls[body.number] else { return nil }
    return layers.firstIndex { $0.skin == ball.skin }
  }

  /// Returns true if a body is part of a skin.
  func covers(_ body: BodyID) -> Bool { !layers.isEmpty && layer(of: body) != nil }

  /// Draws the skin that a body is a part of, if that has not been done yet in this frame.
  ///
  /// - Returns: How much of the body is seen in it.
  func draw(skinOf body: BodyID, in viewport: Viewport, _ batch: SpriteBatch) -> Double {
    guard let place = layer(of: body) else { return 1 }
    defer { layers[place].isDrawn = true }
    let look = layers[place].look
    guard !layers[place].isDrawn else { return look.grain }
    batch.flush()
    layers[place].field.forEachTriangle(look, pixel: viewport.density / viewport.scale) { a, b, c in
      func pixel(_ corner: SkinField.Corner) -> SDL_FPoint { SDL_FPoint(viewport.pixel(corner.place)) }
      triangles.append(
        pixel(a), pixel(b), pixel(c), (SDL_Color(a.color), SDL_Color(b.color), SDL_Color(c.color)))
    }
    triangles.flush()
    return look.grain
  }
}
