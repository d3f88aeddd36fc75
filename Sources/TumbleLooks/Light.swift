import TumbleGeometry

/// The one light of a stage, above it to the left: how shadows fall on the paper behind the bodies.
///
/// Lengths are in points of the world, so that a shadow keeps its proportion to its body while the view zooms.
package struct Light: Hashable, Sendable {
  /// How far a shadow lies from its body.
  package let offset: Vector
  /// The standard deviation of its blur.
  package let blur: Double

  /// For a scene by the size of its paper: what is seen of a shadow is then much the same in small worlds and in large ones.
  package init(paper: Rect) {
    self.init(unit: min(max(min(paper.width, paper.height), 1), 20_000) / 100)
  }

  private init(unit: Double) {
    offset = Vector(0.5, -0.9) * unit
    blur = 0.75 * unit
  }

  /// For a body with these bounds: what is small lies closer to the paper, and its shadow takes less to draw.
  package func limited(to bounds: Rect) -> Light {
    let unit = blur / 0.75
    let size = (max(bounds.width, unit) * max(bounds.height, unit)).squareRoot()
    return Light(unit: min(unit, size * 0.1))
  }

  /// The light that a body with these bounds throws about itself where it glows.
  package static func halo(around bounds: Rect) -> Light {
    Light(offset: .zero, blur: 0.25 * (bounds.width * bounds.height).squareRoot())
  }

  private init(offset: Vector, blur: Double) {
    self.offset = offset
    self.blur = blur
  }

  /// How far from a body anything of its shadow can be seen.
  package var reach: Double { spread + offset.length }

  /// How far a shadow spreads beyond its body's outline at most.
  private var spread: Double { 3 * blur }

  /// The same in pixels, exactly, of a shadow drawn at some pixels per point: three averages over `radius` pixels to each side.
  func spread(at resolution: Double) -> Int { 3 * radius(at: resolution) }

  /// Whether the shadow is not just a blur that says nothing of the body: that of a grain of sand.
  package func isSeen(around bounds: Rect) -> Bool { max(bounds.width, bounds.height) > blur }

  /// The blur of a shadow drawn at some pixels per point, as ``Bitmap/makeShadow(radius:color:)`` takes it.
  func radius(at resolution: Double) -> Int {
    let pixels = blur * resolution
    // √(r · (r + 1)) is nearly r + ½.
    return Int(max(0, pixels - 0.5).rounded())
  }
}
