import TumbleGeometry

extension Bitmap {
  /// Replaces what is drawn by its shadow: its silhouette in one color, blurred by three averages over a square, which come
  /// near to a Gaussian curve of deviation √(radius · (radius + 1)) pixels.
  ///
  /// - Parameter radius: in pixels; 0 keeps the edges as they are. Pixels beyond the picture count as transparent.
  public mutating func makeShadow(radius: Int, color: Color) {
    guard width > 0, height > 0 else { return }
    let (width, height) = (width, height)
    let color = SilhouetteColor(color)
    withMutablePixels { pixels in
      guard let pixels = pixels.baseAddress else { return }
      let count = width * height
      for i in 0..<count { pixels[i] >>= 24 }
      if radius > 0 {
        let line = UnsafeMutablePointer<UInt32>.allocate(capacity: max(width, height))
        defer { line.deallocate() }
        for _ in 0..<3 {
          for row in 0..<height {
            average(pixels + row * width, count: width, stride: 1, radius: radius, line)
          }
          for column in 0..<width {
            average(pixels + column, count: height, stride: width, radius: radius, line)
          }
        }
      }
      for i in 0..<count { pixels[i] = color.pixel(pixels[i]) }
    }
  }
}

extension Bitmap {
  /// Multiplies the colors, and leaves alpha as it is.
  ///
  /// - Parameter part: taken into 0...1.
  public mutating func dim(to part: Double) {
    guard part < 1 else { return }
    let factor = UInt32(max(part, 0) * 256)
    withMutablePixels { pixels in
      for i in pixels.indices {
        let pixel = pixels[i]
        let (redAndBlue, green) = (pixel & 0xFF00FF, pixel & 0xFF00)
        pixels[i] =
          (pixel & 0xFF00_0000) | ((redAndBlue * factor) >> 8) & 0xFF00FF | ((green * factor) >> 8) & 0xFF00
      }
    }
  }
}

/// A color by the opacity of a silhouette, 0 to 255, multiplied by it as bitmaps have it.
private struct SilhouetteColor {
  let (red, green, blue, alpha): (UInt32, UInt32, UInt32, UInt32)

  init(_ color: Color) {
    let pixel = color.withAlpha(1).premultipliedPixel
    red = pixel >> 16 & 255
    green = pixel >> 8 & 255
    blue = pixel & 255
    alpha = Color.black.withAlpha(color.alpha).premultipliedPixel >> 24
  }

  func pixel(_ coverage: UInt32) -> UInt32 {
    let alpha = (coverage * self.alpha + 127) / 255
    func part(_ component: UInt32) -> UInt32 { (component * alpha + 127) / 255 }
    return alpha << 24 | part(red) << 16 | part(green) << 8 | part(blue)
  }
}

/// Replaces each value by the mean of those at most `radius` places away, with a sum that goes along.
private func average(
  _ values: UnsafeMutablePointer<UInt32>, count: Int, stride: Int, radius: Int,
  _ line: UnsafeMutablePointer<UInt32>
) {
  var sum: UInt32 = 0
  for i in 0..<count { line[i] = values[i * stride] }
  for i in 0..<min(radius, count) { sum += line[i] }
  let window = UInt32(2 * radius + 1)
  for i in 0..<count {
    if i + radius < count { sum += line[i + radius] }
    if i > radius { sum -= line[i - radius - 1] }
    values[i * stride] = (sum + window / 2) / window
  }
}
