import CTumbleChipmunk
import TumbleGeometry

extension ShapeFilter {
  init(_ filter: cpShapeFilter) {
    self.init(group: UInt(filter.group), categories: filter.categories, mask: filter.mask)
  }

  var c: cpShapeFilter { cpShapeFilter(group: cpGroup(group), categories: categories, mask: mask) }
}
