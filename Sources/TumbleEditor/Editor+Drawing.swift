import TumbleFrames
import TumbleGeometry
import TumbleInput

// What the editor shows over the world.
extension Editor {
  /// What is shown over the world now.
  package func drawing(in view: EditorView) -> EditorDrawing {
    var drawing = EditorDrawing()
    draw(in: view, on: &drawing)
    return drawing
  }

  /// In place of what a frame before had, in its memory.
  package func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.removeAll()
    drawSelection(in: view, on: &drawing)
    drawThrusters(in: view, on: &drawing)
    drawEmitters(in: view, on: &drawing)
    drawing.cursor = cursor(in: view)
    if let drag { drag.draw(in: view, on: &drawing) } else { drawBeforePress(in: view, on: &drawing) }
    if !typed.isEmpty, let pointer {
      // In place of the measure that is pulled.
      drawing.labels = [EditorDrawing.Label(text: typed + "_  Enter", place: pointer.point, ink: .preview)]
    }
    if let notice, let pointer {
      drawing.labels.append(EditorDrawing.Label(text: notice, place: pointer.point, ink: .refusal))
    }
  }

  /// What a press would make where the pointer is, on the grid.
  private func drawBeforePress(in view: EditorView, on drawing: inout EditorDrawing) {
    guard let pointer else { return }
    let snapping = snapping(pointer, in: view)
    switch tool {
    case .box: BoxDrag(at: pointer, snapping, sizes, in: view).draw(on: &drawing)
    case .circle: CircleDrag(at: pointer, snapping, sizes, in: view).draw(on: &drawing)
    case .wall:
      drawing.marks.append(
        EditorDrawing.Mark(kind: .fastening, place: snapping.point(pointer.point), ink: .preview))
    // A label would lie over why the last one could not be made.
    case _ where notice != nil: break
    case .rope: RopeDrag(at: pointer).draw(in: view, on: &drawing)
    case .pin:
      let end = JointEnd(at: pointer.point, in: view)
      guard let body = end.body, view.kind(body) == .dynamic else { return }
      end.draw(in: view, on: &drawing)
      let name = view.name(body)
      let text = view.isPinned(body) ? "lets \(name) go" : "pins \(name) to the background"
      drawing.labels.append(EditorDrawing.Label(text: text, place: pointer.point, ink: .preview))
    default:
      if tool.joint != nil { JointDrag.drawBeforePress(tool, at: pointer.point, in: view, on: &drawing) }
    }
  }

  /// Outlining more would hide the world.
  private static let maxOutlines = 300

  private func drawSelection(in view: EditorView, on drawing: inout EditorDrawing) {
    guard !selection.isEmpty else { return }
    for body in selection.bodies.prefix(Self.maxOutlines) {
      guard let pose = view.pose(body), let known = view.description[body] else { continue }
      for outline in known.outlines {
        drawing.shapes.append(
          EditorDrawing.Shape(
            outline: outline, position: pose.position, angle: pose.angle, ink: .selection))
      }
    }
    for joint in selection.joints.prefix(Self.maxOutlines) {
      guard let ends = view.ends(joint) else { continue }
      drawing.lines.append(EditorDrawing.Line(from: ends.a, to: ends.b, ink: .selection))
      for place in [ends.a, ends.b] {
        drawing.marks.append(EditorDrawing.Mark(kind: .fastening, place: place))
      }
    }
    guard showsHandles(in: view), let frame = SelectionFrame(selection, in: view) else { return }
    frame.draw(in: view, on: &drawing)
  }

  /// Those of what is selected; all of them where one is to be added or erased.
  private func drawThrusters(in view: EditorView, on drawing: inout EditorDrawing) {
    let showsAll = tool == .thruster || tool == .eraser
    guard showsAll || !selection.bodies.isEmpty else { return }
    for thruster in view.thrusters where showsAll || selection.contains(.body(thruster.body)) {
      drawing.add(thruster, ink: .selection, in: view)
    }
  }

  /// All of them where they can be chosen.
  private func drawEmitters(in view: EditorView, on drawing: inout EditorDrawing) {
    let showsAll = tool == .emitter || tool == .eraser || (view.isPaused && tool == .select)
    guard showsAll || !selection.emitters.isEmpty else { return }
    for index in view.description.emitters.indices {
      let isSelected = selection.contains(.emitter(index))
      guard showsAll || isSelected, let place = view.place(ofEmitter: index) else { continue }
      drawing.marks.append(
        EditorDrawing.Mark(kind: .emitter, place: place, ink: isSelected ? .selection : .guide))
    }
  }

  private func showsHandles(in view: EditorView) -> Bool {
    view.isPaused && drag == nil && tool == .select
  }

  private func cursor(in view: EditorView) -> EditorDrawing.Cursor {
    switch tool {
    case .select:
      guard let pointer else { return .arrow }
      if showsHandles(in: view), let frame = SelectionFrame(selection, in: view),
        let handle = frame.handle(at: pointer.point, in: view)
      {
        return frame.cursor(handle)
      }
      guard let target = view.targets(at: pointer.point).first else { return .arrow }
      return view.isPaused && selection.contains(target) ? .move : .hand
    default: return .crosshair
    }
  }
}
