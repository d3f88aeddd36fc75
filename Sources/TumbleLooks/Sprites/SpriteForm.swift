import TumbleDrawing
import TumbleGeometry

package enum SpriteForm: Hashable, Sendable {
  /// An outline with a rim of a darker shade; white can be tinted any color.
  case outline(Outline, Color)
  /// All outlines of a body as one, with a gradient, a border or a caption.
  case styled(StyledOutlines)
  /// A caption alone.
  case caption(CaptionText, CaptionInk)
  /// A texture file over the bounds of outlines; nothing of it lies outside them, but for a caption over it.
  case picture(path: String, within: [Outline], TextureFit, Wear, over: StyledOutlines? = nil)
  /// The shadow of bodies with these looks, or of their picture's silhouette: blurred by a standard deviation
  /// in points, and turned by an angle in radians.
  case shadow(picture: String?, outlines: [Outline], TextureFit, Light, Color, turned: Double)
  /// A stroke across, to be stretched along: the width in points.
  case line(width: Double)
  /// The same without the shade at its edges, in white, to be tinted.
  case stroke(width: Double)
  /// A plain circle in white, to be tinted: the radius in points.
  case disc(radius: Double)
  /// A coil spring along x of so many widths, to be stretched a little: the width in points.
  case coil(width: Double, lengths: Double)
  /// A cogged wheel with a hub, for motors and gears: the radius in points.
  case cog(radius: Double)
  /// The band that runs round a belt's outline: how thick it is, in points.
  case band(Outline, width: Double)
  /// A wheel under a belt: the radius in points.
  case roller(radius: Double)
  /// The treads of a belt: its width along it, in points.
  case tread(width: Double)
}

extension SpriteForm {
  /// A line's sprite in widths; only its cross-section matters.
  static var lineLength: Double { 2 }

  /// Is true if it needs smoothing. What is blurred needs none when it is turned and not enlarged: smoothing
  /// takes a renderer in software two to three times as long.
  package var needsSmoothing: Bool {
    if case .shadow = self { false } else { true }
  }

  /// Pixels per point.
  func resolution(_ detail: Detail, isPaged: Bool) -> Double {
    guard case .shadow(_, let outlines, _, let light, _, _) = self else { return detail.scale }
    // A graphics card enlarges for nothing; the software renderer copies fastest what has its size already.
    let coarse = Self.shadowPixels / light.blur
    let side = outlines.bounds.map { max($0.width, $0.height) } ?? 0
    let isLarge = side * detail.scale > Self.largeShadow
    return isPaged || isLarge ? min(detail.scale, coarse) : detail.scale
  }

  /// The deviation of a shadow's blur that is drawn finely enough to be enlarged, in pixels.
  private static var shadowPixels: Double { 2.5 }
  private static var largeShadow: Double { 300 }

  var bounds: Rect? {
    switch self {
    case .outline(let outline, _): outline.drawn.bounds
    case .styled(let styled): styled.bounds
    case .caption(let text, _): text.bounds
    case .picture(_, let outlines, _, _, let over): over?.bounds ?? outlines.map(\.drawn).bounds
    case .shadow(_, let outlines, _, _, _, let angle):
      outlines.map {
        angle == 0 ? $0.drawn : $0.drawn.placed(by: Transform(translation: .zero, rotation: angle))
      }
      .bounds
    case .line(let width), .stroke(let width): Rect(center: .zero, size: Size(width * Self.lineLength, width))
    case .disc(let radius): Rect(center: .zero, size: Size(2 * radius, 2 * radius))
    case .coil(let width, let lengths): Rect(center: .zero, size: Size(width * lengths, width))
    case .cog(let radius): Rect(center: .zero, size: Size(2 * radius, 2 * radius))
    case .band(let outline, _): outline.drawn.bounds
    case .roller(let radius): Rect(center: .zero, size: Size(2 * radius, 2 * radius))
    case .tread(let width): Rect(center: .zero, size: Size(width * 1.6, width))
    }
  }

  /// Pixels around the bounds of a sprite drawn with so many pixels per point: its own smooth edge, and one
  /// more for the renderer's smoothing; a shadow's blur ends in transparent pixels by itself.
  func padding(at resolution: Double) -> Double {
    guard case .shadow(_, _, _, let light, _, _) = self else { return 2 }
    return Double(light.spread(at: resolution)) + 1
  }

  /// The file that it shows.
  package var file: String? {
    switch self {
    case .picture(let path, _, _, _, _): path
    case .shadow(let path, _, _, _, _, _): path
    default: nil
    }
  }

  /// - Parameters:
  ///   - pixel: The width of a pixel of the screen, in points.
  ///   - picture: What its file shows.
  func draw(on canvas: borrowing Canvas, pixel: Double, picture: Bitmap?) {
    switch self {
    case .outline(let outline, let color):
      canvas.draw([outline], color: color, edgeWidth: Outline.rimWidth * pixel)
    case .styled(let styled): canvas.draw(styled, edgeWidth: Outline.rimWidth * pixel)
    case .caption(let text, let ink): text.draw(on: canvas, ink.color, edge: ink.edge)
    case .picture(_, let outlines, let fit, let wear, let over):
      guard let picture else { return }
      canvas.draw(picture, within: outlines, fit, wear)
      if let over { canvas.drawOver(over) }
    case .shadow(_, let outlines, let fit, _, _, let angle):
      canvas.transform(Transform(translation: .zero, rotation: angle))
      canvas.drawSilhouette(of: outlines, picture, fit)
    case .line(let width), .stroke(let width):
      // Longer than the sprite: both ends are cut off square.
      let reach = Vector(width * Self.lineLength + 8 * pixel, 0)
      guard case .line = self else {
        return canvas.stroke(from: -reach, to: reach, .white, Stroke(width: width, cap: .butt))
      }
      // Round to the eye: its edges turn away from the light.
      canvas.stroke(from: -reach, to: reach, .gray(0.68), Stroke(width: width, cap: .butt))
      canvas.stroke(from: -reach, to: reach, .white, Stroke(width: width * 0.5, cap: .butt))
    case .disc(let radius):
      canvas.circle(center: .zero, radius: radius)
      canvas.fill(.white)
    case .coil(let width, let lengths): canvas.drawCoil(width: width, length: width * lengths, pixel: pixel)
    case .cog(let radius): canvas.drawCog(radius: radius)
    case .band(let outline, let width): canvas.drawBand(outline.drawn, width: width)
    case .roller(let radius): canvas.drawRoller(radius: radius)
    case .tread(let width):
      canvas.roundedRectangle(Rect(center: .zero, size: Size(width * 1.6, width)), radius: width * 0.3)
      canvas.fill(.gray(0.62))
    }
  }
}

/// The content and the size of a sprite's picture: all that drawing it takes but a file's pixels. A value, so
/// that any thread can draw it.
package struct SpritePlan: Sendable {
  package let form: SpriteForm
  /// The part that is covered, in points of the body: whole pixels.
  package let covered: Rect
  /// Pixels per point.
  package let resolution: Double
  package let width: Int
  package let height: Int
  /// The width of a pixel of the screen, in points.
  private let pixel: Double
  private static let longestSide = 2048.0
  /// Pixels of a picture that is enlarged more than `largestFactor` times: more would show no more.
  private static let enlargedArea = 65_536.0
  private static let largestFactor = 8.0
  /// The factor by which a preview is coarser, until something better is there.
  private static let previewFactor = 8.0

  /// - Parameter isPaged: Whether what is drawn coarsely is enlarged by a graphics card.
  /// - Returns: nil where there is nothing to draw: an outline that is not finite.
  package init?(_ form: SpriteForm, _ detail: Detail, isPaged: Bool) {
    self.init(form, detail, finest: form.resolution(detail, isPaged: isPaged))
  }

  private init?(_ form: SpriteForm, _ detail: Detail, finest: Double) {
    guard let bounds = form.bounds, bounds.isFinite else { return nil }
    // A body larger than any screen is drawn more coarsely and stretched.
    let longest = max(bounds.width, bounds.height, 1e-9)
    var resolution = min(finest, (Self.longestSide - 2 * form.padding(at: finest)) / longest)
    if Self.isExceeded(by: bounds, resolution: finest) {
      resolution = min(resolution, (Self.enlargedArea / (bounds.width * bounds.height)).squareRoot())
    }
    let padding = form.padding(at: resolution)
    // Whole pixels, the body's own origin in the middle of the bounds or not.
    let width = max((bounds.width * resolution - 1e-6).rounded(.up), 1) + 2 * padding
    let height = max((bounds.height * resolution - 1e-6).rounded(.up), 1) + 2 * padding
    self.form = form
    self.resolution = resolution
    self.width = Int(width)
    self.height = Int(height)
    covered = Rect(center: bounds.center, size: Size(width / resolution, height / resolution))
    pixel = detail.density / detail.scale
  }

  /// Returns true if a picture of these bounds would have to be enlarged so much that nothing of it is sharp.
  package static func isExceeded(by bounds: Rect, resolution: Double) -> Bool {
    max(bounds.width, bounds.height) * resolution > longestSide * largestFactor
  }

  /// The same, coarsely: a few hundredths of the pixels.
  package func preview(_ detail: Detail) -> SpritePlan? {
    SpritePlan(form, detail, finest: resolution / Self.previewFactor)
  }

  /// Bytes of its pixels.
  package var cost: Int { width * height * 4 }

  /// - Parameter picture: The pixels of the form's file, where it has one.
  /// - Returns: Ready for upload.
  package func draw(_ picture: Bitmap?) -> Bitmap {
    var bitmap = drawForFile(picture)
    bitmap.prepareForUpload()
    return bitmap
  }

  /// Draws it as files of pictures take it, before it is made ready for upload.
  package func drawForFile(_ picture: Bitmap?) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    bitmap.draw { canvas in
      canvas.transform(
        Transform(
          a: resolution, b: 0, c: 0, d: -resolution, tx: -covered.min.x * resolution,
          ty: covered.max.y * resolution))
      form.draw(on: canvas, pixel: pixel, picture: picture)
    }
    if case .picture(_, _, _, let wear, _) = form {
      bitmap.dim(to: wear.brightness)
      if wear.isOnDark, picture?.isDark == true {
        bitmap.lightenRim(width: max(Int((Outline.rimWidth * pixel * resolution).rounded()), 1))
      }
    }
    if case .shadow(_, _, _, let light, let color, _) = form {
      bitmap.makeShadow(radius: light.radius(at: resolution), color: color)
    }
    return bitmap
  }
}

// What joints and belts are drawn with, in grays: a sprite is tinted.

extension Canvas {
  /// A spring along x: the strands behind it first, then those in front, each with a dark edge.
  func drawCoil(width: Double, length: Double, pixel: Double) {
    let turns = 11
    let pen = max(width * 0.17, pixel)
    let reach = (width - pen * 1.5) / 2
    // Straight leads at both ends.
    let lead = length * 0.06
    let step = (length - 2 * lead) / Double(turns)
    func corner(_ half: Int) -> Vector {
      let x = -length / 2 + lead + Double(half) * step / 2
      return half == 0 || half == 2 * turns
        ? Vector(x, 0) : Vector(x, half.isMultiple(of: 2) ? -reach : reach)
    }
    let ends = (Vector(-length / 2, 0), Vector(length / 2, 0))
    stroke(from: ends.0, to: corner(0), .gray(0.8), Stroke(width: pen))
    stroke(from: corner(2 * turns), to: ends.1, .gray(0.8), Stroke(width: pen))
    for half in stride(from: 0, to: 2 * turns, by: 2) {
      stroke(from: corner(half), to: corner(half + 1), .gray(0.5), Stroke(width: pen))
    }
    for half in stride(from: 1, to: 2 * turns, by: 2) {
      stroke(from: corner(half), to: corner(half + 1), .gray(0.38), Stroke(width: pen * 1.5))
      stroke(from: corner(half), to: corner(half + 1), .gray(0.86), Stroke(width: pen))
      stroke(
        from: corner(half).interpolated(to: corner(half + 1), by: 0.2),
        to: corner(half).interpolated(to: corner(half + 1), by: 0.55), .white, Stroke(width: pen * 0.45))
    }
  }

  /// A wheel with eight cogs and a marked hub, so that one sees it turn.
  func drawCog(radius: Double) {
    polyline(Self.cogCorners(radius: radius), closed: true)
    fill(.gray(0.34), keepingPath: true)
    stroke(.gray(0.2), Stroke(width: radius * 0.06))
    circle(center: .zero, radius: radius * 0.6)
    fill(.gray(0.5))
    circle(center: .zero, radius: radius * 0.22)
    fill(.gray(0.15))
    circle(center: Vector(radius * 0.42, 0), radius: radius * 0.11)
    fill(.gray(0.9))
  }

  /// The corners of that wheel, counter-clockwise.
  package static func cogCorners(radius: Double) -> [Vector] {
    let cogs = 8
    return (0..<cogs).flatMap { cog in
      let middle = Double(cog) * 2 * .pi / Double(cogs)
      return [(-0.3, 0.76), (-0.2, 0.98), (0.2, 0.98), (0.3, 0.76)].map { turn, part in
        Vector(part * radius, 0).rotated(by: middle + turn * 2 * .pi / Double(cogs) * 1.3)
      }
    }
  }

  /// A belt's band, inside its outline.
  func drawBand(_ outline: Outline, width: Double) {
    withState { canvas in
      canvas.path(of: outline)
      canvas.clip()
      canvas.path(of: outline)
      canvas.stroke(.gray(0.2), Stroke(width: width * 2, join: .round))
      canvas.path(of: outline)
      canvas.stroke(.gray(0.1), Stroke(width: width * 0.6, join: .round))
    }
  }

  func drawRoller(radius: Double) {
    circle(center: .zero, radius: radius)
    fill(.gray(0.24))
    circle(center: .zero, radius: radius * 0.82)
    fill(around: .zero, .gray(0.82), to: radius * 0.82, .gray(0.56))
    for spoke in 0..<3 {
      let way = Vector(radius * 0.62, 0).rotated(by: Double(spoke) * 2 * .pi / 3)
      stroke(from: .zero, to: way, .gray(0.36), Stroke(width: radius * 0.18))
    }
    circle(center: .zero, radius: radius * 0.24)
    fill(.gray(0.22))
  }
}

extension Color {
  static func gray(_ part: Double) -> Color { Color(red: part, green: part, blue: part) }
}

/// A width and a height in whole pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
}

extension Bitmap {
  /// Makes ready for SDL's blending: straight alpha, and the color of what is transparent taken from its
  /// neighbors, so that smoothing a turned picture draws no dark rim around it.
  package mutating func prepareForUpload() {
    convertToStraightAlpha()
    let (width, height) = (width, height)
    let colors = pixels
    // Blocks of eight by eight that anything is in, or near: most of a tile of scenery is far from any.
    let (columns, rows) = (width / 8 + 1, height / 8 + 1)
    var isNear = Array(repeating: false, count: columns * rows)
    colors.withUnsafeBufferPointer { colors in
      for index in colors.indices where colors[index] >> 24 != 0 {
        let (column, row) = (index % width / 8, index / width / 8)
        isNear[row * columns + column] = true
      }
    }
    let isFilled = isNear
    for index in isFilled.indices where isFilled[index] {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      for row in max(row - 1, 0)...min(row + 1, rows - 1) {
        for column in max(column - 1, 0)...min(column + 1, columns - 1) {
          isNear[row * columns + column] = true
        }
      }
    }
    withMutablePixels { pixels in
      for y in 0..<height {
        for x in 0..<width
        where isNear[y / 8 * columns + x / 8] && colors[y * width + x] >> 24 == 0 {
          var (red, green, blue, count) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
          for row in max(y - 1, 0)...min(y + 1, height - 1) {
            for column in max(x - 1, 0)...min(x + 1, width - 1) {
              let neighbour = colors[row * width + column]
              guard neighbour >> 24 != 0 else { continue }
              red += neighbour >> 16 & 255
              green += neighbour >> 8 & 255
              blue += neighbour & 255
              count += 1
            }
          }
          guard count > 0 else { continue }
          pixels[y * width + x] = (red / count) << 16 | (green / count) << 8 | blue / count
        }
      }
    }
  }
}
