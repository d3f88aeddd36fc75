import TumbleGeometry

/// One segment of a path with its start, as functions of a parameter in 0...1.
enum PathCurve: Hashable, Sendable {
  case line(Vector, Vector)
  case quadratic(Vector, Vector, Vector)
  case cubic(Vector, Vector, Vector, Vector)
  case arc(center: Vector, radius: Double, angle: Double, sweep: Double)

  init(_ segment: Path.Segment, from start: Vector) {
    switch segment {
    case .line(let to): self = .line(start, to)
    case .quadratic(let control, let to): self = .quadratic(start, control, to)
    case .cubic(let control1, let control2, let to): self = .cubic(start, control1, control2, to)
    case .arc(let center, let sweep):
      self = .arc(
        center: center, radius: (start - center).length, angle: (start - center).angle, sweep: sweep)
    }
  }

  /// Exactly the given points at 0 and 1, but for an arc.
  func point(_ u: Double) -> Vector {
    let v = 1 - u
    switch self {
    case .line(let a, let b): return a.interpolated(to: b, by: u)
    case .quadratic(let a, let b, let c): return v * v * a + (2 * v * u * b + u * u * c)
    case .cubic(let a, let b, let c, let d):
      return v * v * v * a + (3 * v * v * u * b + (3 * v * u * u * c + u * u * u * d))
    case .arc(let center, let radius, let angle, let sweep):
      return center + Vector(cosine(angle + sweep * u), sine(angle + sweep * u)) * radius
    }
  }

  /// The derivative by the parameter.
  func tangent(_ u: Double) -> Vector {
    let v = 1 - u
    switch self {
    case .line(let a, let b): return b - a
    case .quadratic(let a, let b, let c): return 2 * (v * (b - a) + u * (c - b))
    case .cubic(let a, let b, let c, let d):
      return 3 * (v * v * (b - a) + (2 * v * u * (c - b) + u * u * (d - c)))
    case .arc(_, let radius, let angle, let sweep):
      return Vector(-sine(angle + sweep * u), cosine(angle + sweep * u)) * (radius * sweep)
    }
  }

  /// The second derivative by the parameter.
  func curvature(_ u: Double) -> Vector {
    switch self {
    case .line: return .zero
    case .quadratic(let a, let b, let c): return 2 * ((c - b) - (b - a))
    case .cubic(let a, let b, let c, let d):
      return 6 * ((1 - u) * ((c - b) - (b - a)) + u * ((d - c) - (c - b)))
    case .arc(_, let radius, let angle, let sweep):
      return Vector(cosine(angle + sweep * u), sine(angle + sweep * u)) * (-radius * sweep * sweep)
    }
  }

  /// The direction in which it runs; where the tangent vanishes, that just inside; nil for one that stays where it is.
  func heading(_ u: Double) -> Double? {
    for place in [u, u < 0.5 ? u + 0x1p-12 : u - 0x1p-12] {
      let tangent = tangent(place)
      if tangent.lengthSquared > 0 { return tangent.angle }
    }
    return nil
  }

  /// Into how many pieces its length is tabulated: each nearly straight.
  var pieces: Int {
    switch self {
    case .line: 1
    case .quadratic, .cubic: 64
    case .arc(_, _, _, let sweep): min(max(1, Int(min(sweep.magnitude * 2, 4096).rounded(.up))), 4096)
    }
  }

  /// The length between two parameters near each other, by Gauss and Legendre's five points.
  func length(_ u0: Double, _ u1: Double) -> Double {
    let (half, middle) = ((u1 - u0) / 2, (u1 + u0) / 2)
    func pair(_ x: Double) -> Double { tangent(middle - half * x).length + tangent(middle + half * x).length }
    return half
      * (0.568888888888888888889 * tangent(middle).length + 0.478628670499366468041
        * pair(0.538469310105683091036)
        + 0.236926885056189087514 * pair(0.906179845938663992798))
  }
}

extension Path {
  var curves: [PathCurve] {
    var curves: [PathCurve] = []
    var place = start
    for segment in segments {
      curves.append(PathCurve(segment, from: place))
      place = curves[curves.count - 1].point(1)
    }
    return curves
  }

  /// Whether it stays where it is for a while, as an arc of turn 0 does.
  package var hasStandstill: Bool { curves.contains { $0.heading(0) == nil } }
}
