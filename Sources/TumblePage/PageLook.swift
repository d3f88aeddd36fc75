import TumbleFrames
import TumbleGeometry

/// What a body, or scenery, is drawn with; many have the same.
struct PageLook: Hashable, Sendable {
  var kind: BodyKind
  var outlines: [Outline]
  /// A path.
  var texture: String?
  var fit: TextureFit
  var castsShadow: Bool
  /// Its corner radius is in the outlines.
  var style: BodyStyle
  var layer: Int
  /// By outline; empty where none runs.
  var surfaceVelocities: [Vector]

  /// Of a body in a moment: a transition to another picture has been made at once.
  init(of body: BodyDescription, _ change: LookChange?, _ pictures: [String]) {
    kind = body.kind
    outlines = body.drawnOutlines
    texture = body.texture
    fit = body.textureFit
    castsShadow = body.castsShadow
    style = body.style
    layer = body.layer
    surfaceVelocities = body.surfaceVelocities
    guard let change else { return }
    texture = change.picture.flatMap { pictures.indices.contains($0) ? pictures[$0] : nil }
  }

  init(of scenery: SceneryDescription) {
    kind = .static
    outlines = scenery.outlines
    texture = scenery.texture
    fit = scenery.textureFit
    castsShadow = false
    style = BodyStyle()
    layer = 0
    surfaceVelocities = []
  }

  /// How far from the body's position anything of it is, in points.
  var reach: Double {
    guard let bounds = outlines.bounds, bounds.isFinite else { return 0 }
    let farthest = Vector(max(-bounds.min.x, bounds.max.x), max(-bounds.min.y, bounds.max.y))
    return farthest.length
  }
}
