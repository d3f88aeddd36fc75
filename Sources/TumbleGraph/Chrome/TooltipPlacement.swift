import TumbleGeometry

/// Where beside the crosshair a tooltip covers the least of the curves.
struct TooltipPlacement {
  /// A side of the crosshair, and how far down from the plot's top, in points.
  struct Spot: Hashable, Sendable {
    var isRight = true
    var y = 6.0
  }

  private let size: Size
  private let spots: [Spot]
  /// Of both sides, the left edge of the tooltip, and the curves that it may cover there: pieces from top to bottom.
  private let sides: [(x: Double, curves: [ClosedRange<Double>])]

  /// From the crosshair, and from the plot's edges.
  private static let gap = 12.0
  private static let edge = 6.0
  /// How wide the pieces are in which the curves are looked at, and how far the spots are apart.
  private static let piece = 8.0

  /// - Parameter x: the crosshair's, in points.
  init(size: Size, x: Double, _ graph: GraphSnapshot) {
    self.size = size
    let width = graph.viewport.size.width
    let left = x - Self.gap - size.width
    let right = x + Self.gap
    // Where there is no room on a side, it is not there; where there is none on both, within the plot.
    let fits = (left: left >= 0, right: right + size.width <= width)
    sides = [left, min(right, max(width - size.width, 0))].map { x in
      (x, Self.curves(from: x, to: x + size.width, graph))
    }
    let lowest = max(graph.viewport.plotHeight - Self.edge / 2 - size.height, Self.edge)
    let ys = Array(stride(from: Self.edge, through: lowest, by: Self.piece)) + [lowest]
    spots = [true, false].filter { $0 ? fits.right || !fits.left : fits.left }
      .flatMap { isRight in ys.map { Spot(isRight: isRight, y: $0) } }
  }

  /// What the curves of the channels that are on cover of a stretch of the plot.
  private static func curves(from start: Double, to end: Double, _ graph: GraphSnapshot)
    -> [ClosedRange<Double>]
  {
    let (viewport, content) = (graph.viewport, graph.content)
    func sample(_ x: Double) -> Int {
      viewport.rightEdge.advanced(by: (x - viewport.size.width) / viewport.grid.pointsPerSample).index
    }
    return stride(from: start, to: end, by: piece).flatMap { x in
      content.channels.indices.filter { content.channels[$0].isOn }.compactMap { channel in
        content.history.extremes(
          channel: channel, in: sample(x) - 1..<sample(x + piece) + 2, aboveZero: content.axes.isLogarithmic
        )
        .map { graph.y(of: $0.upperBound, channel: channel)...graph.y(of: $0.lowerBound, channel: channel) }
      }
    }
  }
}

extension TooltipPlacement {
  /// Where the tooltip stays, or another place where it covers less.
  func spot(insteadOf current: Spot) -> Spot {
    var best = spots.contains(current) ? current : spots.first ?? current
    var fewest = covered(best)
    for spot in spots where fewest > 0 {
      let covered = covered(spot)
      // A little less is no reason to move to and fro.
      if covered == 0 || covered < fewest * 3 / 4 {
        best = spot
        fewest = covered
      }
    }
    return best
  }

  /// In points from the plot's top left corner.
  func rect(_ spot: Spot) -> Rect {
    Rect(origin: Vector(sides[spot.isRight ? 1 : 0].x, spot.y), size: size)
  }

  /// Whether a tooltip covers no curve there.
  func isFree(_ spot: Spot) -> Bool { covered(spot) == 0 }

  /// How many pieces of the curves a tooltip would cover.
  private func covered(_ spot: Spot) -> Int {
    let room = spot.y - 2...spot.y + size.height + 2
    return sides[spot.isRight ? 1 : 0].curves.count { $0.overlaps(room) }
  }
}
