/// An open or closed line of segments, each beginning where the one before it ends.
public struct Path: Hashable, Sendable {
  /// A piece of a path, from the end of the one before it.
  public enum Segment: Hashable, Sendable {
    /// A straight line to a point.
    case line(to: Vector)
    /// A quadratic Bézier curve with one control point.
    case quadratic(control: Vector, to: Vector)
    /// A cubic Bézier curve with two control points.
    case cubic(control1: Vector, control2: Vector, to: Vector)
    /// An arc round a center by an angle in radians, counter-clockwise if positive, from where the path
    /// stands.
    case arc(center: Vector, sweep: Double)
  }

  /// The point at which the path begins, in points.
  public var start: Vector
  /// The pieces in their order.
  public var segments: [Segment]

  /// Creates a value by its parts, which are the properties of the same names.
  public init(start: Vector, segments: [Segment]) {
    self.start = start
    self.segments = segments
  }

  /// Checks that it has segments, and numbers that can be reckoned with.
  /// - Throws: `AnimationError` that says what is wrong.
  public func check() throws(AnimationError) {
    if segments.isEmpty { throw .invalid("a path needs at least one segment") }
    guard start.isUsable, segments.allSatisfy(\.isUsable) else {
      throw .invalid("a path's numbers must be finite, and at most 1e15")
    }
  }
}

extension Path.Segment {
  fileprivate var isUsable: Bool {
    switch self {
    case .line(let to): to.isUsable
    case .quadratic(let control, let to): control.isUsable && to.isUsable
    case .cubic(let control1, let control2, let to):
      control1.isUsable && control2.isUsable && to.isUsable
    case .arc(let center, let sweep): center.isUsable && AnimatableValue.number(sweep).isUsable
    }
  }
}

extension Vector {
  fileprivate var isUsable: Bool { AnimatableValue.vector(self).isUsable }
}

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

  /// The point at a share of the segment: exactly the given points at 0 and 1, but for an arc.
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

  /// The direction in which it runs; where the tangent vanishes, that just inside; nil for one that stays
  /// where it is.
  func heading(_ u: Double) -> Double? {
    for place in [u, u < 0.5 ? u + 0x1p-12 : u - 0x1p-12] {
      let tangent = tangent(place)
      if tangent.lengthSquared > 0 { return tangent.angle }
    }
    return nil
  }

  /// The number of pieces in which the segment's length is tabulated: each is nearly straight.
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

  /// Is true if it stays where it is for a while, as an arc of turn 0 does.
  package var hasStandstill: Bool { curves.contains { $0.heading(0) == nil } }
}

/// A path made ready: the point, the direction and how both change at any progress.
public struct PathTrack: Hashable, Sendable {
  /// A place on a path at one moment.
  public struct Sample: Hashable, Sendable {
    /// The position in points.
    public var position: Vector
    /// The change of the position by the progress.
    public var slope: Vector
    /// The angle of the body, in radians, not wrapped: it goes on turning where the path does. 0 without
    /// rotation.
    public var angle: Double
    /// The change of the angle by the progress.
    public var angleSlope: Double
  }

  /// A part of a segment short enough to be measured in one go.
  private struct Piece: Hashable {
    var curve: Int
    var u0: Double
    var u1: Double
    var length: Double
    /// The heading at its begin, unwrapped along the path.
    var heading: Double
  }

  /// The length of the whole path, in points; to about 1e-8 of it where it is smooth, and to a thousandth of
  /// a point for each hairpin.
  public let length: Double
  /// The turning of the body; none for a path that stays where it is, which has no direction to turn a body
  /// to.
  public let rotation: PathAnimation.Rotation
  let pacing: PathAnimation.Pacing
  private let curves: [PathCurve]
  private let pieces: [Piece]
  /// The first piece of each curve.
  private let firstPieces: [Int]

  /// Creates a track that is ready to be sampled.
  /// - Throws: `AnimationError` if the path has no piece or a number that is not finite.
  public init(_ animation: PathAnimation) throws(AnimationError) {
    try animation.path.check()
    var pieces: [Piece] = []
    var firstPieces: [Int] = []
    var length = 0.0
    let curves = animation.path.curves
    // What stays where it is has no direction: the body keeps the one that it came with, or leaves in.
    var heading = curves.lazy.compactMap { $0.heading(0) }.first
    rotation = heading == nil ? .none : animation.rotation
    for (index, curve) in curves.enumerated() {
      firstPieces.append(pieces.count)
      for i in 0..<curve.pieces {
        let (u0, u1) = (Double(i) / Double(curve.pieces), Double(i + 1) / Double(curve.pieces))
        let next = Self.unwrap(curve.heading(u0), near: heading)
        pieces.append(Piece(curve: index, u0: u0, u1: u1, length: length, heading: next))
        length += curve.length(u0, u1)
        heading = Self.unwrap(curve.heading(u1), near: next)
      }
    }
    guard length.isFinite else { throw .invalid("the path is too long to measure") }
    self.curves = curves
    self.pieces = pieces
    self.firstPieces = firstPieces
    self.length = length
    pacing = animation.pacing
  }

  /// Returns the sample at a progress. Beyond 0...1, where a timing function may lead, the path goes on
  /// straight.
  public func sample(at progress: Double) -> Sample {
    // NaN counts as 0.
    let p = progress > 0 ? min(progress, 1) : 0
    var sample = pacing == .paced && length > 0 ? paced(p) : uniform(p)
    if progress.isFinite, progress != p {
      sample.position += sample.slope * (progress - p)
      sample.angleSlope = 0
    }
    return sample
  }

  private func uniform(_ p: Double) -> Sample {
    let scaled = p * Double(curves.count)
    let i = min(Int(scaled), curves.count - 1)
    let u = scaled - Double(i)
    let count = curves[i].pieces
    let piece = firstPieces[i] + min(Int(u * Double(count)), count - 1)
    return sample(pieces[piece], u, rate: Double(curves.count))
  }

  private func paced(_ p: Double) -> Sample {
    let goal = p * length
    let index = max(pieces.partitioningIndex { !($0.length <= goal) } - 1, 0)
    let piece = pieces[index]
    let whole = (index + 1 < pieces.count ? pieces[index + 1].length : length) - piece.length
    let u = p == 1 ? 1 : parameter(goal - piece.length, of: whole, in: piece)
    let speed = curves[piece.curve].tangent(u).length
    return sample(piece, u, rate: speed > 0 ? length / speed : 0)
  }

  /// The parameter up to which a piece is this long: Newton's steps, held in a bracket, at most 64.
  private func parameter(_ goal: Double, of whole: Double, in piece: Piece) -> Double {
    guard goal > 0, whole > 0 else { return piece.u0 }
    guard goal < whole else { return piece.u1 }
    let curve = curves[piece.curve]
    var (low, high) = (piece.u0, piece.u1)
    var u = low + (high - low) * (goal / whole)
    if case .line = curve { return u }
    if case .arc = curve { return u }
    var step = high - low
    for _ in 0..<64 {
      let error = curve.length(piece.u0, u) - goal
      if error.magnitude <= 4 * whole.ulp { break }
      if error > 0 { high = u } else { low = u }
      // As for a Bézier's time: Newton's step if it is at most half of the one before, else half of the
      // bracket.
      let newton = u - error / curve.tangent(u).length
      if newton >= low, newton <= high, (newton - u).magnitude <= step / 2 {
        step = (newton - u).magnitude
        u = newton
      } else {
        step = (high - low) / 2
        u = low + step
      }
      if step <= 0x1p-54 { break }
    }
    return u
  }

  private func sample(_ piece: Piece, _ u: Double, rate: Double) -> Sample {
    let curve = curves[piece.curve]
    let tangent = curve.tangent(u)
    let position = u == 1 ? end(of: piece.curve) : curve.point(u)
    var sample = Sample(position: position, slope: tangent * rate, angle: 0, angleSlope: 0)
    guard rotation != .none else { return sample }
    let heading = Self.unwrap(curve.heading(u), near: piece.heading)
    sample.angle = rotation == .along ? heading : heading + .pi
    let squared = tangent.lengthSquared
    sample.angleSlope = squared > 0 ? tangent.cross(curve.curvature(u)) / squared * rate : 0
    return sample
  }

  private func end(of index: Int) -> Vector { curves[index].point(1) }

  private static func unwrap(_ angle: Double?, near other: Double?) -> Double {
    guard let angle, let other else { return angle ?? other ?? 0 }
    return other + (angle - other).remainder(dividingBy: 2 * .pi)
  }
}
