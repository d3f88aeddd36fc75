import CTumbleCairo
import TumbleGeometry

/// A path of straight lines and cubic curves, as documents write it.
package struct VectorPath: Hashable, Sendable {
  package enum Piece: Hashable, Sendable {
    case move(Vector)
    case line(Vector)
    case curve(to: Vector, control1: Vector, control2: Vector)
    case close
  }

  package private(set) var pieces: [Piece] = []

  /// Records the path that a body adds to a canvas.
  package init(_ draw: (borrowing Canvas) -> Void) {
    let canvas = Canvas(owning: cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1))
    // Cairo keeps places to 1/256 of a unit, and leaves out letters that lie some thousand units away.
    canvas.transform(Transform(scale: Vector(16, 16)))
    draw(canvas)
    guard let path = cairo_copy_path(canvas.context) else { return }
    defer { cairo_path_destroy(path) }
    guard path.pointee.status == CAIRO_STATUS_SUCCESS, let data = path.pointee.data else { return }
    var at = 0
    while at < Int(path.pointee.num_data) {
      let header = data[at].header
      func point(_ index: Int) -> Vector { Vector(data[at + index].point.x, data[at + index].point.y) }
      switch header.type {
      case CAIRO_PATH_MOVE_TO:
        // One that nothing follows draws nothing.
        if case .move? = pieces.last { pieces.removeLast() }
        pieces.append(.move(point(1)))
      case CAIRO_PATH_LINE_TO: pieces.append(.line(point(1)))
      case CAIRO_PATH_CURVE_TO:
        pieces.append(.curve(to: point(3), control1: point(1), control2: point(2)))
      default: pieces.append(.close)
      }
      at += max(Int(header.length), 1)
    }
    if case .move? = pieces.last { pieces.removeLast() }
  }

  /// Returns the path with its points mapped, as another system of coordinates has them.
  package func mapped(_ map: (Vector) -> Vector) -> VectorPath {
    var mapped = self
    mapped.pieces = pieces.map { piece in
      switch piece {
      case .move(let point): .move(map(point))
      case .line(let point): .line(map(point))
      case .curve(let to, let first, let second):
        .curve(to: map(to), control1: map(first), control2: map(second))
      case .close: .close
      }
    }
    return mapped
  }

  /// The smallest rectangle around its points; nil for an empty path.
  package var bounds: Rect? {
    Rect(
      around: pieces.flatMap { piece -> [Vector] in
        switch piece {
        case .move(let point), .line(let point): [point]
        case .curve(let to, let first, let second): [to, first, second]
        case .close: []
        }
      })
  }
}

extension Canvas {
  package func add(_ path: VectorPath) {
    for piece in path.pieces {
      switch piece {
      case .move(let point): move(to: point)
      case .line(let point): line(to: point)
      case .curve(let to, let first, let second): curve(to: to, control1: first, control2: second)
      case .close: closePath()
      }
    }
  }
}
