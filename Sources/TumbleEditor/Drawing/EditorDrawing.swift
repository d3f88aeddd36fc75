import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleLooks

/// The editor's drawing over the world, in the world's points: lines and marks keep their width on screen.
package struct EditorDrawing: Hashable, Sendable {
  package var lines: [Line] = []
  package var shapes: [Shape] = []
  package var marks: [Mark] = []
  package var labels: [Label] = []
  package var cursor = Cursor.arrow

  package init() {}

  /// The purpose of a mark; the theme has a color for each.
  package enum Ink: Hashable, Sendable {
    case selection
    /// A preview of what will be made.
    case preview
    /// The frame that selects.
    case band
    /// A line that shows alignment with another object.
    case guide
    /// A refusal of what cannot be done, with the reason.
    case refusal
  }

  package struct Line: Hashable, Sendable {
    package var from: Vector
    package var to: Vector
    package var ink: Ink
    package var isDashed = false
  }

  package struct Shape: Hashable, Sendable {
    package var outline: Outline
    /// The origin of the outline's own coordinates: a body's outline is kept, and not copied in each frame.
    package var position = Vector.zero
    /// The angle in radians.
    package var angle = 0.0
    package var ink: Ink
    /// Is true if it has a tint inside.
    package var isFilled = false
  }

  package struct Mark: Hashable, Sendable {
    package var kind: Kind
    package var place: Vector
    /// The angle in radians.
    package var angle = 0.0
    package var ink = Ink.selection

    package enum Kind: Hashable, Sendable {
      /// A small square to pull.
      case scale
      /// A small disc to turn with.
      case turn
      /// A point at which a joint holds a body.
      case fastening
      /// A point at which a joint holds to the background.
      case nail
      /// A place at a step of a motion.
      case step
      /// The origin of particles.
      case emitter
    }
  }

  /// Words beside a point.
  package struct Label: Hashable, Sendable {
    package var text: String
    package var place: Vector
    package var ink: Ink
  }

  package enum Cursor: Hashable, Sendable {
    case arrow
    case crosshair
    case hand
    case move
    case turn
    /// The direction in which it pulls, in whole eighths of a turn from the right, 0 to 3.
    case scale(Int)
  }
}

extension EditorDrawing {
  /// Leaves the memory for the next frame.
  mutating func removeAll() {
    lines.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    labels.removeAll(keepingCapacity: true)
    cursor = .arrow
  }

  package var isEmpty: Bool { lines.isEmpty && shapes.isEmpty && marks.isEmpty && labels.isEmpty }

  mutating func line(_ from: Vector, _ to: Vector, _ ink: Ink = .preview, isDashed: Bool = false) {
    lines.append(Line(from: from, to: to, ink: ink, isDashed: isDashed))
  }

  /// - Parameters:
  ///   - position: The origin of the outline's own coordinates.
  ///   - angle: In radians.
  package mutating func shape(
    _ outline: Outline, at position: Vector = .zero, angle: Double = 0, _ ink: Ink = .preview,
    isFilled: Bool = false
  ) {
    shapes.append(Shape(outline: outline, position: position, angle: angle, ink: ink, isFilled: isFilled))
  }

  package mutating func mark(_ kind: Mark.Kind, at place: Vector, angle: Double = 0, _ ink: Ink) {
    marks.append(Mark(kind: kind, place: place, angle: angle, ink: ink))
  }

  mutating func label(_ text: String, at place: Vector, _ ink: Ink = .preview) {
    labels.append(Label(text: text, place: place, ink: ink))
  }

  /// Adds the outlines of a body that something is made for.
  mutating func outline(_ body: BodyID, in view: EditorView) {
    for outline in view.outlines(body) { shape(outline) }
  }

  /// Adds the outline of a rectangle by its corners, which may be turned.
  mutating func frame(_ corners: [Vector], _ ink: Ink, isDashed: Bool = false) {
    for i in corners.indices { line(corners[i], corners[(i + 1) % corners.count], ink, isDashed: isDashed) }
  }
}

/// Numbers for labels: tenths, and no more digits than they need.
enum LabelNumber {
  static func text(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "…" }
    let tenths = Int((abs(value) * 10).rounded())
    let sign = value < 0 && tenths > 0 ? "−" : ""
    return sign + "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
  }

  /// Returns an angle in degrees, as text.
  static func angle(_ radians: Double) -> String { text(radians * 180 / .pi) + "°" }

  static func point(_ point: Vector) -> String { text(point.x) + ", " + text(point.y) }

  static func size(_ size: Vector) -> String { text(size.x) + " × " + text(size.y) }
}

extension EditorDrawing {
  /// Adds it to what is drawn over the stage.
  package func add(to marks: inout Marks, _ inks: EditorInks, pointsPerUnit: Double) {
    let unit = pointsPerUnit
    for shape in shapes where shape.isFilled {
      marks.surface(
        of: shape.outline, position: shape.position, angle: shape.angle,
        inks[shape.ink].withAlpha(shape.ink == .band ? 0.1 : 0.22))
    }
    for shape in shapes {
      marks.outline(
        shape.outline, position: shape.position, angle: shape.angle,
        width: shape.ink == .selection ? 2 : 1.5, inks[shape.ink])
    }
    for line in lines {
      guard line.isDashed else {
        marks.line(line.from, line.to, width: 1.5, inks[line.ink])
        continue
      }
      line.forEachDash(of: 5 * unit) { marks.line($0, $1, width: 1.5, inks[line.ink]) }
    }
    for mark in self.marks { mark.add(to: &marks, inks, unit: unit) }
    for label in labels {
      marks.add(.label(label.text, at: label.place, offset: Vector(14, -14), Self.labelColor(label.ink)))
    }
  }

  /// Returns the color of words on their dark plate.
  private static func labelColor(_ ink: Ink) -> Color {
    (ink == .refusal ? Color(hex: "#ffc857") : Color(hex: "#e8e6e1")) ?? .white
  }
}

extension EditorDrawing.Line {
  /// Calls with the ends of each dash; a line that is too long for that is drawn in one.
  fileprivate func forEachDash(of length: Double, _ dash: (Vector, Vector) -> Void) {
    let way = to - from
    let count = way.length / length
    guard count.isFinite, count < 400 else { return dash(from, to) }
    var start = 0.0
    while start < count {
      dash(from + way * (start / count), from + way * (min(start + 1, count) / count))
      start += 1.8
    }
  }
}

extension EditorDrawing.Mark {
  fileprivate func add(to marks: inout Marks, _ inks: EditorInks, unit: Double) {
    switch kind {
    case .scale:
      square(4.5 * unit, inks[ink], on: &marks)
      square(3 * unit, inks.handle, on: &marks)
    case .turn:
      marks.dot(place, radius: 5.5, inks[ink])
      marks.dot(place, radius: 4, inks.handle)
    case .fastening:
      marks.dot(place, radius: 4, inks[ink])
    case .step:
      marks.dot(place, radius: 2.2, inks[ink])
    case .nail:
      marks.dot(place, radius: 2, inks[ink])
      marks.add(.ring(place, radius: 6, width: 1.5, inks[ink]))
    case .emitter:
      // A spark on a plate, so that it is seen over its particles.
      marks.dot(place, radius: 8, inks.handle)
      marks.add(.ring(place, radius: 8, width: 1.5, inks[ink]))
      for number in 0..<6 {
        let ray = Vector(angle: Double(number) * .pi / 3 + .pi / 6) * unit
        marks.line(place + ray * 2, place + ray * 5.5, width: 1.5, inks[ink])
      }
    }
  }

  /// Adds a square by half its side, turned with the handle.
  private func square(_ half: Double, _ color: Color, on marks: inout Marks) {
    let corners = [Vector(-half, -half), Vector(half, -half), Vector(half, half), Vector(-half, half)]
      .map { place + $0.rotated(by: angle) }
    marks.add(.triangle(corners[0], corners[1], corners[2], color))
    marks.add(.triangle(corners[0], corners[2], corners[3], color))
  }
}

extension EditorDrawing.Cursor {
  /// The nearest of the shapes that desktops have.
  package var shape: Cursor {
    switch self {
    case .arrow: .arrow
    case .crosshair: .cross
    case .hand, .turn: .hand
    case .move: .move
    case .scale(let eighths): eighths == 0 ? .leftRight : eighths == 2 ? .upDown : .move
    }
  }
}

/// The colors of what the editor shows: strong enough to be seen on light paper, or on a dark background.
package struct EditorInks: Hashable, Sendable {
  package var selection: Color
  package var preview: Color
  package var band: Color
  package var guide: Color
  package var refusal: Color
  /// The color inside handles.
  package var handle: Color

  private static let onLight = EditorInks(isLight: true)
  private static let onDark = EditorInks(isLight: false)

  /// Read once and kept, for they are asked for in every frame.
  ///
  /// - Parameter background: What the world is drawn on.
  package static func on(_ background: Color) -> EditorInks {
    background.red + background.green + background.blue > 1.5 ? onLight : onDark
  }

  private init(isLight: Bool) {
    func color(_ light: String, _ dark: String) -> Color { Color(hex: isLight ? light : dark) ?? .black }
    selection = color("#1f6feb", "#7cb7ff")
    preview = color("#0f766e", "#5eead4")
    band = color("#1f6feb", "#7cb7ff")
    guide = color("#c026d3", "#f0a6ff")
    refusal = color("#c2410c", "#ffb07c")
    handle = color("#ffffff", "#1b2330")
  }

  subscript(ink: EditorDrawing.Ink) -> Color {
    switch ink {
    case .selection: selection
    case .preview: preview
    case .band: band
    case .guide: guide
    case .refusal: refusal
    }
  }
}

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
    case .wall:
      drawing.mark(.fastening, at: snapping.point(pointer.point), .preview)
    case .wheel where notice == nil:
      WheelDrag(at: pointer, snapping, sizes, in: view).drawBeforePress(in: view, on: &drawing)
    // A label would lie over why the last one could not be made.
    case _ where notice != nil: break
    case .rope, .chain: RopeDrag(tool, at: pointer).draw(in: view, on: &drawing)
    case .pin:
      let end = JointEnd(at: pointer.point, in: view)
      guard let body = end.body, view.kind(body) == .dynamic else { return }
      end.draw(in: view, on: &drawing)
      let name = view.name(body)
      let text = view.isPinned(body) ? "lets \(name) go" : "pins \(name) to the background"
      drawing.label(text, at: pointer.point)
    default:
      if tool.joint != nil { JointDrag.drawBeforePress(tool, at: pointer, in: view, on: &drawing) }
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
    let showsAll = tool == .emitter || tool == .eraser || (view.isPaused && tool == .select)
    guard showsAll || !selection.placed.isEmpty else { return }
    for thing in view.description.placed {
      let isSelected = selection.contains(.placed(thing))
      guard showsAll || isSelected, let place = view.place(of: thing) else { continue }
      let ink = isSelected ? EditorDrawing.Ink.selection : .guide
      drawing.mark(thing.kind == .emitter ? .emitter : .nail, at: place, ink)
      guard thing.kind != .emitter else { continue }
      drawing.frame(view.region(of: thing), ink, isDashed: !isSelected)
      if let way = view.flow(of: thing) { drawing.arrow(from: place, to: place + way, ink: ink, in: view) }
      if view.isPaused, isSelected, selection.count == 1, let tip = view.flowTip(of: thing) {
        drawing.mark(.turn, at: tip, ink)
      }
    }
  }

  private func showsHandles(in view: EditorView) -> Bool { view.isPaused && drag == nil && tool == .select }

  private func cursor(in view: EditorView) -> EditorDrawing.Cursor {
    switch tool {
    case .select:
      guard let pointer else { return .arrow }
      if view.part(at: pointer.point) != nil { return .move }
      if FlowDrag(selection, at: pointer, in: view) != nil { return .move }
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
