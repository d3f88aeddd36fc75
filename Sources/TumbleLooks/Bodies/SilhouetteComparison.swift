import TumbleDrawing
import TumbleGeometry

/// Compares the silhouettes of bodies' pictures with those of their outlines. A shadow is blurred: rounded corners of a crate
/// are not seen in it, and the shadow of its outline takes much less to draw.
struct SilhouetteComparison {
  private struct Look: Hashable {
    var picture: String
    var outlines: [Outline]
    var fit: TextureFit
  }

  private var known: [Look: Bool] = [:]
  /// Pixels of the longer side.
  private static let side = 64.0
  /// The part of the outlines' area that may differ.
  private static let tolerance = 0.05

  /// Whether a picture covers as good as all of the outlines that it lies within; so does one that cannot be read.
  ///
  /// - Parameters:
  ///   - path: The picture's file.
  ///   - picture: What it shows; nil if it cannot be read.
  mutating func fills(_ path: String, _ picture: Bitmap?, _ outlines: [Outline], _ fit: TextureFit) -> Bool {
    let look = Look(picture: path, outlines: outlines, fit: fit)
    if let known = known[look] { return known }
    let fills = Self.compare(picture, outlines, fit)
    known[look] = fills
    return fills
  }

  /// A file has changed.
  mutating func forget(_ path: String) { known = known.filter { $0.key.picture != path } }

  private static func compare(_ picture: Bitmap?, _ outlines: [Outline], _ fit: TextureFit) -> Bool {
    guard let picture, let bounds = outlines.map(\.drawn).bounds, bounds.isFinite else { return true }
    let scale = side / max(bounds.width, bounds.height, 1e-9)
    func alpha(_ picture: Bitmap?) -> [UInt32] {
      var bitmap = Bitmap(
        width: Int((bounds.width * scale).rounded(.up)) + 1,
        height: Int((bounds.height * scale).rounded(.up)) + 1)
      bitmap.draw { canvas in
        canvas.transform(
          Transform(a: scale, b: 0, c: 0, d: -scale, tx: -bounds.min.x * scale, ty: bounds.max.y * scale))
        canvas.drawSilhouette(of: outlines, picture, fit)
      }
      return bitmap.pixels.map { $0 >> 24 }
    }
    let (whole, part) = (alpha(nil), alpha(picture))
    let missing = zip(whole, part).reduce(0) { $0 + ($1.0 > $1.1 ? $1.0 - $1.1 : 0) }
    return Double(missing) <= tolerance * Double(whole.reduce(0, +))
  }
}
