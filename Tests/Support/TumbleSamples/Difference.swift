import TumbleDrawing

/// The difference of two pictures of one size.
package struct Difference: CustomStringConvertible {
  /// The mean difference of a component, in 255ths, over all pixels.
  package var mean = 0.0
  /// The part of the pixels in which a component differs by more than 40.
  package var large = 0.0

  package init(_ a: Bitmap, _ b: Bitmap) {
    precondition(a.width == b.width && a.height == b.height, "the pictures have different sizes")
    var (sum, count) = (0, 0)
    for (p, q) in zip(a.pixels, b.pixels) where p != q {
      var largest = 0
      for shift in [0, 8, 16] as [UInt32] {
        let apart = abs(Int(p >> shift & 255) - Int(q >> shift & 255))
        sum += apart
        largest = max(largest, apart)
      }
      if largest > 40 { count += 1 }
    }
    let pixels = Double(max(a.pixels.count, 1))
    (mean, large) = (Double(sum) / 3 / pixels, Double(count) / pixels)
  }

  package var description: String { "mean \(mean), large in \(large * 100) %" }
}
