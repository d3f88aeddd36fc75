import CTumbleSDL2
import TumbleAnimation
import TumbleGeometry

extension Sprite {
  /// The part of it that a transition shows, where it shows it; nil where it shows nothing of it.
  ///
  /// - Parameter whole: What the transition's unit square is, in points of the body.
  func part(_ quad: TransitionQuad, of whole: Rect) -> Sprite? {
    let pixels = Vector(
      Double(source.w) / max(bounds.width, 1e-9), Double(source.h) / max(bounds.height, 1e-9))
    // Cut at whole pixels of the texture, as not every renderer knows others; the rim at an outer edge stays.
    func cut(_ share: Double, _ low: Double, _ length: Double, _ edge: Double, _ scale: Double, _ most: Int32)
      -> Int32
    {
      if share <= 0 { return 0 }
      if share >= 1 { return most }
      let pixel = ((low + length * share - edge) * scale).rounded()
      return Int32(min(max(pixel, 0), Double(most)))
    }
    let left = cut(quad.source.min.x, whole.min.x, whole.width, bounds.min.x, pixels.x, source.w)
    let right = cut(quad.source.max.x, whole.min.x, whole.width, bounds.min.x, pixels.x, source.w)
    let bottom = cut(quad.source.min.y, whole.min.y, whole.height, bounds.min.y, pixels.y, source.h)
    let top = cut(quad.source.max.y, whole.min.y, whole.height, bounds.min.y, pixels.y, source.h)
    guard left < right, bottom < top else { return nil }
    let way = quad.destination.min - quad.source.min
    let offset = bounds.min + Vector(way.x * whole.width, way.y * whole.height)
    return Sprite(
      texture: texture,
      // The texture's first row is the top one.
      source: SDL_Rect(x: source.x + left, y: source.y + source.h - top, w: right - left, h: top - bottom),
      bounds: Rect(
        min: offset + Vector(Double(left) / pixels.x, Double(bottom) / pixels.y),
        max: offset + Vector(Double(right) / pixels.x, Double(top) / pixels.y)))
  }
}
