import TumbleEditor
import TumbleInput
import TumbleLooks
import TumbleRendering
import TumbleSimulation
import TumbleWindow

/// The editor at work on a session: what it asks for is done to the world, and what the world refuses is
/// reported.
final class SceneEditing {
  private(set) var editor = Editor()
  var inspector = Inspector()
  /// The materials of the scene's file, which the inspector offers besides the usual ones.
  var materials: [SurfacePreset] = []
  /// The colors of a body that has none of its own, and of all else.
  var drawnColors: (BodyID) -> DrawnColors? = { _ in nil }
  var theme: Theme?
  private var clipping = SceneClipping()
  /// The objects that were selected when they were last asked for, and room for the next list.
  private var latestObjects: [SceneObject] = []
  private var spareObjects: [SceneObject] = []
  /// Is true if there is something to paste.
  var hasCopied: Bool { !clipping.isEmpty }
  /// The part of the world that can be seen and pointed at.
  var room: Rect?
  /// Is true if what was asked for in the gesture that is open failed, so that the rest of it is left out.
  private var hasFailed = false
  /// Is true if what is dragged and set becomes a key, also in the past.
  var hasAutoKey = false
  /// The ways of animated bodies that are to be shown, and what edits them.
  var ways: () -> [EditorWay] = { [] }
  var wayEditor: (WayEdit) -> Void = { _ in }
  /// The bodies as animations alone will have them, to be shown.
  var ghosts: () -> [BodyGhost] = { [] }
  /// The names of the bodies that are marked as led by animations.
  var movedBodies: () -> Set<String> = { [] }
  /// Makes a key of what an edit sets; false for what cannot be animated.
  var keyMaker: (Edit) -> Bool = { _ in false }
  /// The step at which a drag that stands still was last asked for its place.
  private var heldStep = 0
  /// Takes note that a drag is over, and whether what it did stays: keys that were made of it.
  var dragIsOver: (Bool) -> Void = { _ in }
  /// Takes note of a press on the stage, a menu there, or a command for what is on it.
  var stageIsMeant: () -> Void = {}
  /// The names of the animations that lead a body; nil where none does.
  var mover: (String) -> String? = { _ in nil }
  /// Offers to make keys of what animations lead away from where a gesture has put it.
  var keyOffer: ([Edit]) -> Void = { _ in }
  /// The latest edits of the open gesture of what animations lead, by the bodies and paths that they set.
  private var ledEdits: [String: Edit] = [:]
  /// The selection that the inspector shows, to see when something else is selected.
  var inspected = Selection()
}

// MARK: - The pointer and the keys

extension SceneEditing {
  /// - Parameter pointsPerUnit: Points of the world for each of the desktop's.
  func view(of session: Session, pointsPerUnit: Double) -> EditorView {
    let world = session.world
    return EditorView(
      frame: session.frame, description: world.description,
      isPaused: session.isPaused || session.viewStep != nil, pointsPerUnit: pointsPerUnit, room: room,
      mass: { world.facts(of: $0)?.mass }, inputs: { world.presentInputs.map { SceneInput($0) } },
      thrusters: { world.presentInputs.flatMap { Thruster.all(of: $0, in: world) } }, ways: ways(),
      isThere: { world.has($0) })
  }

  /// Takes an event; false if it is not handled here.
  func take(_ event: PointerEvent, _ session: Session, pointsPerUnit: Double) -> Bool {
    let view = view(of: session, pointsPerUnit: pointsPerUnit)
    // The past can be looked at, and not changed, but for keys.
    guard session.viewStep == nil || hasAutoKey || editor.isOfWay(event, in: view) else { return false }
    let response = editor.take(event, in: view)
    if case .press = event.kind { stageIsMeant() }
    carryOut(response.requests, session, pointsPerUnit: pointsPerUnit)
    return response.isTaken
  }

  /// Returns what was joined, for a person; nil if nothing was, or the world refused it.
  func takeNews() -> String? {
    let news = editor.takeNews()
    return hasFailed ? nil : news
  }

  /// Takes what is typed while something is pulled; false where that is no number to type.
  func type(_ key: TypedKey, _ session: Session, pointsPerUnit: Double) -> Bool {
    guard session.viewStep == nil, let measure = editor.measure else { return false }
    let isBegun = measure == .text || !editor.typed.isEmpty
    switch key {
    case .text(" ") where !isBegun: break
    case .text(let text): editor.type(text)
    case .space: return isBegun
    // Where a text is typed the key is of the text, also once nothing is left of it.
    case .delete: return editor.eraseTyped(all: false) || measure == .text
    case .escape: return editor.eraseTyped(all: true)
    case .press: break
    case .enter:
      guard !editor.typed.isEmpty else { return measure == .text }
      if measure == .text {
        enterText(nil, session, pointsPerUnit: pointsPerUnit)
        return true
      }
      let number: TypedNumber = measure == .angle ? .angle : .length
      let values = number.values(
        of: editor.typed, most: [.lengths, .teeth].contains(measure) ? 2 : 1,
        pointsPerMeter: session.world.scene.world.pointsPerMeter)
      guard let values, measure.takes(values) else {
        editor.tell("'\(editor.typed)' is not \(measure.example)")
        _ = editor.eraseTyped(all: true)
        return true
      }
      carryOut(
        editor.enter(values, in: view(of: session, pointsPerUnit: pointsPerUnit)), session,
        pointsPerUnit: pointsPerUnit)
    }
    return true
  }

  /// Makes what is placed of a text or a picture: after a refusal it waits for another.
  ///
  /// - Parameter chosen: The picture's name, where it was chosen and not typed.
  func enterText(_ chosen: String?, _ session: Session, pointsPerUnit: Double) {
    let placed = editor
    let requests = editor.enterText(chosen, in: view(of: session, pointsPerUnit: pointsPerUnit))
    carryOut(requests, session, pointsPerUnit: pointsPerUnit)
    guard hasFailed, !requests.isEmpty else { return }
    let notice = editor.notice
    editor = placed
    editor.tell(notice)
  }

  func perform(_ command: EditorCommand, _ session: Session, pointsPerUnit: Double) {
    guard session.viewStep == nil else { return }
    let requests = editor.perform(command, in: view(of: session, pointsPerUnit: pointsPerUnit))
    carryOut(requests, session, pointsPerUnit: pointsPerUnit)
  }

  /// Selects the body whose way is under a click with the right button, and the point of that.
  ///
  /// - Returns: The body that goes along the way, and the point; nil where there is no way.
  func way(at place: Vector, _ session: Session, pointsPerUnit: Double) -> (
    body: String, point: WayEdit.Part?
  )? {
    let found = editor.wayOfMenu(at: place, in: view(of: session, pointsPerUnit: pointsPerUnit))
    guard let (body, point) = found else { return nil }
    if let id = session.world.description.body(body) { editor.selection = Selection(bodies: [id]) }
    if let point { wayEditor(.select(point, isAdding: false)) }
    return found
  }

  /// Selects what is under a click with the right button.
  ///
  /// - Returns: What that is, and how it is seen; nil for the background.
  func point(at point: Vector, _ session: Session, pointsPerUnit: Double) -> (
    target: Selection.Target, view: EditorView
  )? {
    let view = view(of: session, pointsPerUnit: pointsPerUnit)
    return editor.point(at: point, in: view).map { ($0, view) }
  }

  /// Pins the body at a point, lets it trace its way, or takes that back, as a click with the tool does.
  func toggle(_ tool: Tool, at point: Vector, _ session: Session, pointsPerUnit: Double) {
    guard session.viewStep == nil else { return }
    let view = view(of: session, pointsPerUnit: pointsPerUnit)
    let requests =
      tool == .pin ? editor.togglePin(at: point, in: view) : editor.toggleTrail(at: point, in: view)
    carryOut(requests, session, pointsPerUnit: pointsPerUnit)
  }

  /// Returns the bounds of what is selected, in the world's points; nil for nothing with a position.
  func selectionBounds(_ session: Session, pointsPerUnit: Double) -> Rect? {
    editor.selectionBounds(in: view(of: session, pointsPerUnit: pointsPerUnit))
  }

  func choose(_ tool: Tool, _ session: Session) { carryOut(editor.choose(tool), session, pointsPerUnit: 1) }

  /// Gives up a drag, a selection or a tool; false where there is nothing to give up.
  func dismiss(_ session: Session) -> Bool {
    guard let requests = editor.dismiss() else { return false }
    carryOut(requests, session, pointsPerUnit: 1)
    return true
  }

  /// Another world takes the place of the one that was edited.
  ///
  /// - Parameter old: The one before as it was described, where both are of the same scene.
  func takeOver(_ old: WorldDescription?, _ new: WorldDescription) {
    guard let old else {
      editor.restart()
      return inspector = Inspector()
    }
    editor.follow(old, to: new)
  }

  /// Notes that something of the world may have come or gone.
  func update(_ session: Session, pointsPerUnit: Double) {
    let view = view(of: session, pointsPerUnit: pointsPerUnit)
    editor.update(view)
    // A key that is not made would let go of what the hand holds; time goes on between one and the next.
    if hasAutoKey, session.rerun == nil, session.world.steps != heldStep {
      heldStep = session.world.steps
      carryOut(editor.holdStill(in: view), session, pointsPerUnit: pointsPerUnit)
    }
  }

  var snapsToGrid: Bool {
    get { editor.grid.isOn }
    set { editor.grid.isOn = newValue }
  }
}

extension TypedMeasure {
  /// The text for a message: what is measured, and examples of what to type.
  fileprivate var example: String {
    switch self {
    case .angle: "an angle: expected 30, 30 deg or 0.5 rad"
    case .lengths: "a size: expected 120 or 120 x 40"
    case .radius: "a radius: expected 25 or 25 pt"
    case .teeth: "a number of teeth and a module: expected 6 to 64, such as 24 or 24 x 5"
    case .text: "a text"
    }
  }
}

// MARK: - What is asked for

extension SceneEditing {
  private func carryOut(_ requests: [EditorRequest], _ session: Session, pointsPerUnit: Double) {
    for request in requests {
      switch request {
      case .begin(let name):
        (hasFailed, ledEdits) = (false, [:])
        // The one before may have been given up.
        dragIsOver(false)
        session.beginGesture(name)
      case .end where hasFailed: session.abandonGesture()
      case .end:
        dragIsOver(true)
        session.endGesture()
        if !ledEdits.isEmpty { keyOffer(ledEdits.sorted { $0.key < $1.key }.map(\.value)) }
      case .abandon: session.abandonGesture()
      case .edit(let edit): give(edit, session)
      case .scale(let scalings): for scaling in scalings { scale(scaling, session) }
      case .copy(let selection): copy(selection, session)
      case .paste(let offset): paste(by: offset, session, pointsPerUnit: pointsPerUnit)
      case .way(let edit): wayEditor(edit)
      case .outline(let order): add(order, session)
      }
    }
  }

  private func add(_ order: OutlineOrder, _ session: Session) {
    do throws(EditRefusal) {
      let bodies = try order.bodies(in: session.world.scene)
      for body in bodies { give(.add(.body, body.flow), session) }
      editor.expect(bodies.compactMap { $0["id"]?.word })
    } catch {
      editor.tell(Self.text(.refused(message: error.message, hint: error.hint)))
      hasFailed = true
    }
  }

  /// Gives an edit to the session. A gesture that makes something leaves nothing half made: after a refusal
  /// the rest of it is left out, and all of it taken back.
  private func give(_ edit: Edit, _ session: Session) {
    guard !hasFailed else { return }
    if hasAutoKey, keyMaker(edit) { return }
    do {
      let old = if case .slice = edit { session.world.sceneNow().bodies } else { [Scene.Body]() }
      let ids = old.map { session.world.body($0.id) }
      try session.give(.edit(edit))
      if !old.isEmpty { try colorHalves(of: old, ids, session) }
      noteMover(ofWhat: edit)
    } catch {
      editor.tell(Self.text(error))
      switch edit {
      case .set: break
      // A key that a trigger waits for stays behind.
      case .remove(let object) where object.kind == .input: break
      case .add, .remove, .duplicate, .pin, .unpin, .slice: hasFailed = true
      }
    }
  }

  /// Writes the color that a whole had by its number on its halves: by theirs they would have others.
  ///
  /// - Parameters:
  ///   - old: The bodies before the cut, some of which are gone.
  ///   - ids: The ids of all of them.
  private func colorHalves(of old: [Scene.Body], _ ids: [BodyID?], _ session: Session) throws(WorldError) {
    let (world, now, known) = (session.world, session.world.sceneNow().bodies, Set(ids))
    let names = Set(now.map(\.id))
    // The name of a whole may be that of a half by now.
    let wholes = old.indices.filter { !names.contains(old[$0].id) || world.body(old[$0].id) != ids[$0] }
    let halves = now.filter { !known.contains(world.body($0.id)) }
    // Two were made of each in turn.
    for (half, index) in zip(halves, wholes.flatMap { [$0, $0] }) {
      let whole = old[index]
      guard whole.appearance.color == nil, whole.texture == nil, let id = ids[index] else { continue }
      let color = Theme().plain(.dynamic, id.number).hex.jsonText
      try session.give(.edit(.set(.body(half.id), path: "color", value: color)))
    }
  }

  /// Says which animation will move a body away from where an edit puts it, if one does.
  private func noteMover(ofWhat edit: Edit) {
    guard case .set(let object, let path, _) = edit, object.kind == .body, let id = object.id,
      let property = AnimatableProperty(settable: path, ofEmitter: false), property.isMotion,
      let mover = mover(id)
    else { return }
    ledEdits["\(id).\(path)"] = edit
    editor.tell("'\(mover)' moves it: with auto key (the red dot of the animator, A) a drag makes a key")
  }

  static func text(_ error: WorldError) -> String {
    guard case .refused(let message, let hint) = error else { return "\(error)" }
    return hint.map { "\(message): \($0)" } ?? message
  }

  private func scale(_ scaling: Scaling, _ session: Session) {
    let world = session.world
    guard let name = world.description[scaling.body]?.name,
      let body = world.node(of: .body(name))
    else { return }
    if hasAutoKey, let shown = session.frame.current[name] {
      // Outlines are no function of time: the keys are of how large it is drawn, and of its place.
      let (old, factor) = (shown.appearance.scale, scaling.factor)
      let scale = FormatNode.vector(Vector(old.x * factor.x, old.y * factor.y))
      give(.set(.body(name), path: "scale", value: scale.flow), session)
      if scaling.position != shown.position {
        give(.set(.body(name), path: "at", value: FormatNode.vector(scaling.position).flow), session)
      }
      return editor.tell("a key of how large it is drawn: its shapes stay")
    }
    for edit in BodyScaling(scaling, name: name).edits(body: body, joints: joints(of: scaling.body, world)) {
      give(edit, session)
    }
  }

  private func joints(of body: BodyID, _ world: World) -> [FormatNode] {
    world.snapshot.joints.compactMap { joint in
      guard let known = world.description[joint.id], known.a == body || known.b == body else { return nil }
      return world.node(of: .joint(known.name))
    }
  }

  private func copy(_ selection: Selection, _ session: Session) {
    let world = session.world
    let bodies = selection.bodies.compactMap { world.description[$0]?.name }
    let joints = selection.joints.compactMap { world.description[$0]?.name }
    clipping = SceneClipping(
      bodies: bodies.compactMap { world.node(of: .body($0)) },
      joints: joints.compactMap { world.node(of: .joint($0)) }.withoutPartsOfHinges,
      emitters: selection.placed.compactMap { thing in
        thing.kind == .emitter ? world.node(of: .emitter(world.description.name(of: thing))) : nil
      })
  }

  private func paste(by offset: Vector, _ session: Session, pointsPerUnit: Double) {
    guard !clipping.isEmpty else { return editor.tell("nothing has been copied") }
    let names = view(of: session, pointsPerUnit: pointsPerUnit).freeNames(for: clipping.names)
    let texts = clipping.texts(named: names, movedBy: offset)
    let count = texts.bodies.count
    let edits: [Edit] =
      texts.bodies.map { .add(.body, $0) } + texts.joints.map { .add(.joint, $0) }
      + texts.emitters.map { .add(.emitter, $0) }
    let title =
      edits.count == 1 || count == 1 ? names[0] : count > 0 ? "\(count) bodies" : "\(edits.count) emitters"
    let requests: [EditorRequest] = [.begin("paste \(title)")] + edits.map { .edit($0) } + [.end]
    carryOut(requests, session, pointsPerUnit: pointsPerUnit)
    editor.expect(count > 0 ? Array(names.prefix(count)) : names)
  }
}

// MARK: - The selection

extension SceneEditing {
  /// Returns the objects that are selected, by the ids of the scene: a list of the same storage while it is
  /// the same, so that what is made of it can be kept.
  func selectedObjects(_ session: Session) -> [SceneObject] {
    let (description, selection) = (session.world.description, editor.selection)
    spareObjects.removeAll(keepingCapacity: true)
    for id in selection.bodies {
      if let body = description[id] { spareObjects.append(.body(body.name)) }
    }
    for id in selection.joints {
      if let joint = description[id] { spareObjects.append(.joint(joint.name)) }
    }
    for thing in selection.placed {
      if let object = SceneObject(thing.kind, id: description.name(of: thing)) { spareObjects.append(object) }
    }
    if spareObjects != latestObjects { swap(&spareObjects, &latestObjects) }
    return latestObjects
  }

  /// Selects the body, joint or emitter of a name; does nothing for what cannot be selected.
  func select(_ names: String..., in session: Session) { editor.expect(names) }

  /// Takes away what a press would make: the mouse is not over the stage.
  func leaveStage() { editor.leave() }
}
