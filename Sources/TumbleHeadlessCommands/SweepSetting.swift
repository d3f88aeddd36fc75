import Foundation
import TumbleGeometry
import TumbleScenes

/// A property or a variable of a scene and the values that it is to have in turn: `crate1.friction=0.1..0.9/9`,
/// `*.elasticity=0,0.5`, `arm=60..120/4`.
struct SweepSetting {
  /// As it was written: the name of its column.
  let name: String
  let values: [Double]
  /// Empty for a variable.
  private let target: String
  private let property: String

  /// The most values of one setting, and the most runs of a sweep.
  static let maxRuns = 100_000

  init(_ text: String) throws(SweepError) {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { throw .badSetting(text) }
    name = String(text[..<equals])
    let dot = text[..<equals].firstIndex(of: ".")
    target = dot.map { String(text[..<$0]) } ?? ""
    property = dot.map { String(text[text.index(after: $0)..<equals]) } ?? name
    values = try Self.values(text[text.index(after: equals)...], in: text)
  }

  private static func values(_ list: Substring, in text: String) throws(SweepError) -> [Double] {
    if let range = list.firstRange(of: ".."), let slash = list.lastIndex(of: "/") {
      guard range.upperBound <= slash, let first = Double(list[..<range.lowerBound]),
        let last = Double(list[range.upperBound..<slash]), let count = Int(list[list.index(after: slash)...]),
        first.isFinite, last.isFinite, (2...maxRuns).contains(count)
      else { throw .badSetting(text) }
      // By parts of the way, not a sum of steps; to 15 digits, so that 0.3 is the 0.3 that a person means.
      return (0..<count).map { index in
        let value = first + (last - first) * Double(index) / Double(count - 1)
        return index == count - 1 ? last : Double(String(format: "%.15g", value)) ?? value
      }
    }
    var values: [Double] = []
    for word in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let value = Double(word), value.isFinite else { throw .badSetting(text) }
      values.append(value)
    }
    return values
  }

  /// A variable's value, with which the scene has to be read; nil for a property.
  func setting(_ value: Double) -> SceneSetting? {
    target.isEmpty ? SceneSetting(name: name, value: value.shortText) : nil
  }

  /// Gives the scene a value.
  func apply(_ value: Double, to scene: inout Scene) throws(SweepError) {
    if target.isEmpty { return }
    if target == "world" {
      guard let path = Self.world[property] else {
        throw .unknownProperty(name, known: Array(Self.world.keys))
      }
      path(&scene.world, value)
      return
    }
    if let joint = scene.joints.firstIndex(where: { $0.id == target }) {
      guard scene.joints[joint].set(property, to: value) else {
        throw .unknownProperty(name, known: scene.joints[joint].properties)
      }
      return
    }
    if let field = scene.fields.firstIndex(where: { $0.id == target }) {
      guard property == "strength" else { throw .unknownProperty(name, known: ["strength"]) }
      scene.fields[field].force.strength = value
      return
    }
    if let fluid = scene.fluids.firstIndex(where: { $0.id == target }) {
      guard let set = Self.fluid[property] else {
        throw .unknownProperty(name, known: Array(Self.fluid.keys))
      }
      set(&scene.fluids[fluid].liquid, value)
      return
    }
    let bodies = scene.bodies.indices.filter { target == "*" || scene.bodies[$0].id == target }
    guard !bodies.isEmpty else { throw .unknownTarget(target) }
    guard let set = Self.body[property] else { throw .unknownProperty(name, known: Array(Self.body.keys)) }
    for body in bodies { set(&scene.bodies[body], value) }
  }

  private typealias Set<Value> = @Sendable (inout Value, Double) -> Void

  private static let world: [String: Set<Scene.World>] = [
    "gravity.x": { $0.gravity.x = $1 },
    "gravity.y": { $0.gravity.y = $1 },
    "damping": { $0.damping = $1 },
    // What is out of range stays so, for the engine to refuse.
    "rate": { $0.rate = Int(min(max($1.rounded(), 0), 1e6)) },
    "iterations": { $0.iterations = Int(min(max($1.rounded(), 0), 1e6)) },
  ]

  private static let fluid: [String: Set<Fluid>] = [
    "level": { $0.level = $1 },
    "density": { $0.density = $1 },
    "drag": { $0.drag = $1 },
  ]

  private static let body: [String: Set<Scene.Body>] = [
    "x": { $0.position.x = $1 },
    "y": { $0.position.y = $1 },
    "angle": { $0.angle = $1 },
    "vx": { $0.velocity.x = $1 },
    "vy": { $0.velocity.y = $1 },
    "w": { $0.angularVelocity = $1 },
    "mass": { if $0.kind == .dynamic { $0.mass = .body($1, .fromShapes) } },
    "friction": { body, value in
      for shape in body.shapes.indices { body.shapes[shape].friction = value }
    },
    "elasticity": { body, value in
      for shape in body.shapes.indices { body.shapes[shape].elasticity = value }
    },
    "gravityScale": { $0.gravityScale = $1 },
    "damping": { $0.damping = $1 },
  ]
}

extension Scene.Joint {
  fileprivate var properties: [String] {
    let own =
      switch form {
      case .pin: ["length"]
      case .slide, .rotaryLimit: ["min", "max"]
      case .pivot, .groove: [String]()
      case .spring: ["restLength", "stiffness", "damping"]
      case .rotarySpring: ["restAngle", "stiffness", "damping"]
      case .ratchet: ["phase", "click"]
      case .gear: ["phase", "ratio"]
      case .motor: ["rate"]
      }
    return own + ["maxForce", "breakAt"]
  }

  /// False for a property that it has not.
  fileprivate mutating func set(_ property: String, to value: Double) -> Bool {
    guard properties.contains(property) else { return false }
    if property == "maxForce" {
      maxForce = value
      return true
    }
    if property == "breakAt" {
      breakAt = value
      return true
    }
    func pick(_ name: String, _ old: Double) -> Double { name == property ? value : old }
    switch form {
    case .pin(let a, let b, _): form = .pin(anchorA: a, anchorB: b, length: value)
    case .slide(let a, let b, let min, let max):
      form = .slide(anchorA: a, anchorB: b, min: pick("min", min), max: pick("max", max))
    case .pivot, .groove: break
    case .spring(let a, let b, let length, let stiffness, let damping):
      form = .spring(
        anchorA: a, anchorB: b, restLength: pick("restLength", length),
        stiffness: pick("stiffness", stiffness),
        damping: pick("damping", damping))
    case .rotarySpring(let angle, let stiffness, let damping):
      form = .rotarySpring(
        restAngle: pick("restAngle", angle), stiffness: pick("stiffness", stiffness),
        damping: pick("damping", damping))
    case .rotaryLimit(let min, let max): form = .rotaryLimit(min: pick("min", min), max: pick("max", max))
    case .ratchet(let phase, let click):
      form = .ratchet(phase: pick("phase", phase), click: pick("click", click))
    case .gear(let phase, let ratio): form = .gear(phase: pick("phase", phase), ratio: pick("ratio", ratio))
    case .motor: form = .motor(rate: value)
    }
    return true
  }
}
