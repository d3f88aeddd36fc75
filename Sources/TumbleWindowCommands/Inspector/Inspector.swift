import TumbleFrames
import TumbleScenes
import TumbleSimulation
import TumbleStage

/// What can be seen and set of what is selected: rows from the scene format's own description, with the present values.
struct Inspector {
  /// By the name of the row.
  private var properties: [String: InspectedProperty] = [:]
  /// The bodies whose surface the row of materials sets.
  private var surfaced: [SceneObject] = []
  /// The materials of the scene's file.
  var materials: [SurfacePreset] = []
  /// Why the latest edit of a row was refused.
  private var refusals: [String: String] = [:]
  /// The slider that is pulled.
  private var held: (name: String, range: SliderRange)?

  /// An object as the inspector gets it: its mapping of the scene format, as the scene writer writes it.
  struct Subject {
    var object: SceneObject
    var text: String
  }

  /// What is shown besides the objects' own text.
  struct Facts {
    /// The body's or joint's id in the world.
    var id: Int?
    /// What is shown where the object's text leaves a key out, such as the mass that follows from the shapes.
    var known: [String: String] = [:]
    /// The animations that move what is selected.
    var animations: [Subject] = []
    /// Whether a channel is in a graph.
    var isPlotted: (String) -> Bool = { _ in false }
  }
}

// MARK: - What is shown

extension Inspector {
  /// Rows for bodies, joints or emitters; of several those that all have, with the values of the first.
  mutating func state(of subjects: [Subject], _ facts: Facts) -> InspectorState {
    forget("world.")
    guard let first = subjects.first, let value = FlowValue(first.text) else {
      return InspectorState(
        title: "Nothing selected", message: "Click a body or a joint to see and set what it is like.")
    }
    let objects = subjects.map(\.object).filter { $0.kind == first.object.kind }
    var groups: [PropertyGroup]
    switch first.object.kind {
    case .joint: groups = joint(objects, value, facts)
    case .emitter: groups = emitter(objects, value, facts)
    default: groups = body(objects, value, facts)
    }
    for animation in facts.animations { groups += self.animation(animation) }
    let title = subjects.count == 1 ? first.object.id ?? "" : "\(subjects.count) selected"
    return InspectorState(title: title, subtitle: subtitle(objects, value, facts), groups: groups)
  }

  /// The world's own rows.
  /// The row of how fast time runs, which is the session's and not the world's.
  static let speedRow = "time.speed"

  mutating func worldState(
    _ world: String, view: String, speed: Double, isPlotted: @escaping (String) -> Bool
  ) -> WorldPanelState {
    guard let worldValue = FlowValue(world), let viewValue = FlowValue(view) else {
      return WorldPanelState([])
    }
    let facts = Facts(isPlotted: isPlotted)
    let worldRows = rows(SceneProperty.all(of: .world), of: [.world], in: worldValue, named: "world.", facts)
    let viewRows = rows(SceneProperty.all(of: .view), of: [.view], in: viewValue, named: "view.", facts)
    let time = PropertyRow(
      Self.speedRow, "time scale", .slider(speed, range: Session.speeds, isLogarithmic: true), unit: "×",
      help:
        "How fast time runs: below 1 is slow motion. It changes no step, and a recording does not have it.")
    return WorldPanelState([
      PropertyGroup("Time", [time]), PropertyGroup("World", worldRows), PropertyGroup("View", viewRows),
    ])
  }

  private func subtitle(_ objects: [SceneObject], _ value: FlowValue, _ facts: Facts) -> String {
    if objects.first?.kind == .emitter {
      guard objects.count == 1 else { return "emitters" }
      return value["body"]?.word.map { "emitter on \($0)" } ?? "emitter"
    }
    guard objects.count == 1 else { return objects.first?.kind == .joint ? "joints" : "bodies" }
    let what =
      objects[0].kind == .joint
      ? "\(value["type"]?.word ?? "") joint of \(value["a"]?.word ?? "") and \(value["b"]?.word ?? "")"
      : "\(value["kind"]?.word ?? "dynamic") body"
    return facts.id.map { "\(what) · id \($0)" } ?? what
  }

  // MARK: Groups

  private static let bodyGroups: [(title: String, keys: [String])] = [
    ("Place", ["kind", "at", "angle", "velocity", "angularVelocity"]),
    ("Surface", ["friction", "elasticity", "surfaceVelocity", "sensor"]),
    ("Look", ["color", "opacity", "scale", "texture", "fit", "shadow", "cornerRadius", "layer"]),
    (
      "Mass and motion",
      [
        "density", "mass", "moment", "centerOfGravity", "gravityScale", "damping", "maxSpeed",
        "maxAngularSpeed",
        "bullet", "asleep",
      ]
    ),
  ]
  /// What bodies do not share.
  private static let ownKeys: Set = ["at", "texture", "centerOfGravity"]
  private static let maxShapes = 6

  private mutating func body(_ objects: [SceneObject], _ value: FlowValue, _ facts: Facts) -> [PropertyGroup]
  {
    let all = SceneProperty.all(of: .body).filter(\.isShown)
    let shapes = value["shapes"]?.list ?? []
    var groups: [PropertyGroup] = []
    for (title, keys) in Self.bodyGroups {
      let wanted = keys.filter { objects.count == 1 || !Self.ownKeys.contains($0) }
      let properties = wanted.compactMap { key in all.first { $0.name == key } }
      var rows: [PropertyRow] = []
      if title == "Surface" {
        surfaced = objects
        func number(_ key: String) -> Double? { (value[key] ?? shapes.first?[key])?.number }
        rows.append(
          SurfacePreset.row(
            Self.materialRow, friction: number("friction"), elasticity: number("elasticity"), own: materials))
      }
      for property in properties {
        // What the format has with a shape is written with the first one.
        let shape = Self.shapeKeys.contains(property.name) ? shapes.first?[property.name] : nil
        let now = value[property.name] ?? shape ?? facts.known[property.name].flatMap { FlowValue($0) }
        rows.append(
          row(
            InspectedProperty(objects: objects, path: property.name, property: property, value: now),
            named: "body." + property.name, facts))
      }
      if title == "Look" { rows += parts(of: value, objects, facts) }
      groups.append(PropertyGroup(title, rows))
    }
    guard objects.count == 1 else { return groups }
    for (index, shape) in shapes.prefix(Self.maxShapes).enumerated() {
      groups += form(of: shape, at: index, of: shapes.count, objects, facts)
    }
    return groups
  }

  private static let materialRow = "body.surface"
  private static let shapeKeys: Set = ["friction", "elasticity", "surfaceVelocity", "density", "sensor"]

  private mutating func form(
    of shape: FlowValue, at index: Int, of count: Int, _ objects: [SceneObject], _ facts: Facts
  ) -> [PropertyGroup] {
    for (form, short) in [("box", "size"), ("circle", "radius"), ("segment", ""), ("polygon", "corners")] {
      guard let value = shape[form] else { continue }
      var rows: [PropertyRow] = []
      for property in SceneProperty.ofOutline(form) where property.isShown {
        // A short form is the value of one key.
        var now = value[property.name]
        if case .mapping = value {} else if property.name == short { now = value }
        let path = "shapes[\(index)].\(form).\(property.name)"
        rows.append(
          row(
            InspectedProperty(objects: objects, path: path, property: property, value: now),
            named: "body." + path,
            facts))
      }
      guard !rows.isEmpty else { return [] }
      let name = form.prefix(1).uppercased() + form.dropFirst()
      return [PropertyGroup(count > 1 ? "\(name) \(index + 1) of \(count)" : name, rows)]
    }
    return []
  }

  private mutating func joint(_ objects: [SceneObject], _ value: FlowValue, _ facts: Facts) -> [PropertyGroup]
  {
    let properties = SceneProperty.all(of: .joint, type: value["type"]?.word)
    let rows = rows(properties, of: objects, in: value, named: "joint.", facts)
    return [PropertyGroup("Joint", rows)]
  }

  /// Its own keys, and those of each kind of its particles.
  private mutating func emitter(
    _ objects: [SceneObject], _ value: FlowValue, _ facts: Facts
  ) -> [PropertyGroup] {
    let own = SceneProperty.all(of: .emitter).filter {
      objects.count == 1 || !["at", "line", "box", "circle", "outline"].contains($0.name)
    }
    var groups = [PropertyGroup("Emitter", rows(own, of: objects, in: value, named: "emitter.", facts))]
    let cells = value["cells"]?.list ?? []
    guard objects.count == 1 else { return groups }
    for (index, cell) in cells.prefix(Self.maxShapes).enumerated() {
      var rows: [PropertyRow] = []
      for property in SceneProperty.ofParticles where property.isShown {
        let path = "cells[\(index)].\(property.name)"
        let inspected = InspectedProperty(
          objects: objects, path: path, property: property, value: cell[property.name])
        rows.append(row(inspected, named: "emitter." + path, facts))
      }
      groups.append(
        PropertyGroup(cells.count > 1 ? "Particles \(index + 1) of \(cells.count)" : "Particles", rows))
    }
    return groups
  }

  private mutating func animation(_ subject: Subject) -> [PropertyGroup] {
    guard let value = FlowValue(subject.text), let id = subject.object.id else { return [] }
    let properties = SceneProperty.all(of: .animation, type: value["type"]?.word)
    let rows = rows(properties, of: [subject.object], in: value, named: "animation.\(id).", Facts())
    return [PropertyGroup("Animation \(id)", rows)]
  }

  // MARK: Rows

  private mutating func rows(
    _ properties: [SceneProperty], of objects: [SceneObject], in value: FlowValue, named prefix: String,
    _ facts: Facts
  ) -> [PropertyRow] {
    var rows: [PropertyRow] = []
    for property in properties where property.isShown {
      let inspected = InspectedProperty(
        objects: objects, path: property.name, property: property, value: value[property.name])
      rows.append(row(inspected, named: prefix + property.name, facts))
    }
    return rows
  }

  mutating func row(_ property: InspectedProperty, named name: String, _ facts: Facts) -> PropertyRow {
    var property = property
    if held?.name == name { property.heldRange = held?.range }
    properties[name] = property
    let channels = channels(of: property)
    let isPlotted = channels.isEmpty ? nil : channels.allSatisfy(facts.isPlotted)
    return property.row(name, isPlotted: isPlotted, refusal: refusals[name])
  }

  private mutating func forget(_ keptPrefix: String) {
    properties = properties.filter { $0.key.hasPrefix(keptPrefix) || $0.key.hasPrefix("view.") }
  }
}

// MARK: - What is done

extension Inspector {
  /// A row's slider or number is taken hold of.
  mutating func begin(_ name: String) {
    refusals[name] = nil
    held = properties[name]?.sliderRange.map { (name, $0) }
  }

  mutating func end(_ name: String) { held = nil }

  /// What sets a row's property; nothing for a row that is not there.
  func edits(_ name: String, _ value: PropertyValue) -> [Edit] {
    if name == Self.materialRow, case .choice(let choice) = value {
      return SurfacePreset.edits(choice, of: surfaced, own: materials)
    }
    return properties[name]?.edits(value) ?? []
  }

  /// What an edit of a row is called, such as `friction of crate1`.
  func gesture(_ name: String) -> String {
    func owner(_ objects: [SceneObject]) -> String {
      objects.count == 1 ? objects[0].id ?? objects[0].kind.rawValue : "several"
    }
    if name == Self.materialRow { return "material of \(owner(surfaced))" }
    guard let property = properties[name] else { return "edit" }
    let owner = owner(property.objects)
    return "\(property.property.name) of \(owner)"
  }

  /// Shows why an edit of a row was refused; nil takes it away.
  mutating func refuse(_ name: String, _ message: String?) { refusals[name] = message }

  /// Another thing is selected: what was refused for the last is not shown with it.
  mutating func forgetRefusals() { refusals = [:] }

  /// The channels that show a row's property.
  func channels(_ name: String) -> [String] { properties[name].map(channels) ?? [] }

  private func channels(of property: InspectedProperty) -> [String] {
    let key = property.path
    guard property.objects.count <= 4 else { return [] }
    return property.objects.flatMap { PropertyChannels.names(of: $0, key: key) }
  }
}

extension SceneProperty {
  /// Whether a row can show it: it has no parts, and is not what the object is called or about.
  fileprivate var isShown: Bool {
    switch kind {
    case .group, .reference: false
    default: !["id", "of", "type", "group"].contains(name)
    }
  }
}
