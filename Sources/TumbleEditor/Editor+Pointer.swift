import TumbleFrames
import TumbleGeometry
import TumbleInput

// Presses, moves and releases of the pointer, by the tool that is chosen.
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
    _ = takeNews()
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

  /// Pins the uppermost body to the background, or takes out all pins that it has.
  package mutating func togglePin(at point: Vector, in view: EditorView) -> [EditorRequest] {
    guard let body = view.bodies(at: point, within: view.reach / 2).first else {
      return refuse("there is no body here: click the one to fix")
    }
    let name = view.name(body)
    if view.isPinned(body) {
      report("\(name) is no longer pinned")
      return [.begin("unpin \(name)"), .edit(.unpin(name)), .end]
    }
    guard view.kind(body) == .dynamic else {
      return refuse("\(name) is \(view.kind(body).rawValue): it needs no pin")
    }
    let pin = view.freeName("pin")
    report("\(pin) joins \(name) and the background")
    return [.begin("pin \(name)"), .edit(.pin(name, at: point, name: pin)), .end]
  }

  /// Where the pointer went when it left the stage.
  package mutating func leave() { pointer = nil }
}

extension Editor.Response {
  fileprivate static let ignored = Editor.Response(requests: [], isTaken: false)
}
