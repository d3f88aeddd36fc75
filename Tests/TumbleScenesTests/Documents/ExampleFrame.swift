@testable import TumbleScenes

/// A frame of the scene that must stand around an example so that it can be read.
enum ExampleFrame {
  static func scene(around example: String, of name: SectionName) -> String {
    name == .scene ? example : "tumble: 1\n" + frame(example, name) + "\n"
  }

  private static func frame(_ example: String, _ name: SectionName) -> String {
    switch name {
    case .scene: example
    case .include: "include: [\(example)]\nincluded: [{file: parts/wheel.yaml, content: 'tumble: 1'}]"
    case .included: "included: [\(example)]"
    case .view: "view: \(example)"
    case .camera: description + "camera: \(example)"
    case .world: "world: \(example)"
    case .spatialHash: frame("{spatialHash: \(example)}", .world)
    case .material: "materials: {m: \(example)}"
    case .template: "templates: {t: \(example)}"
    case .body: "bodies: [\(example)]"
    case .shape: frame("{id: b, mass: 1, shapes: [\(example)]}", .body)
    case .box, .circle, .segment, .polygon, .line: frame("{\(name.rawValue): \(example)}", .shape)
    case .outline: frame("{id: b, circle: 8, outline: \(example)}", .body)
    case .repeat: frame("{id: b, box: [8, 8], repeat: \(example)}", .body)
    case .follow: frame("{id: b, box: [8, 8], follow: \(example)}", .body)
    case .shatter: frame("{id: b, box: [8, 8], shatter: \(example)}", .body)
    case .gradient, .border, .caption, .trail:
      frame("{id: b, box: [8, 8], \(name.rawValue): \(example)}", .body)
    case .grid, .stack, .pyramid, .ring, .scatter: frame("{\(name.rawValue): \(example)}", .repeat)
    case .along: frame("{id: b, box: [8, 8], repeat: {along: \(example)}}", .body)
    case .rope, .chain, .cloth, .blob:
      description + "  - {id: made, at: [100, 250], repeat: {\(name.rawValue): \(example)}}\n"
    case .joint: description + "joints: [\(example)]"
    case .motor, .hingeSpring:
      frame(
        "{id: j, type: hinge, a: hook, b: lamp, \(name == .motor ? "motor" : "spring"): \(example)}", .joint)
    case .slideMotor:
      frame(
        "{id: j, type: prismatic, a: hook, b: lamp, from: [0, -80], to: [0, 0], motor: \(example)}", .joint)
    case .rule: description + "rules: [\(example)]"
    case .field: description + "fields: [\(example)]"
    case .fluid: "fluids: [\(example)]"
    case .emitter: description + "emitters: [\(example)]"
    case .particle: frame("{id: e, cells: \(example)}", .emitter)
    case .scenery: "scenery: [\(example)]"
    case .copies: frame("{id: s, box: [8, 8], repeat: \(example)}", .scenery)
    case .trigger: moving + "when: [\(example)]"
    case .region: frame("{event: enters, of: ball, region: \(example), do: {action: end}}", .trigger)
    case .action: frame("{event: began, between: [ball, left], do: \(example)}", .trigger)
    case .input: description + "keys: [\(example)]"
    case .drive: frame("{id: go, keys: Space, drive: \(example)}", .input)
    case .pointer: description + "pointer: [\(example)]"
    case .control: description + "controls: [\(example)]"
    case .layer: "layers: [{id: show}, \(example)]"
    case .animation: description + "animations: [\(example)]"
    case .member: frame("{id: g, type: group, duration: 2, animations: [\(example)]}", .animation)
    case .path: frame("{id: p, of: platform.position, type: path, path: \(example)}", .animation)
    case .keyframe:
      frame("{id: k, of: platform.position, type: keyframe, keyframes: [\(example)]}", .animation)
    case .pathStep: frame("{from: [0, 0], steps: [\(example)]}", .path)
    case .arc: frame("{arc: \(example)}", .pathStep)
    case .graph: description + "graph: [\(example)]"
    case .expectation: "world: {sleepAfter: 0.5}\n" + moving + marking + "expect: [\(example)]"
    }
  }

  private static let moving = "templates: {drop: {circle: 4}}\n" + description

  private static let marking =
    "when: [{event: began, between: [ball, left], do: {action: mark, text: goal}}]\n"

  private static let description = """
    bodies:
      - {id: hook, kind: static, at: [150, 280]}
      - {id: lamp, at: [150, 200], box: [20, 20]}
      - {id: ball, at: [50, 200], circle: 10}
      - {id: platform, kind: kinematic, at: [150, 40], box: [80, 8]}
      - {id: left, kind: static, line: [[0, 0], [0, 300]]}
      - {id: right, kind: static, line: [[300, 0], [300, 300]]}
      - {id: tower, at: [250, 20], box: [30, 30], repeat: {stack: 4}}

    """
}
