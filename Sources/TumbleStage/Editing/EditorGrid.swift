import TumbleGeometry

/// What places, sizes and angles snap to.
package struct EditorGrid: Hashable, Sendable {
  package var isOn = true
  /// In points; nil: the step of the lines on the paper.
  package var step: Double?
  /// A turn is in whole steps of this.
  package static let angleStep = Double.pi / 12
}

extension EditorGrid {
  /// A round number of the world's points (1, 2 or 5 times a power of ten) that makes squares of 14 to 35 units of the screen.
  ///
  /// - Parameter pointsPerUnit: Points of the world for each of the desktop's.
  package static func step(pointsPerUnit: Double) -> Double {
    var step = 1e-6
    let factors = [2.0, 2.5, 2.0]
    var i = 0
    while step < 14 * pointsPerUnit, i < 60 {
      step *= factors[i % 3]
      i += 1
    }
    return step
  }
}

/// Snaps numbers; to nothing while the grid is off or a person asks for that.
struct Snapping: Hashable, Sendable {
  /// nil: no grid.
  let step: Double?

  func length(_ value: Double) -> Double {
    guard let step, step > 0 else { return value }
    let snapped = (value / step).rounded() * step
    return snapped.isFinite ? snapped : value
  }

  func point(_ point: Vector) -> Vector { Vector(length(point.x), length(point.y)) }

  /// A size that a person pulls: at least one step.
  func extent(_ value: Double) -> Double {
    guard let step else { return value }
    return max(length(value), step)
  }

  func angle(_ angle: Double) -> Double {
    guard step != nil else { return angle }
    return (angle / EditorGrid.angleStep).rounded() * EditorGrid.angleStep
  }
}

extension Vector {
  /// The point in one of the directions of whole steps of 15 degrees as far from another as it is.
  func straightened(from origin: Vector) -> Vector {
    let way = self - origin
    let angle = (way.angle / EditorGrid.angleStep).rounded() * EditorGrid.angleStep
    let direction = Vector(angle: angle)
    return origin + direction * max(way.dot(direction), 0)
  }
}
