import TumbleGeometry

/// Where the particles of an emitter come from, about its place.
public enum EmitterShape: Hashable, Sendable {
  case point
  /// Along the emitter's x axis, its middle at the emitter; the length in points.
  case line(length: Double)
  /// Its centre at the emitter.
  case rectangle(Size)
  case circle(radius: Double)
  /// Polygons by their corners in either direction round, such as the outline of a body.
  case polygons([[Vector]])

  /// Which part of the shape.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// Its corners, or a line's ends; a circle's centre.
    case points
    /// The line around it, evenly by length. Angles are then measured from the outward direction.
    case outline
    /// All of it, evenly by area; a line by length.
    case surface
    /// In the plane the same as `surface`.
    case volume
  }
}
