/// Which shapes a shape, or a query, takes notice of.
///
/// Two meet if they are not in the same group (other than 0) and each one's categories share a bit with the other's
/// mask.
public struct ShapeFilter: Hashable, Sendable {
  /// Shapes of one group do not meet; 0 is no group.
  public var group: UInt
  /// What the shape is, one bit a category.
  public var categories: UInt32
  /// What it meets.
  public var mask: UInt32

  public init(group: UInt = 0, categories: UInt32 = ~0, mask: UInt32 = ~0) {
    self.group = group
    self.categories = categories
    self.mask = mask
  }

  public func meets(_ other: ShapeFilter) -> Bool {
    (group == 0 || group != other.group) && categories & other.mask != 0 && other.categories & mask != 0
  }
}
