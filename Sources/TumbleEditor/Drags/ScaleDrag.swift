import TumbleFrames
import TumbleGeometry

/// Scales what is selected: the side or corner that is pulled moves, the one across from it stays. What comes of it is shown,
/// and the bodies change once it is released.
struct ScaleDrag: PointerDrag {
  private let frame: SelectionFrame
  private let x: Int
  private let y: Int
  private let bodies: [BodySnapshot]
  private let name: String
  /// From the pointer to what it pulls.
  private let slack: Vector
  private var factor = Vector(1, 1)
  /// The minimum length of a side, in points.
  private static let minSide = 0.5

  init(
    _ selection: Selection, _ frame: SelectionFrame, x: Int, y: Int, at pointer: Pointer, in view: EditorView
  ) {
    self.frame = frame
    self.x = x
    self.y = y
    bodies = selection.bodies.compactMap { view.snapshot[$0] }
    name = "scale " + view.nameOfAll(selection)
    slack = frame.local(frame.place(.scale(x: x, y: y), in: view)) - frame.local(pointer.point)
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let snapping = editor.snapping(pointer, in: view)
    let place = frame.local(pointer.point) + slack
    func factor(_ side: Int, _ place: Double, _ half: Double) -> Double? {
      guard side != 0, half > 0 else { return nil }
      let wanted = place * Double(side) - frame.margin + half
      let size = max(snapping.step == nil ? wanted : snapping.extent(wanted), Self.minSide)
      return min(max(size / (2 * half), 1e-3), 1e3)
    }
    let along = (x: factor(x, place.x, frame.half.x), y: factor(y, place.y, frame.half.y))
    if frame.isUniform || pointer.isConstrained {
      // The side that is pulled farther decides.
      let both = [along.x, along.y].compactMap { $0 }.max { abs($0 - 1) < abs($1 - 1) } ?? 1
      self.factor = Vector(both, both)
    } else {
      self.factor = Vector(along.x ?? 1, along.y ?? 1)
    }
    return []
  }

  var measure: TypedMeasure? { .lengths }

  /// Width and height; one number is that of the side that is pulled, and of a corner the width.
  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    guard let first = values.first, first > 0, values.allSatisfy({ $0.isFinite && $0 > 0 }) else { return [] }
    func factor(_ size: Double, _ half: Double) -> Double {
      half > 0 ? min(max(max(size, Self.minSide) / (2 * half), 1e-3), 1e3) : 1
    }
    let isHeight = x == 0 && values.count == 1
    let one = factor(first, isHeight ? frame.half.y : frame.half.x)
    if frame.isUniform || values.count == 1 && x != 0 && y != 0 {
      self.factor = Vector(one, one)
    } else if values.count == 1 {
      self.factor = isHeight ? Vector(1, one) : Vector(one, 1)
    } else {
      self.factor = Vector(one, factor(values[1], frame.half.y))
    }
    return []
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard factor != Vector(1, 1), !bodies.isEmpty else { return [] }
    return [.begin(name), .scale(scalings), .end]
  }

  private var scalings: [Scaling] {
    // What stays where it is, from the center.
    let fixed = Vector(Double(-x) * frame.half.x, Double(-y) * frame.half.y)
    return bodies.map { body in
      let local = frame.local(body.position) - fixed
      let moved = Vector(local.x * factor.x, local.y * factor.y) + fixed
      return Scaling(body: body.id, factor: factor, position: frame.place(moved))
    }
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    for (scaling, body) in zip(scalings, bodies) {
      let place = Transform(translation: scaling.position, rotation: body.angle)
      for outline in view.description[scaling.body]?.outlines ?? [] {
        drawing.shapes.append(
          EditorDrawing.Shape(outline: outline.scaled(by: factor).placed(by: place), ink: .preview))
      }
    }
    let size = Vector(frame.half.x * 2 * factor.x, frame.half.y * 2 * factor.y)
    drawing.labels.append(
      EditorDrawing.Label(
        text: LabelNumber.size(size), place: frame.place(.scale(x: x, y: y), in: view), ink: .preview))
    drawing.cursor = frame.cursor(.scale(x: x, y: y))
  }
}
