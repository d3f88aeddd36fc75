import TumbleAnimation
import TumbleFrames
import TumbleGeometry

extension Scene {
  /// Makes many of one: where the copies are, in their order.
  public enum Repeater: Hashable, Sendable {
    /// From left to right, row by row, from the lower left.
    case grid(columns: Int, rows: Int, spacing: Vector)
    /// Upwards.
    case stack(count: Int, spacing: Double)
    /// From the bottom row up, about the middle of the bottom row.
    case pyramid(rows: Int, spacing: Vector)
    /// Counter-clockwise from the right.
    case ring(count: Int, radius: Double, isTurned: Bool)
    /// Evenly along a path.
    case along(Path, count: Int, isTurned: Bool)
    /// Anywhere in an area, at least a gap apart; the same for the same seed. Fewer where they do not fit.
    case scatter(count: Int, area: Vector, gap: Double, isTurned: Bool, seed: Int)
  }

  /// Where a copy is.
  public typealias Place = SceneryDescription.Place
}

extension Scene.Repeater {
  /// Where the copies are.
  ///
  /// - Parameters:
  ///   - at: Where the whole stands.
  ///   - limit: The most that are made.
  public func places(at: Vector, limit: Int = .max) -> [Scene.Place] {
    switch self {
    case .grid(let columns, let rows, let spacing):
      let (all, isTooMany) = columns.multipliedReportingOverflow(by: rows)
      return (0..<min(isTooMany ? .max : max(all, 0), limit)).map { index in
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        return Scene.Place(position: at + Vector(Double(column) * spacing.x, Double(row) * spacing.y))
      }
    case .stack(let count, let spacing):
      return (0..<max(min(count, limit), 0)).map {
        Scene.Place(position: at + Vector(0, Double($0) * spacing))
      }
    case .pyramid(let rows, let spacing):
      return (0..<max(rows, 0)).lazy.flatMap { row in
        (0..<rows - row).lazy.map { column in
          let x = (Double(column) - Double(rows - row - 1) / 2) * spacing.x
          return Scene.Place(position: at + Vector(x, Double(row) * spacing.y))
        }
      }.prefix(max(limit, 0)).map { $0 }
    case .ring(let count, let radius, let isTurned):
      return (0..<max(min(count, limit), 0)).map { index in
        let angle = 2 * .pi * Double(index) / Double(count)
        return Scene.Place(
          position: at + Vector(angle: angle, length: radius), angle: isTurned ? angle : 0)
      }
    case .along(let path, let count, let isTurned):
      let animation = PathAnimation(path, pacing: .paced, rotation: isTurned ? .along : .none)
      guard let track = try? PathTrack(animation), track.length > 0 else { return [] }
      // On a closed one the last is not put upon the first.
      let isClosed =
        track.sample(at: 0).position.distance(to: track.sample(at: 1).position) < 1e-9 * track.length
      return (0..<max(min(count, limit), 0)).map { index in
        let sample = track.sample(at: Double(index) / Double(isClosed ? count : max(count - 1, 1)))
        return Scene.Place(position: at + sample.position, angle: sample.angle)
      }
    case .scatter(let count, let area, let gap, let isTurned, let seed):
      var scatter = Scatter(seed: UInt64(truncatingIfNeeded: seed), area: area, gap: gap)
      var places: [Scene.Place] = []
      for _ in 0..<max(min(count, limit), 0) {
        guard let point = scatter.next() else { break }
        places.append(Scene.Place(position: at + point, angle: isTurned ? scatter.angle() : 0))
      }
      return places
    }
  }

  /// How many it would make if all fitted.
  var count: Int {
    switch self {
    case .grid(let columns, let rows, _): columns.multipliedReportingOverflow(by: rows).partialValue
    case .stack(let count, _), .ring(let count, _, _), .along(_, let count, _),
      .scatter(let count, _, _, _, _):
      count
    case .pyramid(let rows, _): rows * (rows + 1) / 2
    }
  }
}
