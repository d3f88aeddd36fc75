import Foundation
import TumbleDrawing

/// What differs between two pictures of one size.
struct PictureDifference {
  /// The part of the pixels that differ by more than the threshold, 0 to 1.
  let part: Double
  /// The largest difference of a color component, 0 to 255.
  let greatest: Int
  /// The first picture, pale, with the pixels that differ in red: the more, the darker.
  let picture: Bitmap

  /// - Parameter threshold: A pixel differs where one of its components does by more than this.
  init(_ a: Bitmap, _ b: Bitmap, threshold: Int) {
    precondition(a.width == b.width && a.height == b.height, "pictures of two sizes")
    var picture = a
    var (count, greatest) = (0, 0)
    picture.withMutablePixels { pixels in
      for index in pixels.indices {
        let (first, second) = (a.pixels[index], b.pixels[index])
        let difference = Self.difference(first, second)
        greatest = max(greatest, difference)
        if difference > threshold {
          count += 1
          pixels[index] = Self.red(difference)
        } else {
          pixels[index] = Self.pale(first)
        }
      }
    }
    part = a.pixels.isEmpty ? 0 : Double(count) / Double(a.pixels.count)
    self.greatest = greatest
    self.picture = picture
  }

  /// Such as `1.25 %`.
  var percentage: String { String(format: "%.2f %%", part * 100) }

  private static func component(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 0xFF) }

  private static func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16, 24].reduce(0) { max($0, abs(component(a, $1) - component(b, $1))) }
  }

  private static func pale(_ pixel: UInt32) -> UInt32 {
    func paled(_ shift: UInt32) -> UInt32 { UInt32(191 + component(pixel, shift) / 4) << shift }
    return 0xFF00_0000 | paled(16) | paled(8) | paled(0)
  }

  private static func red(_ difference: Int) -> UInt32 { 0xFF00_0000 | UInt32(255 - difference / 2) << 16 }
}
