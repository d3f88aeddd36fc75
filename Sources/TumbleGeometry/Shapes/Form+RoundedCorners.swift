extension Form {
  /// The form with its corners cut round: it lies within this one, and its straight edges stay where they are. Circles and
  /// segments have no corners.
  ///
  /// - Parameter cornerRadius: In points. A box gets at most half of its shorter side, a polygon's corner as much as the halves of
  ///   its two edges have room for. Where the form's own radius is larger, nothing is left to round.
  public func roundingCorners(by cornerRadius: Double) -> Form {
    let cut = cornerRadius - radius
    guard cut > 0, cut.isFinite else { return self }
    switch self {
    case .circle, .segment: return self
    case .rect(let rect, let radius):
      // Not quite half of it, so that no edge is without a direction.
      let cut = min(cut, min(rect.width, rect.height) / 2 * (1 - 1e-6))
      return .rect(rect.insetBy(cut), radius: radius + cut)
    case .polygon(let corners, let radius):
      return .polygon(Self.cutting(corners, by: cut), radius: radius)
    }
  }

  /// The angle between two points of an arc, in radians: at the sizes of a screen nobody sees its corners.
  private static let arcStep = 3 * Double.pi / 180

  /// Corners on arcs that touch both edges of each corner.
  private static func cutting(_ corners: [Vector], by radius: Double) -> [Vector] {
    let count = corners.count
    guard count > 2 else { return corners }
    var rounded: [Vector] = []
    for index in 0..<count {
      let corner = corners[index]
      let back = corners[(index + count - 1) % count] - corner
      let ahead = corners[(index + 1) % count] - corner
      let (into, out) = (-back.normalized, ahead.normalized)
      // How far the outline turns here, to the left above 0.
      let turn = arcTangent(into.x * out.y - into.y * out.x, into.dot(out))
      let half = sine(abs(turn) / 2) / cosine(abs(turn) / 2)
      let room = min(back.length, ahead.length) / 2
      let radius = min(radius, half > 0 ? room / half : radius)
      guard abs(turn) > 1e-6, radius > 0, half.isFinite else {
        rounded.append(corner)
        continue
      }
      let start = corner - into * (radius * half)
      // The center lies on the side to which the outline turns.
      let toCenter = into.perpendicular * (turn > 0 ? radius : -radius)
      let center = start + toCenter
      let steps = max((abs(turn) / arcStep).rounded(.up), 1)
      for step in 0...Int(steps) {
        rounded.append(center - toCenter.rotated(by: turn * Double(step) / steps))
      }
    }
    return rounded
  }
}
