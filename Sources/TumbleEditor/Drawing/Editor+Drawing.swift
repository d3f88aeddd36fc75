import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleLooks

// What the editor shows over the world.
extension Editor {
  /// Returns what is shown over the world now.
  package func drawing(in view: EditorView) -> EditorDrawing {
    var drawing = EditorDrawing()
    draw(in: view, on: &drawing)
    return drawing
  }

  /// Draws in place of what a frame before had, in its memory.
  package func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.removeAll()
    drawSelection(in: view, on: &drawing)
    drawThrusters(in: view, on: &drawing)
    drawPlaced(in: view, on: &drawing)
    for way in view.ways { way.draw(in: view, on: &drawing) }
    drawing.cursor = cursor(in: view)
    if let drag { drag.draw(in: view, on: &drawing) } else { drawBeforePress(in: view, on: &drawing) }
    if !typed.isEmpty, let pointer {
      // In place of the measure that is pulled.
      drawing.labels = [EditorDrawing.Label(text: typed + "_  Enter", place: pointer.point, ink: .preview)]
    }
    if let notice, let pointer { drawing.label(notice, at: pointer.point, .refusal) }
  }

  /// Draws what a press would make at the pointer, on the grid.
  private func drawBeforePress(in view: EditorView, on drawing: inout EditorDrawing) {
    guard let pointer else { return }
    let snapping = snapping(pointer, in: view)
    switch tool {
    case .box: BoxDrag(at: pointer, snapping, sizes, in: view).draw(on: &drawing)
    case .circle: CircleDrag(at: pointer, snapping, sizes, in: view).draw(on: &drawing)
    case .wall: drawing.mark(.fastening, at: snapping.point(pointer.point), .preview)
    case .wheel where notice == nil:
      WheelDrag(at: pointer, snapping, sizes, in: view).drawBeforePress(in: view, on: &drawing)
    // A label would lie over why the last one could not be made.
    case _ where notice != nil: break
    case .rope, .chain: RopeDrag(tool, at: pointer).draw(in: view, on: &drawing)
    case .pin, .tracer, .path:
      let end = JointEnd(at: pointer.point, in: view)
      guard let body = end.body, let effect = effect(on: body, in: view) else { return }
      end.draw(in: view, on: &drawing)
      drawing.label(effect, at: pointer.point)
    default:
      if tool.joint != nil { JointDrag.drawBeforePress(tool, at: pointer, in: view, on: &drawing) }
    }
  }

  /// The effect of a press on a body with a tool that acts on one, in words; nil where it has none.
  private func effect(on body: BodyID, in view: EditorView) -> String? {
    let name = view.name(body)
    return switch tool {
    case .pin where view.kind(body) == .dynamic:
      view.isPinned(body) ? "lets \(name) go" : "pins \(name) to the background"
    case .tracer: view.isTraced(body) ? "takes the trail of \(name) away" : "traces \(name)"
    case .path where view.kind(body) != .static: "draws the path of \(name)"
    default: nil
    }
  }

  /// The greatest number of bodies that are outlined: more would hide the world.
  private static let maxOutlines = 300

  private func drawSelection(in view: EditorView, on drawing: inout EditorDrawing) {
    guard !selection.isEmpty else { return }
    for body in selection.bodies.prefix(Self.maxOutlines) {
      guard let pose = view.pose(body), let known = view.description[body] else { continue }
      for outline in known.outlines {
        drawing.shape(outline, at: pose.position, angle: pose.angle, .selection)
      }
    }
    for joint in selection.joints.prefix(Self.maxOutlines) {
      guard let ends = view.ends(joint) else { continue }
      drawing.line(ends.a, ends.b, .selection)
      for place in [ends.a, ends.b] {
        drawing.mark(.fastening, at: place, .selection)
      }
    }
    guard showsHandles(in: view), let frame = SelectionFrame(selection, in: view) else { return }
    frame.draw(in: view, on: &drawing)
  }

  /// Draws the thrusters of what is selected; all of them if one is to be added or erased.
  private func drawThrusters(in view: EditorView, on drawing: inout EditorDrawing) {
    let showsAll = tool == .thruster || tool == .eraser
    guard showsAll || !selection.bodies.isEmpty else { return }
    for thruster in view.thrusters where showsAll || selection.contains(.body(thruster.body)) {
      drawing.add(thruster, ink: .selection, in: view)
    }
  }

  /// All of them where they can be chosen; a field and a fluid with what they cover.
  private func drawPlaced(in view: EditorView, on drawing: inout EditorDrawing) {
    let showsAll = tool == .emitter || tool == .eraser || view.isPaused
    guard showsAll || !selection.placed.isEmpty else { return }
    for thing in view.description.placed {
      let isSelected = selection.contains(.placed(thing))
      guard showsAll || isSelected, let place = view.place(of: thing) else { continue }
      let ink = isSelected ? EditorDrawing.Ink.selection : .guide
      drawing.mark(thing.kind == .emitter ? .emitter : .nail, at: place, ink)
      guard thing.kind != .emitter else { continue }
      drawing.frame(view.region(of: thing), ink, isDashed: !isSelected)
      guard let arrow = view.arrow(of: thing) else { continue }
      drawing.arrow(from: arrow.foot, to: arrow.foot + arrow.way, ink: ink, in: view)
      if view.isPaused, isSelected, selection.count == 1 { drawing.mark(.turn, at: view.tip(of: arrow), ink) }
    }
  }

  private func showsHandles(in view: EditorView) -> Bool { view.isPaused && drag == nil && tool == .select }

  private func cursor(in view: EditorView) -> EditorDrawing.Cursor {
    switch tool {
    case .select:
      guard let pointer else { return .arrow }
      if view.part(at: pointer.point) != nil { return .move }
      if ArrowDrag(selection, at: pointer, in: view) != nil { return .move }
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
