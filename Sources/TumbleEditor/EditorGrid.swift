import TumbleGeometry

/// What places, sizes and angles snap to.
package struct EditorGrid: Hashable, Sendable {
  package var isOn = true
  /// In points; nil: the step of the lines on the paper.
  package var step: Double?
  /// A turn is in whole steps of this.
  package static let angleStep = Double.pi / 12
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
