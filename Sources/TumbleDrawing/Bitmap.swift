import CTumbleCairo
import TumbleGeometry

/// A picture in memory as a plain value: 32 bits per pixel, rows from the top, no gap between rows.
///
/// A pixel is `0xAARRGGBB` in the machine's own byte order with color multiplied by alpha: Cairo's ARGB32,
/// and SDL's ARGB8888 but for the alpha (see `convertToStraightAlpha()`).
public struct Bitmap: Hashable, Sendable {
  /// Cairo's own limit for a side, in pixels.
  public static let maximumSide = 32767

  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The pixels, row by row from the top left: 0xAARRGGBB, multiplied by alpha.
  public private(set) var pixels: [UInt32]

  /// A transparent picture; either side may be 0, and none may be above `maximumSide`.
  public init(width: Int, height: Int) {
    precondition(
      (0...Self.maximumSide).contains(width) && (0...Self.maximumSide).contains(height),
      "a bitmap's sides are 0...\(Self.maximumSide) pixels, not \(width) × \(height)")
    self.width = width
    self.height = height
    pixels = Array(repeating: 0, count: width * height)
  }

  /// Makes it a transparent picture of a size, unless it has that size already; true if it had another.
  @discardableResult package mutating func fit(width: Int, height: Int) -> Bool {
    guard self.width != width || self.height != height else { return false }
    self = Bitmap(width: width, height: height)
    return true
  }
}

extension Bitmap {
  /// Bytes from one row to the next.
  public var stride: Int { width * 4 }

  /// The pixel as stored, (0, 0) being the top left one.
  public subscript(x: Int, y: Int) -> UInt32 {
    get { pixels[index(x, y)] }
    set { pixels[index(x, y)] = newValue }
  }

  private func index(_ x: Int, _ y: Int) -> Int {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "no pixel (\(x), \(y)) in \(width) × \(height)")
    return y * width + x
  }

  /// The pixels as they lie in memory, for an upload to a texture.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try pixels.withUnsafeBytes(body)
  }

  /// The pixels to write to; a copy is made first where this value is not the only owner.
  public mutating func withMutablePixels<Result>(
    _ body: (UnsafeMutableBufferPointer<UInt32>) throws -> Result
  ) rethrows -> Result {
    try pixels.withUnsafeMutableBufferPointer { try body($0) }
  }

  /// Draws over what is there. The canvas lives for the call: x to the right, y down, one unit per pixel.
  public mutating func draw<Result>(_ body: (borrowing Canvas) throws -> Result) rethrows -> Result {
    let (width, height, stride) = (width, height, stride)
    return try pixels.withUnsafeMutableBytes { bytes in
      let surface = cairo_image_surface_create_for_data(
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width),
        Int32(height), Int32(stride))
      let canvas = Canvas(owning: surface)
      defer { cairo_surface_finish(surface) }
      return try body(canvas)
    }
  }

  /// Makes every pixel the same, without blending.
  public mutating func clear(to color: Color = .clear) {
    let pixel = color.premultipliedPixel
    withMutablePixels { $0.update(repeating: pixel) }
  }

  /// Makes whole rows of pixels the same, without blending.
  public mutating func clear(rows: Range<Int>, to color: Color) {
    let rows = rows.clamped(to: 0..<height)
    let pixel = color.premultipliedPixel
    let width = width
    withMutablePixels { pixels in
      for i in rows.lowerBound * width..<rows.upperBound * width { pixels[i] = pixel }
    }
  }

  /// Lays a color over a rectangle of whole pixels, cut off at the edges; quicker than a canvas for thin
  /// lines.
  public mutating func fill(columns: Range<Int>, rows: Range<Int>, _ color: Color) {
    let columns = columns.clamped(to: 0..<width)
    let rows = rows.clamped(to: 0..<height)
    let over = color.premultipliedPixel
    let rest = 255 - over >> 24
    let width = width
    withMutablePixels { pixels in
      for row in rows {
        for i in row * width + columns.lowerBound..<row * width + columns.upperBound {
          pixels[i] = over &+ Self.scaled(pixels[i], by: rest)
        }
      }
    }
  }

  /// The pixels of this picture that another one covers, whose top left corner is at one that may lie
  /// outside.
  private func overlap(with other: Bitmap, x: Int, y: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    func range(_ start: Int, _ length: Int, within whole: Int) -> Range<Int> {
      max(start, 0)..<max(min(start + length, whole), max(start, 0))
    }
    return (range(x, other.width, within: width), range(y, other.height, within: height))
  }

  /// Lays another picture over this one, its top left corner at a pixel of this one that may lie outside.
  public mutating func blend(_ other: Bitmap, x: Int, y: Int) {
    let (columns, rows) = overlap(with: other, x: x, y: y)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let (width, otherWidth) = (width, other.width)
    other.pixels.withUnsafeBufferPointer { source in
      withMutablePixels { target in
        for row in rows {
          var from = (row - y) * otherWidth + columns.lowerBound - x
          var to = row * width + columns.lowerBound
          for _ in columns {
            let over = source[from]
            let alpha = over >> 24
            if alpha == 255 {
              target[to] = over
            } else if over != 0 {
              target[to] = over &+ Self.scaled(target[to], by: 255 - alpha)
            }
            from += 1
            to += 1
          }
        }
      }
    }
  }

  /// Puts another picture in the place of a part of this one, its top left corner at a pixel that may lie
  /// outside.
  public mutating func copy(_ other: Bitmap, x: Int, y: Int) {
    let (columns, rows) = overlap(with: other, x: x, y: y)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let (width, otherWidth) = (width, other.width)
    other.pixels.withUnsafeBufferPointer { source in
      withMutablePixels { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        for row in rows {
          (to + row * width + columns.lowerBound).update(
            from: from + (row - y) * otherWidth + columns.lowerBound - x, count: columns.count)
        }
      }
    }
  }

  /// Takes columns from the rows of a picture that lies on its side: column x from its row x + `offset`, the
  /// top from the left. What the other does not have stays as it is.
  public mutating func copy(columns: Range<Int>, fromRowsOf side: Bitmap, below offset: Int = 0) {
    let columns = columns.clamped(
      to: max(-offset, 0)..<max(min(side.height - offset, width), max(-offset, 0)))
    let rows = min(height, side.width)
    let (width, length) = (width, side.width)
    side.pixels.withUnsafeBufferPointer { source in
      withMutablePixels { target in
        // A few columns at a time: what is read and written then stays near.
        for first in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: 8) {
          let some = first..<min(first + 8, columns.upperBound)
          for row in 0..<rows {
            for column in some { target[row * width + column] = source[(column + offset) * length + row] }
          }
        }
      }
    }
  }

  /// All four bytes times a byte over 255, rounded.
  private static func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
    // Two bytes at a time, each with 16 bits of room.
    var even = (pixel & 0x00FF_00FF) &* factor &+ 0x0080_0080
    even = ((even &+ ((even >> 8) & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
    var odd = ((pixel >> 8) & 0x00FF_00FF) &* factor &+ 0x0080_0080
    odd = (odd &+ ((odd >> 8) & 0x00FF_00FF)) & 0xFF00_FF00
    return even | odd
  }

  /// Divides the color by alpha, as SDL's own blending (`SDL_BLENDMODE_BLEND`) wants it.
  ///
  /// For uploading alone: drawing on, or drawing with, such a bitmap gives wrong colors.
  public mutating func convertToStraightAlpha() {
    withMutablePixels { pixels in
      for i in pixels.indices {
        let pixel = pixels[i]
        let alpha = pixel >> 24
        if alpha == 255 || alpha == 0 { continue }
        func straight(_ shift: UInt32) -> UInt32 {
          min(((pixel >> shift & 255) * 255 + alpha / 2) / alpha, 255) << shift
        }
        pixels[i] = alpha << 24 | straight(16) | straight(8) | straight(0)
      }
    }
  }
}

extension Color {
  /// The color as a bitmap stores it; a component that is not finite counts as 0.
  package var premultipliedPixel: UInt32 {
    func byte(_ value: Double) -> UInt32 {
      value.isFinite ? UInt32((Swift.min(Swift.max(value, 0), 1) * 255).rounded()) : 0
    }
    let opacity = alpha.isFinite ? Swift.min(Swift.max(alpha, 0), 1) : 0
    return byte(opacity) << 24 | byte(red * opacity) << 16 | byte(green * opacity) << 8 | byte(blue * opacity)
  }
}

extension Bitmap {
  /// Replaces what is drawn by its shadow: its silhouette in one color, blurred by three averages over a
  /// square, which come near to a Gaussian curve of deviation √(radius · (radius + 1)) pixels.
  ///
  /// - Parameter radius: In pixels; 0 keeps the edges as they are. Pixels beyond the picture count as
  ///   transparent.
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
  /// - Parameter part: Taken into 0...1.
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
