import TumbleGeometry

/// The place of the graph: below the stage at first, over its lower edge, or somewhere else over it.
package struct GraphPlacement: Hashable, Sendable {
  /// Is true if the graph lies below the stage, which gets smaller.
  package var isDocked = true
  /// The height in the desktop's points; nil: by the window's height.
  package var height: Double?
  /// The place over the stage as parts of its size, y down from its upper edge; nil: along its lower edge.
  package var part: Rect?

  package init() {}

  /// The part of the graph that a position is on.
  package enum Grip: Hashable, Sendable {
    /// The lines, the title, and the edges where the graph can be made larger.
    case plot, title, top, left, right, topLeft, topRight
  }

  /// The smallest size in the desktop's points.
  package static let smallest = Size(160, 60)
  private static let edge = 5.0
}

extension GraphPlacement {
  /// Returns the height in the desktop's points.
  ///
  /// - Parameter height: The window's without the strip.
  package func height(in height: Double) -> Double {
    // A lower graph could not be read, and a higher one would leave no stage.
    guard let chosen = self.height else {
      return min(max(height * 0.3, 110), Double(Layout.graphHeight), height * 0.5)
    }
    return min(max(chosen, Self.smallest.height), height * (isDocked ? 0.75 : 1))
  }

  /// The place over a stage, in its unit; nil where there is no room.
  ///
  /// - Parameter density: Pixels for each of the desktop's points.
  package func place(over stage: Rect, density: Double) -> Rect? {
    let smallest = Size(min(Self.smallest.width * density, stage.width), Self.smallest.height * density)
    guard stage.height >= smallest.height else { return nil }
    guard let part else {
      let height = (height(in: stage.height / density) * density).rounded()
      guard height >= smallest.height else { return nil }
      return Rect(min: Vector(stage.min.x, stage.max.y - height), max: stage.max)
    }
    let width = min(max(part.width * stage.width, smallest.width), stage.width).rounded()
    let height = min(max(part.height * stage.height, smallest.height), stage.height).rounded()
    let corner = stage.min + Vector(part.min.x * stage.width, part.min.y * stage.height)
    // Never beyond the stage.
    let low = Rect(min: stage.min, max: stage.max - Vector(width, height)).nearest(to: corner)
    return Rect(origin: Vector(low.x.rounded(), low.y.rounded()), size: Size(width, height))
  }

  /// - Parameters:
  ///   - point: In the desktop's points from the graph's upper left corner.
  ///   - size: The graph's.
  ///   - titleHeight: Of the strip with its title.
  package func grip(at point: Vector, size: Size, titleHeight: Double) -> Grip {
    let (isTop, isLeft, isRight) = (
      point.y < Self.edge, point.x < Self.edge, point.x > size.width - Self.edge
    )
    let hasSides = !isDocked && part != nil
    if isTop, hasSides, isLeft { return .topLeft }
    if isTop, hasSides, isRight { return .topRight }
    if isTop { return .top }
    if hasSides, isLeft { return .left }
    if hasSides, isRight { return .right }
    return point.y < titleHeight && !isDocked ? .title : .plot
  }

  /// Moves what was taken hold of.
  ///
  /// - Parameters:
  ///   - distance: In the desktop's points.
  ///   - graph: Where the graph is, in the desktop's points, as the stage is.
  package mutating func drag(_ grip: Grip, by distance: Vector, graph: Rect, stage: Rect) {
    guard stage.width > 0, stage.height > 0 else { return }
    if isDocked || part == nil, grip == .top {
      height = max(graph.height - distance.y, Self.smallest.height)
      return
    }
    var (low, high) = (graph.min, graph.max)
    switch grip {
    case .plot: return
    case .title: (low, high) = (low + distance, high + distance)
    case .top: low.y += distance.y
    case .left: low.x += distance.x
    case .right: high.x += distance.x
    case .topLeft: low += distance
    case .topRight:
      low.y += distance.y
      high.x += distance.x
    }
    if grip == .title {
      // It is carried as it is, and stops at the edges.
      let size = graph.size
      let extent = Vector(size.width, size.height)
      low = Rect(min: stage.min, max: stage.max - extent).nearest(to: low)
      high = low + extent
    } else {
      if grip == .left || grip == .topLeft { low.x = min(low.x, high.x - Self.smallest.width) }
      if grip == .right || grip == .topRight { high.x = max(high.x, low.x + Self.smallest.width) }
      low.y = min(low.y, high.y - Self.smallest.height)
    }
    let (from, to) = (low - stage.min, high - stage.min)
    part = Rect(
      min: Vector(from.x / stage.width, from.y / stage.height),
      max: Vector(to.x / stage.width, to.y / stage.height))
  }
}
