import TumbleGeometry
import TumbleInput
import TumbleLooks

/// One pull of the pointer, from the press to the release.
protocol PointerDrag: Sendable {
  /// The pointer came to another place.
  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest]
  /// Ends the drag as the button is released; the selection and the words of the editor may follow from that.
  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest]
  /// Gives the drag up: nothing of it may stay.
  func cancel() -> [EditorRequest]
  func draw(in view: EditorView, on drawing: inout EditorDrawing)
  /// Is true if it goes on setting what it holds while time runs, also where the pointer stands still.
  var isRepeated: Bool { get }
  /// The measure that can be typed; nil for none.
  var measure: TypedMeasure? { get }
  /// Makes the drag as large as was typed: in radians or points, one or two of them.
  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest]
}

extension PointerDrag {
  /// Returns no requests: for a drag that makes none before it ends.
  func cancel() -> [EditorRequest] { [] }

  var isRepeated: Bool { false }
  var measure: TypedMeasure? { nil }
  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest] { [] }
}

/// A drag whose gesture begins once something is moved: released where it was pressed, it was a click.
protocol GestureDrag: PointerDrag {
  var hasBegun: Bool { get set }
}

extension GestureDrag {
  /// Returns the requests, the first time with the gesture's begin before them.
  mutating func going(on name: String, _ requests: [EditorRequest]) -> [EditorRequest] {
    defer { hasBegun = true }
    return (hasBegun ? [] : [.begin(name)]) + requests
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    hasBegun ? [.end] : []
  }

  func cancel() -> [EditorRequest] { hasBegun ? [.abandon] : [] }
}

/// A place of the pointer, in the world's points, and what is held there.
struct Pointer: Hashable, Sendable {
  var point: Vector
  var modifiers: Modifiers

  init(_ point: Vector, _ modifiers: Modifiers = []) { (self.point, self.modifiers) = (point, modifiers) }

  /// Is true while Shift is held: it adds to the selection, keeps to squares, straight lines and whole steps
  /// of 15 degrees.
  var isConstrained: Bool { modifiers.contains(.shift) }
  /// Is true while Control is held: nothing snaps.
  var isFree: Bool { modifiers.contains(.control) }

  /// The other end of a line from a place to here, straight where that is wanted.
  func end(from start: Vector) -> Vector { isConstrained ? point.straightened(from: start) : point }
}

/// The grid that positions, sizes and angles snap to.
package struct EditorGrid: Hashable, Sendable {
  package var isOn = true
  /// The step in points; nil: the step of the lines on the paper.
  package var step: Double?
  /// A turn is in whole steps of this.
  package static let angleStep = Double.pi / 12

  /// The step in points, in a view.
  func step(in view: EditorView) -> Double { step ?? PaperGrid.step(pointsPerUnit: view.pointsPerUnit) }
}

/// Snaps numbers; to nothing while the grid is off or a person asks for that.
struct Snapping: Hashable, Sendable {
  /// The step; nil: no grid.
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
