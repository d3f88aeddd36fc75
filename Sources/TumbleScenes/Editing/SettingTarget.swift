import Foundation

/// The target of a setting (`--set NAME=VALUE`): a variable or a control of the scene (`arm`), or a property
/// of one of its objects (`crate1.friction`), of `world`, of `view` or of all bodies (`*`).
///
/// Besides the properties of the scene format there are short names for numbers: x, y, vx, vy, w and those
/// that take a value which the format refuses, for the engine to refuse.
package struct SettingTarget: Hashable, Sendable {
  package let name: String
  /// The object; nil for a variable or a control.
  private let object: String?
  private let property: String

  package init(_ name: String) {
    self.name = name
    let dot = name.firstIndex(of: ".")
    object = dot.map { String(name[..<$0]) }
    property = dot.map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// Is true for a property of an object, which is set in a scene that has been read.
  package var isProperty: Bool { object != nil }

  /// A value of a variable or a control, with which the scene has to be read; nil for a property.
  package func setting(_ value: String) -> SceneSetting? {
    object == nil ? SceneSetting(name: name, value: value) : nil
  }

  /// Checks that a scene has it.
  package func check(in scene: Scene, variables: Set<String>) throws(EditRefusal) {
    guard let object else {
      let names = variables.sorted() + scene.controls.map(\.id)
      guard names.contains(name) else {
        throw EditRefusal(
          "the scene has no variable or control named '\(name)'"
            + (names.isEmpty ? " and no others" : "; it has \(Self.list(names))"))
      }
      return
    }
    let objects = try objects(object, in: scene)
    let words = objects.map { Self.shortNames(of: $0, in: scene) + Self.properties(of: $0) }
    let head = String(property.prefix { $0 != "." && $0 != "[" })
    // A mass counts for the dynamic ones of all bodies, and so on: one that has it is enough.
    guard words.contains(where: { $0.contains(property) || $0.contains(head) }) else {
      let known = words.first ?? []
      throw EditRefusal(
        "'\(name)' is not known; "
          + (Nearest.word(to: property, in: known).map { "did you mean '\($0)'? After" } ?? "after")
          + " the dot there can be " + Self.list(known.sorted()))
    }
  }

  /// Gives the scene a value.
  ///
  /// - Throws: `EditRefusal`.
  package func apply(_ text: String, to scene: inout Scene) throws(EditRefusal) {
    guard let object else { return }
    var edits: [Edit] = []
    for object in try objects(object, in: scene) {
      if let value = Double(text), setShortName(of: object, to: value, in: &scene) { continue }
      edits.append(.set(object, path: property, value: text))
    }
    guard !edits.isEmpty else { return }
    var model = SceneModel(scene)
    for edit in edits { _ = try model.apply(edit) }
    scene = model.compact
  }

  private static func list(_ words: [String]) -> String { words.uniqued().joined(separator: ", ") }

  private static func unknown(_ id: String, nearest: String? = nil) -> EditRefusal {
    EditRefusal(
      "the scene has no object named '\(id)'; "
        + (nearest.map { "did you mean '\($0)'?" } ?? "'world' is the whole, '*' all bodies"))
  }

  private func objects(_ id: String, in scene: Scene) throws(EditRefusal) -> [SceneObject] {
    if id == "*" {
      guard !scene.bodies.isEmpty else { throw Self.unknown(id) }
      return scene.bodies.map { .body($0.id) }
    }
    if let single = scene.single(named: id) { return [single] }
    let kinds: [SceneObject.Kind] = [.joint, .field, .fluid, .emitter, .body, .animation, .input]
    let names = kinds.map { kind in kind.record.map { scene.names(of: $0) } ?? [] }
    guard let place = names.firstIndex(where: { $0.contains(id) }) else {
      throw Self.unknown(id, nearest: Nearest.word(to: id, in: names.joined() + ["world", "view"]))
    }
    return [kinds[place]].compactMap { SceneObject($0, id: id) }
  }

  private static func properties(of object: SceneObject) -> [String] {
    let ofShapes = object.kind == .body ? SceneProperty.ofShape : []
    return (SceneProperty.all(of: object.kind) + ofShapes).map(\.name).filter { $0 != "id" }
  }

  // MARK: - Short names

  private static func shortNames(of object: SceneObject, in scene: Scene) -> [String] {
    switch object.kind {
    case .world: world.map(\.name)
    case .body: body.map(\.name)
    case .fluid: fluid.map(\.name)
    case .field: ["strength"]
    case .joint: scene.joints.first { $0.id == object.id }?.numbers ?? []
    default: []
    }
  }

  /// Sets a value by a short name; false if there is none.
  private func setShortName(of object: SceneObject, to value: Double, in scene: inout Scene) -> Bool {
    switch object.kind {
    case .world:
      guard let set = Self.world.first(where: { $0.name == property })?.set else { return false }
      set(&scene.world, value)
    case .body:
      guard let index = scene.bodies.firstIndex(where: { $0.id == object.id }),
        let set = Self.body.first(where: { $0.name == property })?.set
      else { return false }
      set(&scene.bodies[index], value)
    case .fluid:
      guard let index = scene.fluids.firstIndex(where: { $0.id == object.id }),
        let set = Self.fluid.first(where: { $0.name == property })?.set
      else { return false }
      set(&scene.fluids[index].liquid, value)
    case .field:
      guard let index = scene.fields.firstIndex(where: { $0.id == object.id }), property == "strength" else {
        return false
      }
      scene.fields[index].force.strength = value
    case .joint:
      guard let index = scene.joints.firstIndex(where: { $0.id == object.id }) else { return false }
      return scene.joints[index].setNumber(property, to: value)
    default: return false
    }
    return true
  }

  private typealias Number<Value> = (name: String, set: @Sendable (inout Value, Double) -> Void)

  private static let world: [Number<Scene.World>] = [
    ("gravity.x", { $0.gravity.x = $1 }),
    ("gravity.y", { $0.gravity.y = $1 }),
    ("damping", { $0.damping = $1 }),
    // What is out of range stays so, for the engine to refuse.
    ("rate", { $0.rate = Int(min(max($1.rounded(), 0), 1e6)) }),
    ("iterations", { $0.iterations = Int(min(max($1.rounded(), 0), 1e6)) }),
  ]

  private static let fluid: [Number<Fluid>] = [
    ("level", { $0.level = $1 }), ("density", { $0.density = $1 }), ("drag", { $0.drag = $1 }),
  ]

  private static let body: [Number<Scene.Body>] = [
    ("x", { $0.position.x = $1 }),
    ("y", { $0.position.y = $1 }),
    ("angle", { $0.angle = $1 }),
    ("vx", { $0.velocity.x = $1 }),
    ("vy", { $0.velocity.y = $1 }),
    ("w", { $0.angularVelocity = $1 }),
    ("mass", { if $0.kind == .dynamic { $0.mass = .body($1, .fromShapes) } }),
    ("friction", { body, value in body.shapes.indices.forEach { body.shapes[$0].friction = value } }),
    ("elasticity", { body, value in body.shapes.indices.forEach { body.shapes[$0].elasticity = value } }),
    ("gravityScale", { $0.gravityScale = $1 }),
    ("damping", { $0.damping = $1 }),
  ]
}

/// A measure as a person types it on the stage: a number with one of the scene format's units, or without
/// one.
package enum TypedNumber: Hashable, Sendable {
  /// Plain numbers are degrees, as angles are shown.
  case angle
  /// Plain numbers are points.
  case length
}

extension TypedNumber {
  /// Returns the value of a text in radians or points.
  ///
  /// - Parameter pointsPerMeter: Without it a length in meters is none.
  /// - Returns: nil for what is no such measure.
  package func value(of text: String, pointsPerMeter: Double? = nil) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces).replacing("−", with: "-")
    guard let length = NumberText.length(text.utf8),
      let number = NumberText.number(String(decoding: text.utf8.prefix(length), as: UTF8.self))
    else { return nil }
    let name = String(decoding: text.utf8.dropFirst(length), as: UTF8.self).trimmingCharacters(
      in: .whitespaces)
    let quantity: Quantity = self == .angle ? .angle : .length
    guard let unit = quantity.unit(name.isEmpty ? (self == .angle ? "deg" : "pt") : name) else { return nil }
    return unit.plain(number, pointsPerMeter: pointsPerMeter).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Some, as they are written with signs between: `120 x 40`.
  package func values(of text: String, most: Int, pointsPerMeter: Double? = nil) -> [Double]? {
    let parts = text.split(whereSeparator: { "x×*,;".contains($0) }).map { String($0) }
    guard (1...max(most, 1)).contains(parts.count) else { return nil }
    let values = parts.compactMap { value(of: $0, pointsPerMeter: pointsPerMeter) }
    return values.count == parts.count ? values : nil
  }
}

/// A number to compare a channel with, as a command line has it: plain, or with a unit of what the channel
/// measures.
package enum ChannelLimit {
  /// The limit in the channel's own unit.
  ///
  /// - Parameters:
  ///   - unit: The channel's, such as `pt/s`; empty for plain numbers.
  ///   - pointsPerMeter: Points of a meter; nil where the scene has no meters.
  /// - Returns: nil for a text that is no number.
  /// - Throws: `EditRefusal` for what measures something else.
  package static func value(of text: String, unit: String, pointsPerMeter: Double?) throws(EditRefusal)
    -> Double?
  {
    let amount: Amount?
    do { amount = try Variables().amount(of: text, pointsPerMeter: pointsPerMeter) } catch {
      guard error.isUnit else { return nil }
      throw EditRefusal(error.message, hint: error.hint)
    }
    guard let amount, amount.value.isFinite else { return nil }
    let measured = Dimension(ofUnit: unit) ?? .none
    guard amount.dimension == .none || amount.dimension.agrees(with: measured) else {
      throw EditRefusal("'\(Excerpts.short(text))' is \(amount.dimension.noun), not \(measured.noun)")
    }
    return amount.value
  }
}

extension Scene {
  fileprivate func names<Entry: SceneRecord>(of type: Entry.Type) -> [String] {
    self[keyPath: Entry.list].map(\.name)
  }
}

extension Scene.Joint {
  /// The names of its numbers that a sweep sets, maxForce and breakAt included.
  var numbers: [String] {
    var names: [String] = []
    var form = form
    form.forEachValue(number: { name, _ in names.append(name) }, vector: { _, _ in })
    return names + ["maxForce", "breakAt"]
  }

  /// Sets a number; false for a property that it has not.
  mutating func setNumber(_ property: String, to value: Double) -> Bool {
    guard numbers.contains(property) else { return false }
    switch property {
    case "maxForce": maxForce = value
    case "breakAt": breakAt = value
    default: form.forEachValue(number: { if $0 == property { $1 = value } }, vector: { _, _ in })
    }
    return true
  }
}
