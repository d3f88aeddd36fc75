import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleLooks

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
    /// The rearmost of its balls, whether or not it is in sight: there the skin lies among the bodies.
    var rearmost: BodyID?
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
  func prepare(
    _ frame: Frame, _ description: WorldDescription, in viewport: Viewport, color: (BodySnapshot) -> Color?
  ) {
    guard !layers.isEmpty, viewport.scale > 0 else { return }
    let cell = max(cell, SkinBall.leastCell * viewport.density / viewport.scale)
    for index in layers.indices {
      (layers[index].isDrawn, layers[index].rearmost) = (false, nil)
      layers[index].field.begin(over: viewport.view, cell: cell)
    }
    frame.forEachBody { body, drawn in
      guard let place = layer(of: body.id), let ball = balls[body.id.number], drawn.isFinite else { return }
      if layers[place].rearmost.map({ description.isInFront($0, of: body.id) }) ?? true {
        layers[place].rearmost = body.id
      }
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

  /// The part of a body that is seen in its skin; 1 without one.
  func grain(of body: BodyID) -> Double { layer(of: body).map { layers[$0].look.grain } ?? 1 }

  /// Draws the skins that lie behind a body, or all for nil, as far as they are not drawn in this frame.
  func draw(
    behind body: BodyID?, _ description: WorldDescription, in viewport: Viewport, _ batch: SpriteBatch
  ) {
    for place in layers.indices where !layers[place].isDrawn {
      guard let rearmost = layers[place].rearmost,
        body.map({ !description.isInFront(rearmost, of: $0) }) ?? true
      else { continue }
      layers[place].isDrawn = true
      batch.flush()
      let pixel = viewport.density / viewport.scale
      layers[place].field.forEachTriangle(layers[place].look, pixel: pixel) { a, b, c in
        func pixel(_ corner: SkinField.Corner) -> SDL_FPoint { SDL_FPoint(viewport.pixel(corner.place)) }
        triangles.append(
          pixel(a), pixel(b), pixel(c), (SDL_Color(a.color), SDL_Color(b.color), SDL_Color(c.color)))
      }
      triangles.flush()
    }
  }
}
