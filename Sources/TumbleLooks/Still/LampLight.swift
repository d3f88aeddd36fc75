import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// The light that a static body which glows throws on what is near it: a picture of that, in its colors by
/// day and the darker the farther from the body, to be added to the backdrop in the body's own color. Its
/// alpha says nothing.
package struct LampLight: Sendable {
  package let picture: Bitmap
  /// The part of the world that it covers about the body's position, in points.
  package let covered: Rect

  /// The distance at which it ends from the body's bounds, as a multiple of their mean side.
  private static let reach = 3.0
  /// The share of what is near that is added right at the body: on dark paper, and by day.
  private static let (strength, dayStrength) = (0.8, 0.2)
  private static let longestSide = 512.0

  /// - Parameters:
  ///   - near: What is near, as ``StillWorld/near(in:bodies:theme:textures:scale:)`` has it.
  ///   - scale: Pixels per point; less is drawn of a light that is large.
  /// - Returns: nil where nothing is near, and of a body that is not in its own size.
  package init?(of body: BodySnapshot, in near: StillWorld, scale: Double) {
    guard let bounds = near.description[body.id]?.outlines.bounds, bounds.isFinite, body.isFinite,
      body.appearance.scale == Vector(1, 1)
    else { return nil }
    let reach = Self.reach * (bounds.width * bounds.height).squareRoot()
    let corners = [
      bounds.min, bounds.max, Vector(bounds.min.x, bounds.max.y), Vector(bounds.max.x, bounds.min.y),
    ]
    guard let turned = Rect(around: corners.map { $0.rotated(by: body.angle) }) else { return nil }
    let lit = turned.insetBy(-reach)
    let scale = min(scale, Self.longestSide / max(lit.width, lit.height))
    let size = Vector((lit.width * scale).rounded(.up), (lit.height * scale).rounded(.up))
    guard size.x >= 1, size.y >= 1 else { return nil }
    covered = Rect(origin: lit.min, size: Size(size.x / scale, size.y / scale))
    let paper = Rect(min: covered.min + body.position, max: covered.max + body.position)
    let backdrop = Backdrop(
      theme: near.theme, paper: paper, scale: scale, density: scale, showsSurround: false)
    guard near.bounds?.intersects(paper) == true else { return nil }
    var picture = backdrop.picture(of: Rect(min: Vector(0, -size.y), max: Vector(size.x, 0)), near)
    let strength = near.theme.addsLight ? Self.strength : Self.dayStrength
    let (width, corner) = (picture.width, Vector(covered.min.x, covered.max.y))
    picture.withMutablePixels { pixels in
      for index in pixels.indices where pixels[index] != 0 {
        let pixel = Vector(Double(index % width) + 0.5, -Double(index / width) - 0.5)
        let place = (corner + pixel / scale).rotated(by: -body.angle)
        let away = Vector(
          max(bounds.min.x - place.x, place.x - bounds.max.x, 0),
          max(bounds.min.y - place.y, place.y - bounds.max.y, 0))
        let left = max(1 - away.length / reach, 0)
        let share = UInt32(strength * left * left * 256)
        let lit = [0, 8, 16].reduce(UInt32(0)) { $0 | (((pixels[index] >> $1 & 255) * share) >> 8) << $1 }
        pixels[index] = share > 0 ? 0xFF00_0000 | lit : 0
      }
    }
    self.picture = picture
  }
}

extension StillWorld {
  /// Returns what is near the bodies and stands still, by day: static bodies, and scenery of no depth where
  /// it is not far away as under a sky.
  package static func near(
    in description: WorldDescription, bodies: [BodySnapshot], theme: Theme, textures: TextureCache,
    scale: Double
  ) -> StillWorld {
    var seen = description
    if description.hasSky { seen.scenery = [] }
    return StillWorld(
      .near, description, bodies: bodies, theme: theme.byDay,
      scenery: scenery(of: .near, in: seen, theme.byDay, textures: textures), textures: textures,
      scale: scale,
      revision: 0)
  }
}
