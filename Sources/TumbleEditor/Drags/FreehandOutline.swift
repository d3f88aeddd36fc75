import TumbleGeometry

/// A simple outline made of a line that was drawn by hand: fewer corners, no crossings.
struct FreehandOutline: Hashable, Sendable {
  /// The corners, counter-clockwise, about `center`.
  let corners: [Vector]
  /// The middle of the enclosed area.
  let center: Vector

  /// The largest number of corners, as the scene format has it.
  private static let maxCorners = 256
  /// The outline is made coarser up to so many times until it can be used.
  private static let tries = 6

  /// - Parameters:
  ///   - points: Where the line went; from the last it goes back to the first.
  ///   - tolerance: How far the outline may be from the line, in points; more where nothing else helps.
  ///   - minArea: What is smaller is not meant, in square points.
  /// - Throws: Why it cannot be an outline.
  init(_ points: [Vector], tolerance: Double, minArea: Double) throws(JointPlan.Refusal) {
    var tolerance = tolerance
    for _ in 0..<Self.tries {
      let outline = points.simplifiedOutline(tolerance).withoutLoops().withoutFlatCorners(tolerance / 100)
      let polygon = Polygon(outline)
      guard outline.count >= 3, abs(polygon.signedArea) >= minArea else { break }
      if outline.count <= Self.maxCorners, Self.isUsable(polygon) {
        center = polygon.centroid
        let middle = center
        let around = polygon.signedArea < 0 ? outline.reversed() : outline
        corners = around.map { $0 - middle }
        return
      }
      tolerance *= 1.6
    }
    if abs(Polygon(points).signedArea) < minArea {
      throw JointPlan.Refusal(text: "that encloses hardly anything: draw once around the outline")
    }
    throw JointPlan.Refusal(
      text: "that outline crosses itself, or is too narrow somewhere: draw it once around")
  }

  /// Returns true if it is convex, or falls into pieces that are.
  private static func isUsable(_ polygon: Polygon) -> Bool {
    if polygon.isConvex { return true }
    guard polygon.crossing == nil else { return false }
    guard case .pieces(let pieces) = polygon.split() else { return false }
    return pieces.allSatisfy { $0.isConvex && abs($0.signedArea) > 1e-6 }
  }
}

extension [Vector] {
  /// The corners of a closed line that are needed to stay within a tolerance of it (Douglas and Peucker, from
  /// the two corners that are farthest apart).
  fileprivate func simplifiedOutline(_ tolerance: Double) -> [Vector] {
    guard count > 3, let first else { return self }
    let far = indices.max { self[$0].distance(to: first) < self[$1].distance(to: first) } ?? 0
    guard far > 0 else { return [first] }
    let there = Array(self[0...far]).simplified(tolerance)
    let back = (Array(self[far...]) + [first]).simplified(tolerance)
    let outline = there.dropLast() + back.dropLast()
    return Array(outline)
  }

  /// The greatest number of points of a line that a hand draws: more would not change what is made of it, and
  /// cost time at its end.
  private static var mostDrawn: Int { 4000 }

  /// Draws the line on to where the hand is, where that is away from its last point.
  mutating func draw(to place: Vector, in view: EditorView) {
    guard let last, count < Self.mostDrawn, place.isFinite, last.distance(to: place) >= view.units(1.5) else {
      return
    }
    append(place)
  }

  /// A line's corners that are needed; both ends are.
  func simplified(_ tolerance: Double) -> [Vector] {
    guard count > 2 else { return self }
    var isKept = Array<Bool>(repeating: false, count: count)
    isKept[0] = true
    isKept[count - 1] = true
    var open = [(0, count - 1)]
    while let (from, to) = open.popLast() {
      var (farthest, distance) = (from, tolerance)
      for i in from + 1..<Swift.max(to, from + 1) {
        let away = self[i].distance(toSegment: self[from], self[to])
        if away > distance { (farthest, distance) = (i, away) }
      }
      guard farthest != from else { continue }
      isKept[farthest] = true
      open.append((from, farthest))
      open.append((farthest, to))
    }
    return indices.filter { isKept[$0] }.map { self[$0] }
  }

  /// Returns the outline without the smaller of two loops where it crosses itself.
  fileprivate func withoutLoops() -> [Vector] {
    var outline = self
    // Each time there are fewer corners, or one crossing less.
    for _ in 0..<200 {
      guard let (i, j, place) = outline.firstCrossing() else { return outline }
      let inner = [place] + outline[(i + 1)...j]
      let outer = Array(outline[...i]) + [place] + outline[(j + 1)...]
      outline = abs(Polygon(inner).signedArea) > abs(Polygon(outer).signedArea) ? inner : outer
    }
    return outline
  }

  /// Two edges by their first corners, and the point where they cross.
  private func firstCrossing() -> (Int, Int, Vector)? {
    for i in indices {
      let (a, b) = (self[i], self[(i + 1) % count])
      for j in indices where j > i + 1 && (j + 1) % count != i {
        let (c, d) = (self[j], self[(j + 1) % count])
        let (along, across) = (b - a, d - c)
        let turn = along.cross(across)
        guard turn != 0 else { continue }
        let (s, t) = ((c - a).cross(across) / turn, (c - a).cross(along) / turn)
        if s >= 0, s <= 1, t >= 0, t <= 1 { return (i, j, a + along * s) }
      }
    }
    return nil
  }

  /// The outline without corners that lie on each other, or on the line between their neighbors.
  fileprivate func withoutFlatCorners(_ tolerance: Double) -> [Vector] {
    var outline = self
    var i = 0
    while outline.count > 3, i < outline.count {
      let (before, after) = (
        outline[(i + outline.count - 1) % outline.count], outline[(i + 1) % outline.count]
      )
      let isFlat =
        outline[i].distance(to: after) <= tolerance
        || outline[i].distance(toSegment: before, after) <= tolerance
      if isFlat {
        outline.remove(at: i)
        i = Swift.max(0, i - 1)
      } else {
        i += 1
      }
    }
    return outline
  }
}
