import TumbleFrames
import TumbleGeometry

/// What a person does with the pointer and the keys to what is in the world: events go in, requests and a drawing come out.
///
/// It keeps a selection by ids and asks for what is to be done; the world does it, or refuses with a message.
package struct Editor {
  package private(set) var tool = Tool.select
  package var selection = Selection()
  package var grid = EditorGrid()
  /// Why the last thing that was tried could not be done; nil if it could.
  package private(set) var notice: String?
  /// What was made last.
  var sizes = Sizes()
  /// Sets of bodies that are selected together.
  private var groups: [[BodyID]] = []
  /// What is to be selected as soon as the world has it, by name.
  private var awaited: [String] = []
  private var drag: (any PointerDrag)? {
    didSet { if drag == nil { typed = "" } }
  }
  /// What was typed while something is pulled.
  package private(set) var typed = ""
  /// Where a body was pressed that the mouse joint may pull: released there, it was a click.
  private var pressed: Vector?
  /// Where the pointer is; nil while it is elsewhere.
  private var pointer: Pointer?
  /// How often `paste` and `duplicate` moved their copies aside since the last `copy`.
  private var pastes = 0

  /// How large a click makes things.
  struct Sizes: Hashable, Sendable {
    var box: Size?
    var radius: Double?
  }

  /// What comes of an event.
  package struct Response {
    package var requests: [EditorRequest]
    /// False if the event is not handled here, and may start a drag by the mouse joint.
    package var isTaken: Bool
  }

  package init() {}
}

// MARK: - Tools and selection

extension Editor {
  /// Takes up another tool; a drag that is going on is given up.
  package mutating func choose(_ tool: Tool) -> [EditorRequest] {
    let requests = cancel()
    self.tool = tool
    notice = nil
    return requests
  }

  /// Whether the pointer is pulling something.
  package var isDragging: Bool { drag != nil }

  /// Gives up what the pointer is pulling.
  package mutating func cancel() -> [EditorRequest] {
    defer { drag = nil }
    return drag?.cancel() ?? []
  }

  /// Gives up a drag, a selection or a tool, in this order.
  ///
  /// - Returns: nil where there is nothing to give up.
  package mutating func dismiss() -> [EditorRequest]? {
    if drag != nil { return cancel() }
    if !selection.isEmpty {
      selection = Selection()
      return []
    }
    guard tool != .select else { return nil }
    return choose(.select)
  }

  /// Forgets everything about a world: another takes its place.
  package mutating func restart() {
    (selection, groups, awaited, drag, notice) = (Selection(), [], [], nil, nil)
  }

  /// Takes note of what the world has: what is gone is not selected any more, what was made is.
  package mutating func update(_ view: EditorView) {
    if !selection.isEmpty { selection = selection.kept(in: view) }
    guard !awaited.isEmpty else { return }
    let names = Set(awaited)
    let bodies = view.snapshot.bodies.map(\.id).filter { names.contains(view.name($0)) }
    let joints = view.snapshot.joints.map(\.id).filter { names.contains(view.name($0)) }
    let made = Selection(
      bodies: bodies, joints: joints,
      emitters: view.emitters.filter { names.contains(view.name(ofEmitter: $0)) })
    guard !made.isEmpty else { return }
    selection = made
    awaited = []
  }

  /// What is to be selected as soon as the world has it.
  package mutating func expect(_ names: [String]) { awaited = names }

  /// Tells a person why something could not be done.
  package mutating func tell(_ notice: String?) { self.notice = notice }

  /// The selection with everything that is in a group with something of it.
  func grouped(_ selection: Selection) -> Selection {
    groups.reduce(selection) { all, group in
      group.contains { selection.contains(.body($0)) } ? all.union(Selection(bodies: group)) : all
    }
  }

  func snapping(_ pointer: Pointer, in view: EditorView) -> Snapping {
    guard grid.isOn, !pointer.isFree else { return Snapping(step: nil) }
    return Snapping(step: grid.step ?? EditorGrid.step(pointsPerUnit: view.pointsPerUnit))
  }

  /// Says why something cannot be done.
  mutating func refuse(_ text: String) -> [EditorRequest] {
    notice = text
    return []
  }

  /// Makes bodies, as a gesture.
  mutating func make(_ bodies: [NewBody], in view: EditorView) -> [EditorRequest] {
    make("add \(bodies.first?.name ?? "")", bodies.map(\.edit), selecting: bodies.map(\.name))
  }

  mutating func make(_ gesture: String, _ edits: [Edit], selecting names: [String]) -> [EditorRequest] {
    awaited = names
    return [.begin(gesture)] + edits.map { .edit($0) } + [.end]
  }

  /// Sets what is selected together from now on, and whether it is at all.
  mutating func setGroup(_ bodies: [BodyID], isGroup: Bool) {
    groups = groups.map { group in group.filter { !bodies.contains($0) } }.filter { $0.count > 1 }
    if isGroup, bodies.count > 1 { groups.append(bodies) }
  }

  /// How far aside the next copy goes: a grid's step farther than the last.
  mutating func nextPasteOffset(in view: EditorView) -> Vector {
    pastes += 1
    let step = grid.step ?? EditorGrid.step(pointsPerUnit: view.pointsPerUnit)
    return Vector(step, -step) * Double(pastes)
  }

  mutating func forgetPastes() { pastes = 0 }
}

// MARK: - Numbers typed while something is pulled

extension Editor {
  /// What can be typed now; nil for nothing.
  package var measure: TypedMeasure? { drag?.measure }

  /// Adds to what is typed; nothing where that can be no number.
  package mutating func type(_ text: String) {
    guard measure != nil, typed.count + text.count <= 40 else { return }
    typed += text
    notice = nil
  }

  /// Takes back what was typed last; false where nothing was.
  package mutating func eraseTyped(all: Bool) -> Bool {
    guard !typed.isEmpty else { return false }
    if all { typed = "" } else { typed.removeLast() }
    return true
  }

  /// What is pulled becomes as large as was typed, and the pull ends.
  ///
  /// - Parameter values: In radians or points.
  package mutating func enter(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    guard var drag, let pointer else { return [] }
    self.drag = nil
    return drag.set(values, in: view) + drag.end(at: pointer, in: view, &self)
  }
}

// MARK: - The pointer

extension Editor {
  package mutating func take(_ event: PointerEvent, in view: EditorView) -> Response {
    update(view)
    guard event.point.isFinite else { return Response(requests: [], isTaken: drag != nil) }
    // What lies beyond the world is as far out as the world goes: nothing can be there.
    let end = Vector.largestCoordinate
    let point = Vector(min(max(event.point.x, -end), end), min(max(event.point.y, -end), end))
    let pointer = Pointer(point, event.modifiers)
    self.pointer = pointer
    switch event.kind {
    case .press(.left, _): return press(pointer, in: view)
    // Another button in the middle of a drag gives it up.
    case .press: return drag == nil ? .ignored : Response(requests: cancel(), isTaken: true)
    case .move:
      guard var drag else { return .ignored }
      // Taken out meanwhile, so that it is not copied.
      let typed = typed
      self.drag = nil
      let requests = drag.move(to: pointer, in: view, &self)
      self.drag = drag
      self.typed = typed
      return Response(requests: requests, isTaken: true)
    case .release(.left):
      guard var drag else {
        endClick(pointer, in: view)
        return .ignored
      }
      self.drag = nil
      let moved = drag.move(to: pointer, in: view, &self)
      return Response(requests: moved + drag.end(at: pointer, in: view, &self), isTaken: true)
    case .release: return .ignored
    }
  }

  private mutating func press(_ pointer: Pointer, in view: EditorView) -> Response {
    var requests = cancel()
    (notice, pressed) = (nil, nil)
    let snapping = snapping(pointer, in: view)
    switch tool {
    case .select: return Response(requests: requests, isTaken: select(pointer, in: view))
    case .box: drag = BoxDrag(at: pointer, snapping, sizes, in: view)
    case .circle: drag = CircleDrag(at: pointer, snapping, sizes, in: view)
    case .polygon: drag = FreehandDrag(at: pointer)
    case .wall: drag = WallDrag(at: pointer, snapping)
    case .rope: drag = RopeDrag(at: pointer)
    case .pinJoint, .slideJoint, .pivot, .weld, .groove, .spring, .motor, .gear, .rotarySpring, .rotaryLimit,
      .ratchet:
      drag = JointDrag(tool, at: pointer)
    case .eraser:
      var eraser = EraseDrag(at: pointer)
      requests += eraser.press(in: view)
      drag = eraser
    case .thruster: drag = ThrusterDrag(at: pointer)
    case .emitter: drag = EmitterDrag(at: pointer, snapping)
    case .pin: requests += togglePin(at: pointer.point, in: view)
    }
    return Response(requests: requests, isTaken: true)
  }

  /// Selects what is pressed and, while paused, begins to drag it; false if the mouse joint should pull it.
  private mutating func select(_ pointer: Pointer, in view: EditorView) -> Bool {
    if view.isPaused, let frame = SelectionFrame(selection, in: view),
      let handle = frame.handle(at: pointer.point, in: view)
    {
      switch handle {
      case .turn: drag = TurnDrag(selection, frame, at: pointer, in: view)
      case .scale(let x, let y): drag = ScaleDrag(selection, frame, x: x, y: y, at: pointer, in: view)
      }
      return true
    }
    let targets = view.targets(at: pointer.point)
    guard let first = targets.first else {
      drag = BandDrag(from: pointer, base: pointer.isConstrained ? selection : Selection())
      return true
    }
    if pointer.isConstrained {
      let target = targets.first(where: selection.contains) ?? first
      let meant = grouped(Selection(target))
      selection = selection.contains(target) ? selection.subtracting(meant) : selection.union(meant)
      return true
    }
    guard view.isPaused else {
      // While time runs the mouse joint pulls a body, and a click selects.
      pressed = pointer.point
      return view.bodies(at: pointer.point, within: view.reach / 2).isEmpty
    }
    drag = MoveDrag(targets, at: pointer, in: view, self)
    return true
  }

  /// Selects what a click means: the uppermost thing; what is selected already leads to what lies below it.
  mutating func click(at point: Vector, in view: EditorView) {
    let targets = view.targets(at: point).map { grouped(Selection($0)) }
    guard let first = targets.first else { return }
    // After the lowest comes the uppermost again.
    selection = targets.firstIndex(of: selection).map { targets[($0 + 1) % targets.count] } ?? first
  }

  /// The button is released after the mouse joint had it: without a pull it was a click.
  private mutating func endClick(_ pointer: Pointer, in view: EditorView) {
    defer { pressed = nil }
    guard let pressed, pressed.distance(to: pointer.point) <= view.units(3) else { return }
    click(at: pressed, in: view)
  }

  /// Nails the uppermost body to the background, or takes out all nails that it has.
  package mutating func togglePin(at point: Vector, in view: EditorView) -> [EditorRequest] {
    guard let body = view.bodies(at: point, within: view.reach / 2).first else {
      return refuse("there is no body here: click the one to fix")
    }
    let name = view.name(body)
    if view.isPinned(body) {
      return [.begin("unpin \(name)"), .edit(.unpin(name)), .end]
    }
    guard view.kind(body) == .dynamic else {
      return refuse("\(name) is \(view.kind(body).rawValue): it needs no pin")
    }
    return [
      .begin("pin \(name)"), .edit(.pin(name, at: point, name: view.freeName("pin"))), .end,
    ]
  }

  /// Where the pointer went when it left the stage.
  package mutating func leave() { pointer = nil }
}

extension Editor.Response {
  fileprivate static let ignored = Editor.Response(requests: [], isTaken: false)
}

// MARK: - What is seen

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
    default: break
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
