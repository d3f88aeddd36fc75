import TumbleDrawing
import TumbleGeometry

/// What a tile of what stands still shows.
package struct StillPicture: Sendable {
  /// Ready for upload.
  package let bitmap: Bitmap
  /// The part of it that is not of the color behind it, in pixels; without a size where it is nothing else. The rest need not
  /// be drawn where that color is on the target already.
  package let content: Rect

  /// - Parameter bitmap: As it is drawn; `behind` is a pixel of what lies behind it.
  init(_ bitmap: consuming Bitmap, behind: UInt32, isTransparent: Bool) {
    content = bitmap.bounds(ofAllBut: behind)
    if isTransparent { bitmap.prepareForUpload() }
    self.bitmap = bitmap
  }
}

extension Bitmap {
  /// The smallest rectangle with all pixels that are not a given one; without a size where there are none.
  func bounds(ofAllBut pixel: UInt32) -> Rect {
    pixels.withUnsafeBufferPointer { pixels in
      func isOther(_ row: Int) -> Bool {
        for place in row * width..<(row + 1) * width where pixels[place] != pixel { return true }
        return false
      }
      guard let top = (0..<height).first(where: isOther), let bottom = (top..<height).last(where: isOther)
      else { return Rect(size: .zero) }
      var (left, right) = (width, 0)
      for row in top...bottom {
        // Only what may widen it is looked at.
        if let first = (0..<left).first(where: { pixels[row * width + $0] != pixel }) { left = first }
        if let last = (right..<width).last(where: { pixels[row * width + $0] != pixel }) { right = last + 1 }
      }
      return Rect(
        min: Vector(Double(left), Double(top)), max: Vector(Double(right), Double(bottom + 1)))
    }
  }
}
