import TumbleDrawing
import TumbleGeometry

/// A picture at its own size, at half of it, and so on: each level of detail is drawn from the smallest that is large enough.
struct PictureLevels: Sendable {
  /// The largest first; the last is one pixel, the picture's average.
  private let levels: [Bitmap]

  /// - Parameter opacity: What it is multiplied by.
  init(_ picture: Bitmap, opacity: Double = 1) {
    var levels = [opacity < 1 ? picture.faded(to: opacity) : picture]
    while let last = levels.last, last.width > 1 || last.height > 1 { levels.append(last.halved()) }
    self.levels = levels
  }

  /// The smallest that has this many pixels from side to side; the picture itself where none has.
  func picture(width: Double) -> Bitmap {
    levels.last { Double($0.width) >= width } ?? levels[0]
  }

  /// Of all its pixels.
  var average: Color {
    let pixel = levels[levels.count - 1][0, 0]
    let alpha = Double(pixel >> 24)
    guard alpha > 0 else { return .clear }
    func part(_ shift: UInt32) -> Double { min(Double(pixel >> shift & 255) / alpha, 1) }
    return Color(red: part(16), green: part(8), blue: part(0), alpha: alpha / 255)
  }
}

extension Bitmap {
  /// Half as wide and high, rounded up: each pixel is the average of four.
  fileprivate func halved() -> Bitmap {
    var half = Bitmap(width: (width + 1) / 2, height: (height + 1) / 2)
    let (columns, rows, halfWidth) = (width, height, half.width)
    let source = pixels
    half.withMutablePixels { target in
      for index in target.indices {
        let (y, x) = (index / halfWidth * 2, index % halfWidth * 2)
        let (right, below) = (min(x + 1, columns - 1), min(y + 1, rows - 1))
        let four = (
          source[y * columns + x], source[y * columns + right], source[below * columns + x],
          source[below * columns + right]
        )
        var average: UInt32 = 0
        for shift in [UInt32(0), 8, 16, 24] {
          let sum =
            (four.0 >> shift & 255) + (four.1 >> shift & 255) + (four.2 >> shift & 255)
            + (four.3 >> shift & 255)
          average |= ((sum + 2) / 4) << shift
        }
        target[index] = average
      }
    }
    return half
  }

  /// Its colors are multiplied by their opacity, so all four are.
  fileprivate func faded(to opacity: Double) -> Bitmap {
    var faded = self
    let factor = UInt32((max(0, min(opacity, 1)) * 255).rounded())
    faded.withMutablePixels { pixels in
      for index in pixels.indices {
        var pixel: UInt32 = 0
        for shift in [UInt32(0), 8, 16, 24] {
          pixel |= (((pixels[index] >> shift & 255) * factor + 127) / 255) << shift
        }
        pixels[index] = pixel
      }
    }
    return faded
  }
}
