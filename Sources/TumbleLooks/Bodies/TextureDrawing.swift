import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// The difference of one body's picture from that of the next with the same: turned by quarters, and darker.
package struct Wear: Hashable, Sendable {
  package var quarters = 0
  /// The factor of its colors.
  package var brightness = 1.0
  /// Is true if it lies on dark paper, where a dark picture gets a light rim.
  package var isOnDark = false

  package init() {}

  /// Creates the wear of the body of a number, always the same.
  package init(of body: Int, outlines: [Outline], picture: Bitmap?) {
    self.init(of: body, outlines: outlines, size: picture.map { PixelSize($0.width, $0.height) })
  }

  /// - Parameter size: The picture's, in pixels.
  package init(of body: Int, outlines: [Outline], size: PixelSize?) {
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(body)))
    let number = random.next()
    brightness = [1, 0.96, 0.92][Int(number % 3)]
    // A square picture on a square box can lie on any side.
    guard let size, size.width == size.height, outlines.count == 1, let bounds = outlines.bounds,
      outlines[0].isBox, abs(bounds.width - bounds.height) < 1e-6 * bounds.width,
      bounds.center.length < 1e-6 * bounds.width
    else { return }
    quarters = Int(number >> 8 & 3)
  }
}

extension Outline {
  /// Is true if it is a rectangle along the axes, its corners rounded or not.
  package var isBox: Bool {
    switch self {
    case .rect: true
    case .polygon(let corners, _):
      corners.count == 4
        && Rect(around: corners).map { bounds in
          corners.allSatisfy { corner in
            (corner.x == bounds.min.x || corner.x == bounds.max.x)
              && (corner.y == bounds.min.y || corner.y == bounds.max.y)
          }
        } ?? false
    case .circle, .segment: false
    }
  }
}

extension TextureFit {
  /// Returns the fit where the scene leaves it open.
  package func chosen(for outlines: [Outline], _ picture: Bitmap) -> TextureFit {
    guard self == .auto else { return self }
    guard outlines.count == 1, outlines[0].isBox, let bounds = outlines.bounds, picture.width > 0,
      picture.height > 0, bounds.width > 0, bounds.height > 0
    else { return .stretch }
    let stretched = bounds.width / bounds.height * Double(picture.height) / Double(picture.width)
    return stretched > 1.5 || stretched < 1 / 1.5 ? .slice : .stretch
  }
}

extension BodyDescription {
  /// Pixels that its picture is shown in where a point has so many; nil: a part of it is shown in its own
  /// size.
  func textureSize(_ scale: Double) -> PixelSize? {
    guard textureFit == .auto || textureFit == .stretch, let size = outlines.map(\.drawn).bounds?.size else {
      return nil
    }
    let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    guard width < 1e5, height < 1e5 else { return nil }
    return PixelSize(Int(width), Int(height))
  }
}

extension Canvas {
  /// Draws a picture upright on a canvas whose y goes up, within the outlines: as it fits them.
  func draw(_ picture: Bitmap, within outlines: [Outline], _ fit: TextureFit, _ wear: Wear = Wear()) {
    let outlines = outlines.map(\.drawn)
    guard let bounds = outlines.bounds, picture.width > 0, picture.height > 0 else { return }
    withState { canvas in
      // One path, so that pieces side by side have no seam; all go the same way round, so that none cuts
      // another.
      for outline in outlines { canvas.path(of: outline) }
      canvas.clip()
      canvas.transform(Transform(translation: bounds.center, rotation: Double(wear.quarters) * .pi / 2))
      canvas.transform(Transform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0))
      let place = Rect(center: .zero, size: bounds.size)
      switch fit.chosen(for: outlines, picture) {
      case .auto, .stretch: canvas.paint(picture, over: place)
      case .slice: canvas.drawSliced(picture, over: place)
      case .tile: canvas.drawTiled(picture, over: place)
      }
    }
  }

  /// The picture as high as the rectangle (or as wide, where it is upright): a quarter of it at either end,
  /// and what is between as often as fits best.
  private func drawSliced(_ picture: Bitmap, over place: Rect) {
    let isWide = place.width * Double(picture.height) >= place.height * Double(picture.width)
    let (length, thickness) = isWide ? (place.width, place.height) : (place.height, place.width)
    let aspect =
      isWide
      ? Double(picture.width) / Double(picture.height) : Double(picture.height) / Double(picture.width)
    let whole = thickness * aspect
    let cap = min(whole / 4, length / 2)
    let middle = length - 2 * cap
    let count = min(max((middle / (whole / 2)).rounded(), 1), 500)
    let tile = middle / count
    /// Draws what of the picture lies in a part of the length, the picture being as long as given.
    func draw(_ part: ClosedRange<Double>, pictureFrom start: Double, length pictureLength: Double) {
      func rect(_ low: Double, _ high: Double) -> Rect {
        isWide
          ? Rect(min: Vector(place.min.x + low, place.min.y), max: Vector(place.min.x + high, place.max.y))
          : Rect(min: Vector(place.min.x, place.min.y + low), max: Vector(place.max.x, place.min.y + high))
      }
      withState { canvas in
        canvas.clip(to: rect(part.lowerBound, part.upperBound))
        canvas.paint(picture, over: rect(start, start + pictureLength))
      }
    }
    guard middle > 0 else { return paint(picture, over: place) }
    // Each goes on a little under the next, so that no seam shines through.
    let under = min(tile / 8, thickness / 16)
    draw(0...cap + under, pictureFrom: 0, length: cap * 4)
    for index in 0..<Int(count) {
      let start = cap + Double(index) * tile
      draw(start...start + tile + under, pictureFrom: start - tile / 2, length: tile * 2)
    }
    draw(length - cap...length, pictureFrom: length - cap * 4, length: cap * 4)
  }

  private func drawTiled(_ picture: Bitmap, over place: Rect) {
    let size = Size(Double(picture.width) / 2, Double(picture.height) / 2)
    let (columns, rows) = ((place.width / size.width).rounded(.up), (place.height / size.height).rounded(.up))
    guard columns * rows <= 20_000 else { return paint(picture, over: place) }
    for row in 0..<Int(rows) {
      for column in 0..<Int(columns) {
        let corner = place.min + Vector(Double(column) * size.width, Double(row) * size.height)
        withState { canvas in
          let under = size.width / 64
          canvas.clip(to: Rect(origin: corner, size: Size(size.width + under, size.height + under)))
          canvas.paint(picture, over: Rect(origin: corner, size: size))
        }
      }
    }
  }
}

// Dark pictures on dark paper.

extension Bitmap {
  /// Is true of a picture that is hardly seen on dark paper: by the mean of some thousand of its pixels.
  package var isDark: Bool {
    var (light, count) = (0.0, 0.0)
    for index in Swift.stride(from: 0, to: pixels.count, by: max(pixels.count / 2_000, 1)) {
      let pixel = pixels[index]
      let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
      count += Double(pixel >> 24) / 255
      light += Double(2 * red + 5 * green + blue) / 2_040
    }
    return count > 0 && light / count < 0.22
  }

  /// Lightens what is near to transparent pixels.
  mutating func lightenRim(width rim: Int) {
    let (source, width, height) = (pixels, width, height)
    let ways = (0..<8).map { Vector(angle: Double($0) * .pi / 4, length: Double(rim)) }
    let steps = ways.map { (x: Int($0.x.rounded()), y: Int($0.y.rounded())) }
    withMutablePixels { pixels in
      for index in pixels.indices where source[index] >> 24 > 0 {
        let (y, x) = index.quotientAndRemainder(dividingBy: width)
        let alpha = source[index] >> 24
        var least = alpha
        for (dx, dy) in steps {
          let isInside = (0..<width).contains(x + dx) && (0..<height).contains(y + dy)
          least = min(least, isInside ? source[(y + dy) * width + x + dx] >> 24 : 0)
        }
        // Half of the way to white, which is as much as the alpha.
        let light = (alpha - least) / 2
        var pixel = alpha << 24
        for shift in [UInt32(0), 8, 16] {
          let part = source[index] >> shift & 255
          pixel |= min(part + (alpha - min(part, alpha)) * light / 255, alpha) << shift
        }
        pixels[index] = pixel
      }
    }
  }
}
