import CTumbleChipmunk
import TumbleGeometry

extension Space {
  /// The shapes whose bounding boxes touch the rectangle, in id order.
  public func shapes(touching rect: Rect, filter: ShapeFilter = ShapeFilter()) -> [Shape] {
    var found: [Shape] = []
    withUnsafeMutablePointer(to: &found) { list in
      cpSpaceBBQuery(
        pointer, rect.c, filter.c,
        { shape, list in
          guard let shape, let list else { return }
          list.assumingMemoryBound(to: [Shape].self).pointee.append(Shape.of(shape))
        }, list)
    }
    found.sort { $0.id < $1.id }
    return found
  }
}
