import TumblePanels
import TumbleSimulation

/// The properties of the selected objects, as rows that show and set them. Names, units and ranges are those
/// of the scene format.
struct Inspector {
  /// The properties by the name of the row.
  private(set) var properties: [String: InspectedProperty] = [:]
  /// The bodies whose surface the row of materials sets.
  var surfaced: [SceneObject] = []
  /// The materials of the scene's file.
  var materials: [SurfacePreset] = []
  /// The motors that rows set, with their keys: of one kind.
  private var motors: [JointMotor] = []
  /// The reasons why the latest edits of rows were refused, by the name of the row.
  private var refusals: [String: String] = [:]
  /// The slider that is pulled.
  private var held: Held?
  /// The rows made last, and what they were made of.
  private var latest: (basis: Basis, state: InspectorState)?

  private struct Held: Equatable {
    var name: String
    var range: SliderRange
  }

  /// All that the rows of objects are made of: they stay as long as it does.
  private struct Basis: Equatable {
    var subjects: [Subject]
    var facts: Facts
    var materials: [SurfacePreset]
    var refusals: [String: String]
    var held: Held?
  }

  /// An object as the inspector gets it.
  struct Subject: Equatable {
    var object: SceneObject
    /// The object's mapping of the scene format, as the scene writer writes it.
    var value: FormatNode
    /// The values that are shown where the mapping leaves a key out, by its path: the mass that follows
    /// from the shapes, the color that it is drawn in.
    var known: [String: FormatNode] = [:]
  }

  /// The facts that are shown besides the objects' own values.
  struct Facts: Equatable {
    /// The body's or joint's id in the world.
    var id: Int?
    /// The motors of the selected joints; none if one of them can have no motor, or one of another kind.
    var motors: [JointMotor] = []
    /// The animations that move what is selected.
    var animations: [Subject] = []
    /// The channels in a graph.
    var plotted: Set<String> = []
    /// The properties that the scene's controls set.
    var controlled: Set<String> = []
  }
}

// MARK: - What is shown

extension Inspector {
  /// Rows for bodies, joints or emitters; of several those that all have, and which of them differ.
  mutating func state(of subjects: [Subject], _ facts: Facts) -> InspectorState {
    let basis = Basis(subjects: subjects, facts: facts, materials: materials, refusals: refusals, held: held)
    if let latest, latest.basis == basis { return latest.state }
    let state = newState(of: subjects, facts)
    latest = (basis, state)
    return state
  }

  private mutating func newState(of subjects: [Subject], _ facts: Facts) -> InspectorState {
    forget("world.")
    motors = []
    let inspected = subjects.filter { $0.object.kind == subjects[0].object.kind }
    guard let first = inspected.first else {
      return InspectorState(
        title: "Nothing selected", message: "Click a body or a joint to see and set what it is like.")
    }
    var groups: [PropertyGroup]
    switch first.object.kind {
    case .joint: groups = joint(inspected, facts)
    case .emitter: groups = emitter(inspected, facts)
    case .field, .fluid:
      let kind = first.object.kind
      // A fluid is said by its corners: its place is that of the mark.
      let own = SceneProperty.all(of: kind, type: first.value["type"]?.word).filter {
        kind != .fluid || $0.name != "at"
      }
      groups = [
        PropertyGroup(kind.rawValue.capitalized, rows(own, of: inspected, named: "\(kind.rawValue).", facts))
      ]
    default: groups = body(inspected, facts)
    }
    for animation in facts.animations { groups += self.animation(animation) }
    // Others, such as joints beside bodies, have no rows here.
    let count = inspected.count == subjects.count ? "" : "\(inspected.count) of "
    let title = subjects.count == 1 ? first.object.id ?? "" : "\(count)\(subjects.count) selected"
    return InspectorState(title: title, subtitle: subtitle(inspected, facts), groups: groups)
  }

  /// The row of how fast time runs, which is the session's and not the world's.
  static let speedRow = "time.speed"

  /// The rows of the world, of its view and of its camera.
  mutating func worldState(
    _ world: FormatNode, view: Subject, camera: Subject, speed: Double, _ facts: Facts
  ) -> WorldPanelState {
    let worldRows = rows(
      SceneProperty.all(of: .world), of: [Subject(object: .world, value: world)], named: "world.", facts)
    let viewRows = rows(SceneProperty.all(of: .view), of: [view], named: "view.", facts)
    let cameraRows = rows(SceneProperty.all(of: .camera), of: [camera], named: "camera.", facts)
    let time = PropertyRow(
      Self.speedRow, "time scale", .slider(speed, range: Session.speeds, isLogarithmic: true), unit: "×",
      help:
        "How fast time runs: below 1 is slow motion. It changes no step, and a recording does not have it.")
    return WorldPanelState([
      PropertyGroup("Time", [time]), PropertyGroup("World", worldRows), PropertyGroup("View", viewRows),
      PropertyGroup("Camera", cameraRows),
    ])
  }

  private func subtitle(_ inspected: [Subject], _ facts: Facts) -> String {
    let (kind, value) = (inspected[0].object.kind, inspected[0].value)
    if kind == .field || kind == .fluid {
      return [value["type"]?.word, kind.rawValue].compactMap { $0 }.joined(separator: " ")
    }
    if kind == .emitter {
      guard inspected.count == 1 else { return "emitters" }
      return value["body"]?.word.map { "emitter on \($0)" } ?? "emitter"
    }
    guard inspected.count == 1 else { return kind == .joint ? "joints" : "bodies" }
    let type = (inspected[0].known["type"] ?? value["type"])?.word ?? ""
    // A wheel and a prismatic joint are grooves to the engine.
    let shown = type == "groove" ? facts.motors.first?.kind.rawValue ?? type : type
    let what =
      kind == .joint
      ? "\(shown) joint of \(value["a"]?.word ?? "") and \(value["b"]?.word ?? "")"
      : "\(value["kind"]?.word ?? "dynamic") body"
    return facts.id.map { "\(what) · id \($0)" } ?? what
  }

  // MARK: Groups

  /// Joints of several types have the keys that all of them have.
  private mutating func joint(_ inspected: [Subject], _ facts: Facts) -> [PropertyGroup] {
    // A pivot is a hinge without the rest.
    let types = inspected.map { joint in
      let type = (joint.known["type"] ?? joint.value["type"])?.word
      return type == "pivot" ? "hinge" : type
    }
    var properties = SceneProperty.all(of: .joint, type: types[0])
    for type in Set(types).subtracting([types[0]]) {
      let names = Set(SceneProperty.all(of: .joint, type: type).map(\.name))
      properties.removeAll { !names.contains($0.name) }
    }
    let isHinge = Set(types) == ["hinge"]
    motors = facts.motors
    let rows = rows(properties, of: inspected, named: "joint.", facts)
    let keys = motors.count == 1 ? motors[0].keyRows(refusals: refusals) : []
    let driven = [
      PropertyGroup("Motor", motors.ownRows(refusals: refusals, facts)), PropertyGroup("Keys", keys),
    ]
    .filter { !$0.rows.isEmpty }
    guard isHinge else { return [PropertyGroup("Joint", rows)] + driven }
    let groups = SceneProperty.hingeParts.map { part in
      let own = parts([part], of: inspected, named: "joint.", facts)
      return PropertyGroup(part.name.capitalizingFirst, own)
    }
    return [PropertyGroup("Hinge", rows)] + groups + driven
  }

  /// Returns the groups of an emitter: its own keys, and those of each kind of its particles.
  private mutating func emitter(_ inspected: [Subject], _ facts: Facts) -> [PropertyGroup] {
    let own = SceneProperty.all(of: .emitter).filter {
      inspected.count == 1 || !["at", "line", "box", "circle", "outline"].contains($0.name)
    }
    var groups = [PropertyGroup("Emitter", rows(own, of: inspected, named: "emitter.", facts))]
    guard inspected.count == 1 else { return groups }
    let cells = inspected[0].value["cells"]?.list ?? []
    for index in cells.prefix(Self.maxShapes).indices {
      let rows = rows(
        SceneProperty.ofParticles, of: inspected, named: "emitter.", under: "cells[\(index)].", facts
      ) { $0["cells"]?.list.dropFirst(index).first?[$1] }
      groups.append(
        PropertyGroup(cells.count > 1 ? "Particles \(index + 1) of \(cells.count)" : "Particles", rows))
    }
    return groups
  }

  private mutating func animation(_ subject: Subject) -> [PropertyGroup] {
    guard let id = subject.object.id else { return [] }
    let type = subject.value["type"]?.word
    // The two are one curve, but for key frames. Keys with times say themselves when they are.
    var others = [type == "keyframe" ? "timing" : "timingFunction"]
    if subject.value["keyframes"] != nil { others += ["duration", "values", "keyTimes", "mode"] }
    let properties = SceneProperty.all(of: .animation, type: type).filter { !others.contains($0.name) }
    let prefix = "animation.\(id)."
    var rows = rows(properties, of: [subject], named: prefix, Facts())
    for index in rows.indices {
      AnimationCard.entitle(&rows[index], String(rows[index].path.dropFirst(prefix.count)))
    }
    return [PropertyGroup("Animation \(id)", rows)]
  }

  // MARK: Rows

  mutating func rows(
    _ properties: [SceneProperty], of inspected: [Subject], named prefix: String, under path: String = "",
    _ facts: Facts, read: @escaping (FormatNode, String) -> FormatNode? = { $0[$1] }
  ) -> [PropertyRow] {
    properties.filter(\.isShown).map { property in
      let property = InspectedProperty(inspected, property, at: path + property.name) {
        read($0, property.name)
      }
      return row(property, named: prefix + property.path, facts)
    }
  }

  mutating func row(_ property: InspectedProperty, named name: String, _ facts: Facts) -> PropertyRow {
    var property = property
    if held?.name == name { property.heldRange = held?.range }
    properties[name] = property
    let channels = channels(of: property)
    let isPlotted = channels.isEmpty ? nil : channels.allSatisfy(facts.plotted.contains)
    var row = property.row(name, isPlotted: isPlotted, refusal: refusals[name])
    row.isControl = facts.isControlled(property.controls)
    if case .slider(let value, _, _) = row.control, let words = SurfacePreset.words[property.property.name] {
      row.label += words.last { $0.from <= value }.map { ": \($0.word)" } ?? ""
    }
    return row
  }

  /// Rows for the parts of what has parts, such as `border width`.
  mutating func parts(
    _ wholes: [SceneProperty.Composed], of inspected: [Subject], named prefix: String, _ facts: Facts
  ) -> [PropertyRow] {
    wholes.flatMap { whole in
      whole.parts.map { property in
        var shown = property
        shown.name = "\(whole.name) \(property.name)"
        var part = InspectedProperty(inspected, shown, at: "\(whole.name).\(property.name)") {
          $0[whole.name]?.part(property.name, of: whole)
        }
        if property.name == whole.short, property.defaultValue == nil { part.whole = whole.name }
        return row(part, named: prefix + part.path, facts)
      }
    }
  }

  /// Forgets all rows, for others to be made.
  mutating func forgetRows() { properties = [:] }

  private mutating func forget(_ keptPrefix: String) {
    properties = properties.filter { entry in
      [keptPrefix, "view.", "camera."].contains(where: entry.key.hasPrefix)
    }
  }
}

// MARK: - What is done

extension Inspector {
  /// Begins to hold a row's slider or number.
  mutating func begin(_ name: String) {
    refusals[name] = nil
    held = properties[name]?.sliderRange.map { Held(name: name, range: $0) }
  }

  mutating func end(_ name: String) { held = nil }

  /// Returns the edits of a row's property, as they follow from what a world has now, which may be more than
  /// what the rows show; nothing for a row that is not there.
  func edits(_ name: String, _ value: PropertyValue, in world: World) -> [Edit] {
    guard case .text(let text) = value, JointMotor.labels[name] != nil else {
      return edits(name, value) { world.node(of: $0) }
    }
    return motors.flatMap { JointMotor(of: $0.joint, in: world)?.edits(name, text) ?? [] }
  }

  /// Returns the edits of a row's property.
  ///
  /// - Parameter node: The mapping that an object has now; nil for the one that is shown.
  func edits(
    _ name: String, _ value: PropertyValue, _ node: (SceneObject) -> FormatNode? = { _ in nil }
  ) -> [Edit] {
    if name == Self.materialRow, case .choice(let choice) = value {
      return SurfacePreset.edits(choice, of: surfaced, own: materials)
    }
    return properties[name]?.edits(value) { node($0.object) } ?? []
  }

  /// The picture that a row is set to by its name; nil where it is set to something else.
  func picture(_ name: String, _ value: PropertyValue) -> String? {
    guard case .text(let text) = value, text.contains(where: { $0 != " " }),
      let property = properties[name]?.property, ["texture", "picture"].contains(property.name)
    else { return nil }
    return text
  }

  /// Returns the name of a row's edit, such as `friction of crate1`.
  func gesture(_ name: String) -> String {
    func owner(_ objects: [SceneObject]) -> String {
      objects.count == 1 ? objects[0].name : "several"
    }
    if name == Self.materialRow { return "material of \(owner(surfaced))" }
    if let label = JointMotor.labels[name] { return "\(label) of \(owner(motors.map { .joint($0.joint) }))" }
    guard let property = properties[name] else { return "edit" }
    let owner = owner(property.objects)
    return "\(property.property.name) of \(owner)"
  }

  /// The objects that a row sets.
  func objects(_ name: String) -> [SceneObject] {
    properties[name]?.objects ?? (JointMotor.labels[name] == nil ? [] : motors.map(\.part))
  }

  /// Shows why an edit of a row was refused; nil takes it away.
  mutating func refuse(_ name: String, _ message: String?) { refusals[name] = message }

  /// Another thing is selected: what was refused for the last is not shown with it.
  mutating func forgetRefusals() { refusals = [:] }

  /// The channels that show a row's property.
  func channels(_ name: String) -> [String] { properties[name].map(channels) ?? [] }

  /// Returns the edits that make controls of a row's property, or take away those that set nothing else.
  func controlEdits(_ name: String, _ isOn: Bool, _ known: [Scene.Control]) -> [Edit] {
    let offered = motors.control(name).map { [$0] } ?? properties[name]?.controls ?? []
    if isOn {
      var used = Set(known.map(\.id))
      return offered.map { control in
        var control = control
        let stem = control.id
        var number = 1
        while used.contains(control.id) { (number, control.id) = (number + 1, "\(stem)-\(number + 1)") }
        used.insert(control.id)
        return .add(control)
      }
    }
    let set = Set(offered.flatMap(\.properties))
    return known.filter { set.isSuperset(of: $0.properties) }.map { .remove(.control($0.id)) }
  }

  private func channels(of property: InspectedProperty) -> [String] {
    let key = property.path
    guard property.inspected.count <= 4 else { return [] }
    return property.objects.flatMap { PropertyChannels.names(of: $0, key: key) }
  }
}

extension Inspector.Facts {
  /// Returns true if controls of the scene set all that some offered ones would; nil for none.
  func isControlled(_ offered: [Scene.Control]) -> Bool? {
    offered.isEmpty ? nil : offered.allSatisfy { $0.properties.allSatisfy(controlled.contains) }
  }
}

extension SceneProperty {
  /// Is true if a row can show it: it has no parts, and is not what the object is called or about.
  var isShown: Bool {
    switch kind {
    case .group, .reference, .references: false
    default: !["id", "of", "type", "group"].contains(name)
    }
  }
}
