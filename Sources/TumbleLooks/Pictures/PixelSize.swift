/// A width and a height in whole pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}
