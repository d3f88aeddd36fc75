import CTumbleChipmunk
import TumbleGeometry

/// Moments of inertia about the centre of gravity of solid forms, in kilograms × points²; Chipmunk's own numbers,
/// bit for bit, but for polygons so far out that its formula loses its digits.
public enum Moment {
  public static func box(mass: Double, size: Size) -> Double {
    cpMomentForBox(mass, size.width, size.height)
  }

  /// A box that lies anywhere in its body's coordinates: about the body's origin.
  public static func box(mass: Double, rect: Rect) -> Double { cpMomentForBox2(mass, rect.c) }

  /// Hollow inside `innerRadius`.
  public static func circle(
    mass: Double, radius: Double, innerRadius: Double = 0, offset: Vector = .zero
  ) -> Double {
    cpMomentForCircle(mass, innerRadius, radius, offset.c)
  }

  public static func segment(mass: Double, from: Vector, to: Vector, radius: Double = 0) -> Double {
    cpMomentForSegment(mass, from.c, to.c, radius)
  }

  /// About the origin after every corner is moved by `offset`; 0 for fewer than two corners.
  public static func polygon(
    mass: Double, _ corners: [Vector], offset: Vector = .zero, radius: Double = 0
  ) -> Double {
    guard corners.count >= 2 else { return 0 }
    let engine = cpMomentForPoly(mass, Int32(corners.count), corners.map(\.c), offset.c, radius)
    guard corners.count >= 3 else { return engine }
    let properties = MassProperties(corners)
    let moment = mass * (properties.momentPerMass + (properties.centroid + offset).lengthSquared)
    guard properties.isValid, moment.isFinite else { return engine }
    return abs(engine - moment) <= 1e-6 * abs(moment) ? engine : moment
  }
}
