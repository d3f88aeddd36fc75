import TumbleGeometry

/// A path made ready: the point, the direction and how both change at any progress.
public struct PathTrack: Hashable, Sendable {
  public struct Sample: Hashable, Sendable {
    public var position: Vector
    /// By the progress.
    public var slope: Vector
    /// Of the body, in radians, not wrapped: it goes on turning where the path does. 0 without rotation.
    public var angle: Double
    /// By the progress.
    public var angleSlope: Double
  }

  /// A part of a segment short enough to be measured in one go.
  private struct Piece: Hashable {
    var curve: Int
    var u0: Double
    var u1: Double
    /// Of the path up to the piece.
    var length: Double
    /// At its begin, unwrapped along the path.
    var heading: Double
  }

  /// Of the whole path.
  public let length: Double
  /// None for a path that stays where it is, which has no direction to turn a body to.
  public let rotation: PathAnimation.Rotation
  let pacing: PathAnimation.Pacing
  private let curves: [PathCurve]
  private let pieces: [Piece]
  /// The first piece of each curve.
  private let firstPieces: [Int]

  public init(_ animation: PathAnimation) throws(AnimationError) {
    if let problem = animation.path.problem { throw .invalid(problem) }
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

  /// At a progress. Beyond 0...1, where a timing function may lead, the path goes on straight.
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
      // As for a Bézier's time: Newton's step if it is at most half of the one before, else half of the bracket.
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
