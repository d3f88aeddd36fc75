import CTumbleChipmunk
import TumbleGeometry

/// What an outline of corners weighs: its area, its centroid and its moment of inertia about the centroid.
///
/// The engine's formulas go over coordinates as they are. Of an outline far from the origin they subtract numbers that
/// are nearly equal, and the moment comes out wrong, negative or not a number. These go over distances from the first
/// corner, where the digits are.
struct MassProperties {
  /// In square points.
  let area: Double
  /// In points.
  let centroid: Vector
  /// Of a kilogram, in points².
  let momentPerMass: Double

  /// - Parameter corners: At least three, in either direction round.
  init(_ corners: [Vector]) {
    let origin = corners[0]
    var (doubleArea, first, second) = (0.0, Vector.zero, 0.0)
    for i in 1..<corners.count - 1 {
      // Triangles about the first corner; each has its centroid at a third of the sum of its corners.
      let (a, b) = (corners[i] - origin, corners[i + 1] - origin)
      let cross = a.cross(b)
      doubleArea += cross
      first += (a + b) * cross
      second += cross * (a.dot(a) + a.dot(b) + b.dot(b))
    }
    let middle = first / (3 * doubleArea)
    area = abs(doubleArea) / 2
    centroid = origin + middle
    momentPerMass = second / (6 * doubleArea) - middle.lengthSquared
  }

  /// Whether the numbers are those of a form: false where rounding has left nothing of it.
  var isValid: Bool {
    area > 0 && area.isFinite && centroid.isFinite && momentPerMass > 0 && momentPerMass.isFinite
  }
}

extension Shape {
  /// Puts right what the engine made of an outline that its formulas cannot cope with. Numbers that agree to a millionth
  /// stay the engine's, bit for bit.
  static func correctMass(of shape: CShape, _ form: Form, _ object: String) throws {
    switch form {
    case .circle, .segment: return
    case .polygon, .rect: break
    }
    let corners = (0..<cpPolyShapeGetCount(shape)).map { Vector(cpPolyShapeGetVert(shape, $0)) }
    let properties = corners.count >= 3 ? MassProperties(corners) : nil
    guard let properties, properties.isValid else {
      throw PhysicsError.invalid(
        object: object, property: "form", value: "\(form)",
        rule:
          "must be larger, or nearer to its body's position: its coordinates have no digits left for its size"
      )
    }
    let engine = massInfo(of: shape)
    let size = properties.momentPerMass.squareRoot()
    let agrees =
      abs(engine.moment - properties.momentPerMass) <= 1e-6 * properties.momentPerMass
      && engine.centroid.distance(to: properties.centroid) <= 1e-6 * size
    guard !agrees else { return }
    var perimeter = 0.0
    for i in corners.indices { perimeter += corners[i].distance(to: corners[(i + 1) % corners.count]) }
    setMassInfo(
      of: shape, moment: properties.momentPerMass, centroid: properties.centroid,
      area: properties.area + form.radius * (perimeter + .pi * form.radius))
  }
}
