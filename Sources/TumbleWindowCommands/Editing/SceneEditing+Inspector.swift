import TumbleEditor
import TumblePanels
import TumbleSimulation

// What the inspector shows of the selection and of the world, and what is set there.
extension SceneEditing {
  /// The number of objects that the inspector looks at: more would show the same.
  private static let maxInspected = 200

  /// The rows of what is selected.
  func inspectorState(_ session: Session, plotted: Set<String>) -> InspectorState {
    let world = session.world
    if inspected != editor.selection {
      inspected = editor.selection
      inspector.forgetRefusals()
    }
    let subjects = selectedObjects(session).prefix(Self.maxInspected).compactMap { object in
      world.node(of: object).map {
        Inspector.Subject(object: object, value: $0, known: known(object, $0, world))
      }
    }
    inspector.materials = materials
    return inspector.state(of: subjects, facts(session, plotted: plotted))
  }

  private func facts(_ session: Session, plotted: Set<String>) -> Inspector.Facts {
    let world = session.world
    var facts = Inspector.Facts(plotted: plotted, controlled: controlled(world))
    let joints = editor.selection.joints.prefix(Self.maxInspected)
    let motors = joints.compactMap { world.description[$0].flatMap { JointMotor(of: $0.name, in: world) } }
    if motors.count == joints.count, Set(motors.map(\.kind)).count == 1 { facts.motors = motors }
    guard editor.selection.count == 1 else { return facts }
    if let thing = editor.selection.placed.first {
      facts.animations = animations(of: world.description.name(of: thing), world)
    }
    facts.id = editor.selection.bodies.first?.number ?? editor.selection.joints.first?.number
    guard let body = editor.selection.bodies.first, let name = world.description[body]?.name else {
      return facts
    }
    facts.animations = animations(of: name, world)
    return facts
  }

  /// The values of a body that count where the scene format leaves them out; of a weld's pivot what it is.
  private func known(_ object: SceneObject, _ node: FormatNode, _ world: World) -> [String: FormatNode] {
    var known: [String: FormatNode] = [:]
    if object.kind == .joint, let id = object.id {
      if world.node(of: .joint(id + ComposedJoint.Part.angle.suffix))?["partOf"]?.word == id,
        node["type"]?.word == "pivot"
      {
        known["type"] = .plain(ComposedJoint.weld.rawValue)
      }
      known["color"] = world.joint(id).flatMap { world.description[$0] }.flatMap { joint in
        theme.map { .text($0.color(of: joint.kind).hex) }
      }
      return known
    }
    if object.kind == .fluid, let place = object.id.flatMap(world.description.fluid) {
      known["color"] = theme.map { .text($0.fluid.hex) }
      known["level"] = .number(world.snapshot.levels[place])
      return known
    }
    guard object.kind == .body, let body = object.id.flatMap(world.body) else { return [:] }
    if let mass = world.facts(of: body)?.mass, mass.isFinite, mass > 0 {
      known["mass"] = .number(mass)
      // A mass of its own says how dense it is.
      let area = Inspector.bodyValue(node, "mass") == nil ? 0 : world.area(of: body)
      if area > 0 { known["density"] = .number(mass / area) }
    }
    if let colors = drawnColors(body) {
      known["color"] = .text(colors.fill.hex)
      known["border.color"] = .text(colors.border.hex)
      known["caption.color"] = .text(colors.caption.hex)
    }
    return known
  }

  private func animations(of name: String, _ world: World) -> [Inspector.Subject] {
    world.animations(of: name).compactMap { animation in
      let object = SceneObject.animation(animation)
      return world.node(of: object).map { Inspector.Subject(object: object, value: $0) }
    }
  }

  /// The rows of the world and its view.
  func worldState(_ session: Session, plotted: Set<String>) -> WorldPanelState {
    inspector.worldState(
      session.world.node(of: .world) ?? .mapping([]),
      view: Inspector.Subject(
        object: .view, value: session.world.node(of: .view) ?? .mapping([]),
        known: theme.map { ["background": .text($0.paperTop.hex)] } ?? [:]),
      camera: Inspector.Subject(object: .camera, value: session.world.node(of: .camera) ?? .mapping([])),
      speed: session.speed, Inspector.Facts(plotted: plotted, controlled: controlled(session.world)))
  }

  private func controlled(_ world: World) -> Set<String> { Set(world.controls.lazy.flatMap(\.properties)) }

  /// Makes controls of the scene of a row's property, or takes them away: from the start, where that has
  /// what they set.
  func setControl(_ row: String, _ isOn: Bool, _ session: Session) {
    let name = "\(isOn ? "" : "no ")control of \(inspector.gesture(row))"
    let objects = inspector.objects(row)
    let isOfStart = objects.allSatisfy { object in
      object.id.map { session.startModel.index(of: object.kind, $0) != nil } ?? true
    }
    inspector.refuse(row, nil)
    let edits = inspector.controlEdits(row, isOn, session.world.controls)
    guard !edits.isEmpty else {
      return inspector.refuse(row, "a control of several things sets it: select them all")
    }
    session.beginGesture(name)
    for edit in edits {
      do {
        if isOfStart { try session.giveAtStart(edit, named: name) } else { try session.give(.edit(edit)) }
      } catch {
        session.abandonGesture()
        return inspector.refuse(row, Self.text(error))
      }
    }
    session.endGesture()
  }

  /// Begins the gesture of a row that is pressed: what is set until it is released belongs to it.
  func beginEdit(_ row: String, _ session: Session) {
    inspector.begin(row)
    session.beginGesture(inspector.gesture(row))
  }

  /// Sets a row's property, or shows at the row why that cannot be.
  func edit(_ row: String, _ value: PropertyValue, _ session: Session) {
    inspector.refuse(row, nil)
    if let name = inspector.picture(row, value), let refusal = session.world.scene.refusal(ofPicture: name) {
      return inspector.refuse(row, Self.text(.refused(message: refusal.message, hint: refusal.hint)))
    }
    for edit in inspector.edits(row, value, in: session.world) {
      if hasAutoKey, keyMaker(edit) { continue }
      do {
        if session.isOfStart(edit) {
          try session.giveAtStart(edit, named: inspector.gesture(row))
        } else {
          try session.give(.edit(edit))
        }
      } catch {
        inspector.refuse(row, Self.text(error))
        return
      }
    }
  }

  /// Sets a row's property of a scene that is no world yet, or shows at the row why that cannot be.
  ///
  /// - Returns: Whether it was set.
  func apply(_ row: String, _ value: PropertyValue, to scene: inout Scene) -> Bool {
    inspector.refuse(row, nil)
    do {
      let model = SceneModel(scene)
      for edit in inspector.edits(row, value, { model.node(of: $0) }) { try scene.apply(edit) }
      return true
    } catch {
      inspector.refuse(row, "\(error)")
      return false
    }
  }

  func endEdit(_ row: String, _ session: Session) {
    inspector.end(row)
    session.endGesture()
  }

  /// The channels of a graph that show a row's property.
  func channels(of row: String) -> [String] { inspector.channels(row) }
}
