import TumbleDrawing
import TumbleGeometry

/// What a sprite shows.
package enum SpriteForm: Hashable, Sendable {
  /// With a rim of a darker shade; white can be tinted any color. A circle may have a spoke, which shows how it turns.
  case outline(Outline, Color, hasSpoke: Bool = false)
  /// All outlines of a body as one, with a gradient, a border or a caption.
  case styled(StyledOutlines)
  /// A caption alone.
  case caption(CaptionText, CaptionInk)
  /// A texture file over the bounds of outlines; nothing of it lies outside them, but for a caption over it.
  case picture(path: String, within: [Outline], TextureFit, Wear, over: StyledOutlines? = nil)
  /// What bodies with these looks throw on the paper: blurred by a deviation in points, which is their picture's silhouette
  /// where they have one; turned by an angle.
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
  /// What stands out of a belt: its width along it, in points.
  case tread(width: Double)
}

extension SpriteForm {
  /// A line's sprite in widths; only its cross-section matters.
  static var lineLength: Double { 2 }

  /// What is blurred needs no smoothing where it is turned and not enlarged: that takes a renderer in software two to three
  /// times as long.
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
    case .outline(let outline, _, _): outline.drawn.bounds
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

  /// Pixels around the bounds of a sprite drawn with so many pixels per point: its own smooth edge, and one more for the
  /// renderer's smoothing; a shadow's blur ends in transparent pixels by itself.
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
    case .outline(let outline, let color, let hasSpoke):
      canvas.draw(outline, color: color, edgeWidth: 1.6 * pixel, hasSpoke: hasSpoke)
    case .styled(let styled): canvas.draw(styled, edgeWidth: 1.6 * pixel)
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
      canvas.roundedRectangle(
        Rect(center: .zero, size: Size(width * 1.6, width)), radius: width * 0.3)
      canvas.fill(.gray(0.62))
    }
  }
}
