/// A width and a height, in points.
public struct Size: Hashable, Sendable, Codable {
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// A size of 0 × 0.
  public static let zero = Size(0, 0)

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ width: Double, _ height: Double) { (self.width, self.height) = (width, height) }

  /// Is true if neither number is infinite or NaN.
  public var isFinite: Bool { width.isFinite && height.isFinite }
}
