import TumbleFrames
import TumbleGeometry
import TumbleInput

/// The editor: what a person does with the pointer and the keys to what is in the world. Events go in,
/// requests and a drawing come out.
///
/// It keeps a selection by ids and asks for what is to be done; the world does it, or refuses with a message.
package struct Editor {
  package private(set) var tool = Tool.select
  package var selection = Selection()
  package var grid = EditorGrid()
  /// The reason why the last thing that was tried could not be done; nil if it could.
  package internal(set) var notice: String?
  /// The text about what was just joined, for a person.
  private var news: String?
  /// The sizes of what was made last.
  var sizes = Sizes()
  private var groups = BodyGroups()
  /// The names of what is to be selected as soon as the world has it.
  private var awaited: [String] = []
  var drag: (any PointerDrag)? { didSet { if drag == nil { typed = "" } } }
  /// The text that was typed while something is pulled.
  package internal(set) var typed = ""
  /// The point at which a body was pressed that the mouse joint may pull: released there, it was a click.
  var pressed: Vector?
  /// The pointer; nil while it is elsewhere.
  var pointer: Pointer?
  /// The number of times that `paste` and `duplicate` moved their copies aside since the last `copy`.
  private var pastes = 0

  /// The sizes of what a click makes.
  struct Sizes: Hashable, Sendable {
    var box: Size?
    var radius: Double?
    /// The module of gear wheels.
    var module: Double?
  }

  /// The result of an event.
  package struct Response {
    package var requests: [EditorRequest]
    /// Is false if the event is not handled here, and may start a drag by the mouse joint.
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

  /// Is true while the pointer pulls something.
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
    selection = Selection()
    groups = BodyGroups()
    awaited = []
    drag = nil
    notice = nil
  }

  /// Keeps what is selected and grouped by its names: another world takes the place of one of the same scene,
  /// of which the file may have more bodies by now, or fewer.
  package mutating func follow(_ old: WorldDescription, to new: WorldDescription) {
    selection = selection.following(old, to: new)
    groups.follow(old, to: new)
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
      placed: view.placed.filter { names.contains(view.description.name(of: $0)) })
    guard !made.isEmpty else { return }
    selection = made
    awaited = []
  }

  /// Returns the requests of a drag of the selection whose pointer stands still while time runs.
  package mutating func holdStill(in view: EditorView) -> [EditorRequest] {
    guard !view.isPaused, let pointer, var held = drag, held.isRepeated else { return [] }
    defer { drag = held }
    return held.move(to: pointer, in: view, &self)
  }

  /// Selects objects of some names as soon as the world has them.
  package mutating func expect(_ names: [String]) { awaited = names }
  /// Tells a person why something could not be done.
  package mutating func tell(_ notice: String?) { self.notice = notice }

  /// Tells a person what is joined by what was just asked for.
  mutating func report(_ news: String) { self.news = news }

  /// Returns the text about what has been joined since the last call; nil for nothing.
  package mutating func takeNews() -> String? {
    defer { news = nil }
    return news
  }

  /// The selection with everything that is in a group with something of it.
  func grouped(_ selection: Selection) -> Selection { groups.completed(selection) }

  /// Returns the snapping of what is selected and dragged: none while time runs, when a hand performs.
  func snappingSelected(_ pointer: Pointer, in view: EditorView) -> Snapping {
    view.isPaused ? snapping(pointer, in: view) : Snapping(step: nil)
  }

  func snapping(_ pointer: Pointer, in view: EditorView) -> Snapping {
    guard grid.isOn, !pointer.isFree else { return Snapping(step: nil) }
    return Snapping(step: grid.step(in: view))
  }

  /// Says why something cannot be done.
  mutating func refuse(_ text: String) -> [EditorRequest] {
    notice = text
    return []
  }

  mutating func make(_ bodies: [NewBody], in view: EditorView) -> [EditorRequest] {
    make("add \(bodies.first?.name ?? "")", bodies.map(\.edit), selecting: bodies.map(\.name))
  }

  mutating func make(_ gesture: String, _ edits: [Edit], selecting names: [String]) -> [EditorRequest] {
    awaited = names
    return [.begin(gesture)] + edits.map { .edit($0) } + [.end]
  }

  /// Sets what is selected together from now on, and whether it is at all.
  mutating func setGroup(_ bodies: [BodyID], isGroup: Bool) { groups.set(bodies, isGroup: isGroup) }

  /// Returns true if one of some bodies is in a group.
  func isGrouped(_ bodies: [BodyID]) -> Bool { groups.holds(bodies) }

  /// Returns the offset of the next copy: a grid's step farther than the last.
  mutating func nextPasteOffset(in view: EditorView) -> Vector {
    pastes += 1
    let step = grid.step(in: view)
    return Vector(step, -step) * Double(pastes)
  }

  mutating func forgetPastes() { pastes = 0 }
}

// Presses, moves and releases of the pointer, by the tool that is chosen.
extension Editor {
  package mutating func take(_ event: PointerEvent, in view: EditorView) -> Response {
    update(view)
    guard event.point.isFinite else { return Response(requests: [], isTaken: drag != nil) }
    // What lies beyond the world is as far out as the world goes: nothing can be there.
    let end = Vector.largestCoordinate
    let world = Rect(min: Vector(-end, -end), max: Vector(end, end))
    let pointer = Pointer(world.nearest(to: event.point), event.modifiers)
    self.pointer = pointer
    switch event.kind {
    case .press(.left, let clicks): return press(pointer, clicks: clicks, in: view)
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

  private mutating func press(_ pointer: Pointer, clicks: Int, in view: EditorView) -> Response {
    var requests = cancel()
    (notice, pressed) = (nil, nil)
    _ = takeNews()
    let snapping = snapping(pointer, in: view)
    switch tool {
    case .select:
      if let pressed = pressWay(pointer, clicks: clicks, in: view) { requests += pressed; break }
      return Response(requests: requests, isTaken: select(pointer, in: view))
    case .box: drag = BoxDrag(at: pointer, snapping, sizes, in: view)
    case .circle: drag = CircleDrag(at: pointer, snapping, sizes, in: view)
    case .polygon, .brush: drag = FreehandDrag(at: pointer, isBrush: tool == .brush)
    case .wall: drag = WallDrag(at: pointer, snapping)
    case .rope, .chain: drag = RopeDrag(tool, at: pointer)
    case .cloth, .blob, .text, .note, .picture, .cog, .plane, .water, .wind, .magnet, .vortex, .knife:
      drag = MadeDrag(tool, at: pointer, snapping, sizes, in: view)
    case .pinJoint, .slideJoint, .pivot, .weld, .groove, .spring, .motor, .gear, .rotarySpring, .rotaryLimit,
      .ratchet:
      drag = JointDrag(tool, at: pointer)
    case .eraser:
      var eraser = EraseDrag(at: pointer)
      requests += eraser.press(in: view)
      drag = eraser
    case .wheel: drag = WheelDrag(at: pointer, snapping, sizes, in: view)
    case .thruster: drag = ThrusterDrag(at: pointer)
    case .emitter: drag = EmitterDrag(at: pointer, snapping)
    case .pin: requests += togglePin(at: pointer.point, in: view)
    case .tracer: requests += toggleTrail(at: pointer.point, in: view)
    case .path: requests += pressPath(pointer, in: view)
    }
    return Response(requests: requests, isTaken: true)
  }

  /// Selects what is pressed and, while paused, begins to drag it; false if the mouse joint should pull it.
  private mutating func select(_ pointer: Pointer, in view: EditorView) -> Bool {
    if !pointer.isConstrained, let pull = ArrowDrag(selection, at: pointer, in: view) {
      drag = pull
      return true
    }
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

  /// Ends a press that the mouse joint had: without a pull it was a click.
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

  /// Lets the uppermost body leave all of its way as a line, or takes the trail away that it has.
  package mutating func toggleTrail(at point: Vector, in view: EditorView) -> [EditorRequest] {
    guard let body = view.bodies(at: point, within: view.reach / 2).first else {
      return refuse("there is no body here: click the one to trace")
    }
    let name = view.name(body)
    let isTraced = view.isTraced(body)
    report(isTraced ? "\(name) leaves no trail any more" : "\(name) traces its way")
    let trail = isTraced ? nil : "{length: forever, width: 2}"
    return [
      .begin(isTraced ? "untrace \(name)" : "trace \(name)"),
      .edit(.set(.body(name), path: "trail", value: trail)), .end,
    ]
  }

  /// Notes that the pointer has left the stage.
  package mutating func leave() { pointer = nil }
}

extension Editor.Response {
  fileprivate static let ignored = Editor.Response(requests: [], isTaken: false)
}

// What lies under a click with the right button, and what fits it.
extension Editor {
  /// Selects what is meant, unless it is selected already; nothing there leaves the selection as it is.
  package mutating func point(at point: Vector, in view: EditorView) -> Selection.Target? {
    update(view)
    guard let target = view.targets(at: point).first else { return nil }
    if !selection.contains(target) { selection = grouped(Selection(target)) }
    return target
  }

  /// Returns the bounds of what is selected, in the world's points; nil for nothing with a position.
  package func selectionBounds(in view: EditorView) -> Rect? {
    let bodies = selection.bodies.compactMap { view.bounds($0) }
    let points =
      selection.joints.flatMap { view.ends($0).map { [$0.a, $0.b] } ?? [] }
      + selection.placed.compactMap { view.place(of: $0) }
    return Rect(all: bodies + points.map { Rect(min: $0, max: $0) })
  }
}

extension EditorView {
  package func isPinnable(_ body: BodyID) -> Bool { kind(body) == .dynamic || isPinned(body) }

  /// Returns true if a pin holds the body.
  package func hasPin(_ body: BodyID) -> Bool { isPinned(body) }

  package func name(of target: Selection.Target) -> String {
    switch target {
    case .body(let id): name(id)
    case .joint(let id): name(id)
    case .placed(let thing): description.name(of: thing)
    }
  }
}
