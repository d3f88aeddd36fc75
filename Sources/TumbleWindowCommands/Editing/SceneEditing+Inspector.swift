import TumbleEditor
import TumbleFrames
import TumblePanels
import TumbleRendering
import TumbleScenes
import TumbleSimulation

// What the inspector shows of the selection and of the world, and what is set there.
extension SceneEditing {
  /// How many objects the inspector looks at: what more would tell is the same.
  private static let maxInspected = 200

  /// The rows of what is selected.
  func inspectorState(_ session: Session, plotted: Set<String>) -> InspectorState {
    let world = session.world
    if inspected != editor.selection {
      inspected = editor.selection
      inspector.forgetRefusals()
    }
    let objects =
      editor.selection.bodies.compactMap { world.description[$0].map { SceneObject.body($0.name) } }
      + editor.selection.joints.compactMap { world.description[$0].map { SceneObject.joint($0.name) } }
      + editor.selection.emitters.map { SceneObject.emitter(world.description.emitters[$0].name) }
    let subjects = objects.prefix(Self.maxInspected).compactMap { object in
      world.node(of: object).map {
        Inspector.Subject(object: object, value: $0, known: known(object, world))
      }
    }
    inspector.materials = materials
    return inspector.state(of: subjects, facts(session, plotted: plotted))
  }

  private func facts(_ session: Session, plotted: Set<String>) -> Inspector.Facts {
    let world = session.world
    var facts = Inspector.Facts(plotted: plotted)
    guard editor.selection.count == 1 else { return facts }
    if let emitter = editor.selection.emitters.first {
      facts.animations = animations(of: world.description.emitters[emitter].name, world)
    }
    facts.id = editor.selection.bodies.first?.number ?? editor.selection.joints.first?.number
    guard let body = editor.selection.bodies.first, let name = world.description[body]?.name else {
      return facts
    }
    facts.animations = animations(of: name, world)
    return facts
  }

  /// The values of a body that count where the scene format leaves them out.
  private func known(_ object: SceneObject, _ world: World) -> [String: FormatNode] {
    guard case .body(let name) = object, let body = world.body(name) else { return [:] }
    var known: [String: FormatNode] = [:]
    if let mass = world.facts(of: body)?.mass, mass.isFinite, mass > 0 { known["mass"] = .number(mass) }
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
        known: paper.map { ["background": .text($0.hex)] } ?? [:]),
      speed: session.speed, plotted: plotted)
  }

  /// A row is pressed: what is set until it is released is one gesture.
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
    for edit in inspector.edits(row, value) {
      do {
        try session.give(.edit(edit))
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
      for edit in inspector.edits(row, value) { try scene.apply(edit) }
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
