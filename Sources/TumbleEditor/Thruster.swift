import TumbleFrames
import TumbleGeometry

/// A force on a body that a key fires, as it is drawn and erased.
package struct Thruster: Hashable, Sendable {
  /// The id of the input that fires it.
  package var input: String
  /// The name of its key, and of the key for the other way if there is one; empty where it has none.
  package var key: String
  package var body: BodyID
  /// Where it pushes, in points of the body.
  package var place: Vector
  /// Which way it pushes, in the body's own coordinates; its length says nothing here.
  package var force: Vector
  /// Whether its input drives nothing else.
  package var isAlone: Bool

  package init(
    input: String, key: String, body: BodyID, place: Vector, force: Vector, isAlone: Bool = true
  ) {
    self.input = input
    self.key = key
    self.body = body
    self.place = place
    self.force = force
    self.isAlone = isAlone
  }
}

extension EditorView {
  /// How long a thruster's arrow is, on the screen.
  private static let thrusterLength = 30.0

  /// From where to where a thruster's arrow is drawn; nil for one whose body is not there.
  func arrow(of thruster: Thruster) -> (start: Vector, end: Vector)? {
    guard let transform = transform(thruster.body), thruster.force.length > 0 else { return nil }
    let start = transform.apply(thruster.place)
    let way = (transform.apply(thruster.place + thruster.force) - start).normalized
    return (start, start + way * units(Self.thrusterLength))
  }

  /// The thruster whose arrow is nearest to a point, and near it.
  func thruster(at point: Vector) -> Thruster? {
    var nearest: (thruster: Thruster, distance: Double)?
    for thruster in thrusters {
      guard let arrow = arrow(of: thruster) else { continue }
      let distance = point.distance(toSegment: arrow.start, arrow.end)
      if distance <= reach, distance < nearest?.distance ?? .infinity { nearest = (thruster, distance) }
    }
    return nearest?.thruster
  }
}

extension EditorDrawing {
  mutating func arrow(from start: Vector, to end: Vector, ink: Ink, in view: EditorView) {
    let way = end - start
    guard way.length > view.units(2) else { return }
    lines.append(Line(from: start, to: end, ink: ink))
    let tip = way.normalized * min(view.units(8), way.length / 2)
    for side in [tip.perpendicular * 0.5, tip.perpendicular * -0.5] {
      lines.append(Line(from: end, to: end - tip + side, ink: ink))
    }
  }

  mutating func add(_ thruster: Thruster, ink: Ink, in view: EditorView) {
    guard let (start, end) = view.arrow(of: thruster) else { return }
    marks.append(Mark(kind: .fastening, place: start, ink: ink))
    arrow(from: start, to: end, ink: ink, in: view)
    if !thruster.key.isEmpty { labels.append(Label(text: thruster.key, place: end, ink: ink)) }
  }
}
