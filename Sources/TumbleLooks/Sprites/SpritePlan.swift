import TumbleDrawing
import TumbleGeometry

/// What a sprite's picture shows and how large it is: all that drawing it takes but a file's pixels. A value, so that any thread
/// can draw it.
package struct SpritePlan: Sendable {
  package let form: SpriteForm
  /// In points of the body: whole pixels.
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
  /// What it is coarser by of which nothing better is there yet.
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

  /// true where a picture of these bounds would have to be enlarged so much that nothing of it is sharp.
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
    var bitmap = Bitmap(width: width, height: height)
    bitmap.draw { canvas in
      canvas.transform(
        Transform(
          a: resolution, b: 0, c: 0, d: -resolution, tx: -covered.min.x * resolution,
          ty: covered.max.y * resolution))
      form.draw(on: canvas, pixel: pixel, picture: picture)
    }
    if case .picture(_, _, _, let wear, _) = form { bitmap.dim(to: wear.brightness) }
    if case .shadow(_, _, _, let light, let color, _) = form {
      bitmap.makeShadow(radius: light.radius(at: resolution), color: color)
    }
    bitmap.prepareForUpload()
    return bitmap
  }
}
