import TumbleTestSupport

/// A scene file made from a seed: valid, and with something of all that can be said.
struct GeneratedScene {
  private var random: SeededGenerator
  private var bodies: [String] = []
  private var joints: [String] = []
  private var rules: [String] = []
  private var animations: [String] = []
  private var fields: [String] = []
  private var fluids: [String] = []
  /// Ids by what can be done with them.
  private var dynamic: [String] = []
  private var moved: [String] = []
  private var crowds: [String] = []
  private(set) var text = ""

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    text = make()
  }

  private mutating func make() -> String {
    for i in 0..<random.int(in: 1...6) { body("d\(i)", "dynamic") }
    for i in 0..<random.int(in: 0...2) { body("k\(i)", "kinematic") }
    body("s", "static")
    for i in 0..<random.int(in: 0...2) { crowd("c\(i)") }
    for i in 0..<random.int(in: 0...4) { joint("j\(i)") }
    for _ in 0..<random.int(in: 0...3) { rule() }
    for i in 0..<random.int(in: 0...4) { animation("a\(i)") }
    for i in 0..<max(random.int(in: -2...2), 0) { field("f\(i)") }
    for i in 0..<max(random.int(in: -2...1), 0) { fluid("w\(i)") }
    var text = "tumble: 1\ntitle: \"Made: #\(random.int(in: 0...99)) \\\"so\\\"\"\nnote: |\n  Two\n  lines\n"
    text += "view: {origin: \(pair(-50, 50)), size: [300, 200], background: '#102030'}\n"
    text += "world: {gravity: \(pair(-900, 900)), rate: \(random.pick(["60 Hz", "120", "0.24 kHz"]))"
    if random.bool() { text += ", iterations: \(random.int(in: 1...20)), damping: \(part)" }
    if random.bool() { text += ", sleepAfter: 500 ms, restSpeed: \(number(0, 20))" }
    if random.bool() { text += ", collisionSlop: \(part), collisionBias: \(part), collisionPersistence: 2" }
    if random.int(in: 0...4) == 0 { text += ", spatialHash: {cell: 20, count: 1000}" }
    text += "}\nmaterials: {m: {friction: \(part), elasticity: \(part)}}\ncategories: [red, blue]\n"
    text += "templates: {t: {circle: \(number(2, 9)), material: m, color: orange}}\n"
    for (key, entries) in [
      ("bodies", bodies), ("joints", joints), ("rules", rules), ("fields", fields), ("fluids", fluids),
      ("animations", animations),
    ] where !entries.isEmpty { text += "\(key):\n" + entries.map { "  - {\($0)}\n" }.joined() }
    return text + "graph: [{title: Energy, channels: [energy.total, d0.y]}]\n"
  }

  // MARK: - What acts from a distance

  private mutating func field(_ id: String) {
    let force = random.pick([
      "type: gravity, at: \(pair(0, 300)), strength: \(number(-1e5, 1e6)), falloff: \(random.int(in: 0...3)), core: 5",
      "type: uniform, direction: \(random.pick(["up", "30 deg", "[3, 4]"])), strength: \(number(-500, 500))",
      "type: wind, velocity: \(pair(-200, 200)), strength: \(number(0, 9))",
      "type: drag, strength: \(number(0, 2)), quadratic: \(part)",
      "type: vortex, at: \(pair(0, 300)), strength: \(number(-900, 900))",
      "type: spring, at: \(pair(0, 300)), strength: \(number(0, 30)), damping: \(part)",
      "type: noise, strength: \(number(0, 300)), scale: 40, rate: \(random.int(in: 0...2)), seed: 7",
    ])
    var text = "id: \(id), \(force)"
    if random.bool() { text += ", as: force" }
    if random.bool() { text += ", body: \(random.pick(dynamic + ["s"]))" }
    switch random.int(in: 0...5) {
    case 0: text += ", region: {at: \(pair(-50, 100)), box: \(pair(120, 300))}"
    case 1: text += ", region: {circle: {radius: 90, center: \(pair(0, 300))}}"
    case 2: text += ", region: {polygon: [[0, 0], \(pair(100, 300)), [0, 90]]}"
    case 3: text += ", categories: red"
    default: break
    }
    fields.append(text)
    if random.bool() {
      animations.append("id: s-\(id), of: \(id).strength, type: basic, to: \(number(0, 50)), duration: 0.7")
    }
  }

  private mutating func fluid(_ id: String) {
    var text = "id: \(id), polygon: [[0, 0], [300, 0], [300, 120], [150, 40], [0, 90]]"
    if random.bool() { text += ", level: \(number(20, 110)), density: 0.002, drag: \(number(0, 5))" }
    if random.bool() { text += ", flow: \(pair(-40, 40)), color: teal" }
    fluids.append(text)
    if random.bool() {
      animations.append("id: l-\(id), of: \(id).level, type: basic, to: \(number(20, 110)), duration: 0.7")
    }
  }

  // MARK: - Numbers

  private mutating func number(_ least: Double, _ most: Double) -> String {
    let value = random.double(in: least...most)
    // Long ones, short ones and whole ones are written differently.
    switch random.int(in: 0...2) {
    case 0: return "\(value)"
    case 1: return "\((value * 8).rounded() / 8)"
    default: return "\(Int(value))"
    }
  }

  private mutating func pair(_ least: Double, _ most: Double) -> String {
    "[\(number(least, most)), \(number(least, most))]"
  }

  private var part: String {
    mutating get { "\(Double(random.int(in: 0...64)) / 64)" }
  }

  // MARK: - Bodies

  private mutating func body(_ id: String, _ kind: String) {
    var keys = "id: \(id), kind: \(kind), at: \(pair(0, 300)), angle: \(number(-4, 4))"
    keys +=
      random.bool() ? ", " + form() : ", shapes: [{\(form()), friction: \(part)}, {\(form())\(filter())}]"
    if random.bool() { keys += ", material: m" }
    keys += filter()
    if kind == "dynamic" {
      dynamic.append(id)
      switch random.int(in: 0...3) {
      case 0: keys += ", mass: \(number(1, 9))"
      case 1: keys += ", mass: \(number(1, 9)), moment: \(number(50, 900)), centerOfGravity: \(pair(-2, 2))"
      case 2: keys += ", mass: \(number(1, 9)), moment: infinite"
      default: keys += ", density: \(number(1, 9))"
      }
      if random.bool() { keys += ", gravityScale: \(number(-2, 2)), damping: \(part), maxSpeed: 500" }
      if random.bool() { keys += ", velocity: \(pair(-99, 99)), angularVelocity: 30 rpm, maxAngularSpeed: 9" }
    }
    if kind != "static" { moved.append(id) }
    if random.bool() { keys += ", opacity: \(part), scale: [1, 0.5], color: '#11223344'" }
    bodies.append(keys)
  }

  private mutating func form() -> String {
    switch random.int(in: 0...5) {
    case 0: "box: \(pair(2, 30))"
    case 1: "box: {size: [20, 6], center: \(pair(-5, 5)), angle: 30 deg}"
    case 2: "circle: {radius: \(number(2, 15)), center: \(pair(-5, 5))}"
    case 3: "segment: {from: [-10, 0], to: \(pair(1, 30)), radius: \(number(1, 4))}"
    case 4: "polygon: [[0, 10], [-10, -10], [0, \(number(-8, 8))], [10, -10]]"
    default: "polygon: {corners: [[0, 10], [-10, -10], [10, \(number(-9, 4))]], radius: 1}"
    }
  }

  private mutating func filter() -> String {
    switch random.int(in: 0...5) {
    case 0: ", group: same"
    case 1: ", categories: red, collidesWith: [red, blue]"
    case 2: ", categories: [], ignores: blue"
    case 3: ", sensor: true, surfaceVelocity: \(pair(-9, 9))"
    default: ""
    }
  }

  private mutating func crowd(_ id: String) {
    let way = random.pick([
      "grid: {columns: 3, rows: 2, spacing: 20}", "stack: 3", "pyramid: 3",
      "ring: {count: 5, radius: 40, turn: true}",
      "scatter: {count: 6, area: [100, 50], seed: 5, gap: 3, turn: true}",
    ])
    bodies.append("id: \(id), template: t, at: \(pair(0, 200)), repeat: {\(way)}")
    crowds.append(id)
    dynamic += (1...3).map { "\(id)-\($0)" }
  }

  // MARK: - What holds and moves them

  private mutating func joint(_ id: String) {
    let (a, b) = (random.pick(dynamic), random.pick(moved + ["s"]))
    guard a != b else { return }
    let anchors = "anchorA: \(pair(-5, 5)), anchorB: \(pair(-5, 5))"
    let form = random.pick([
      "type: pin, \(anchors), length: \(number(5, 99))",
      "type: slide, \(anchors), min: \(part), max: \(number(5, 99))",
      "type: pivot, \(anchors)", "type: pivot, at: \(pair(0, 300))",
      "type: groove, from: \(pair(-9, -1)), to: \(pair(1, 9)), anchorB: \(pair(-5, 5))",
      "type: spring, \(anchors), stiffness: \(number(0, 50)), damping: \(part)",
      "type: rotary-spring, restAngle: 1, stiffness: \(number(0, 50)), damping: \(part)",
      "type: spring, \(anchors), force: [[-20, -900], [0, 0], [30, \(number(1, 2000))]], timing: ease-out",
      "type: spring, \(anchors), stiffness: 3, dampingForce: [[-9, \(number(-90, 0))], [0, 0], [9, 50]]",
      "type: rotary-spring, force: [[-90 deg, -500], [1, \(number(0, 5000))]], dampingForce: [[0, 0], [2, 9]]",
      "type: rotary-limit, min: -1, max: \(part)", "type: ratchet, phase: \(part), click: 15 deg",
      "type: gear, phase: \(part), ratio: -2", "type: motor, rate: \(number(-9, 9))",
    ])
    var keys = "id: \(id), a: \(a), b: \(b), \(form)"
    if random.bool() { keys += ", maxForce: 1e6, errorBias: \(part), maxBias: 99, collideBodies: false" }
    joints.append(keys)
  }

  private mutating func rule() {
    let first =
      random.bool() ? random.pick(dynamic) : "[\(dynamic[0]), \((crowds + ["s"]).joined(separator: ", "))]"
    let effect = random.pick([
      "ignore: true", "sticky: \(random.pick([300, 20_000, 1_000_000]))",
      "oneWay: \(random.pick(["up", "[3, 4]", "30 deg"]))", "friction: \(part)",
      "elasticity: \(part), surfaceVelocity: \(pair(-50, 50))",
    ])
    rules.append("between: [\(first), \(random.pick(["anything", "s"]))], \(effect)")
  }

  private mutating func animation(_ id: String) {
    let timing = random.pick([
      "", ", beginTime: 0.1, speed: 2", ", repeat: forever, autoreverses: true",
      ", repeatDuration: 1.7, fillMode: both",
      ", timeOffset: 0.3, cumulative: true, repeat: 2.5",
    ])
    if random.int(in: 0...3) == 0 {
      animations.append(
        "id: \(id), type: group, duration: 1.5\(timing), animations: [{\(move())}, {type: group, animations: [{\(move())}]}]"
      )
    } else {
      animations.append("id: \(id), \(move())\(timing)")
    }
  }

  private mutating func move() -> String {
    let thing = random.pick(moved)
    let length = "duration: \(number(0.2, 2).replacing("0", with: "0.5"))"
    switch random.int(in: 0...5) {
    case 0: return "of: \(thing).position, type: basic, by: \(pair(-50, 50)), timing: bounce-out, \(length)"
    case 1:
      return
        "of: \(thing).angle, type: keyframe, values: [0, 90 deg, \(number(-3, 3))], keyTimes: [0, 0.25, 1], "
        + "timing: [ease-in, \"steps(3)\"], mode: \(random.pick(["linear", "cubic", "paced"])), \(length)"
    case 2:
      return
        "of: \(thing).position, type: path, pacing: paced, rotation: along, "
        + "path: {from: \(pair(0, 99)), steps: [[200, 150], {curve: [[50, 0], [120, 120]]}, "
        + "{arc: {center: [100, 100], turn: -180 deg}}], closed: true}, \(length)"
    case 3:
      return
        "of: \(thing).opacity, type: spring, to: \(part), velocity: 1, spring: \"spring(response: 0.5, damping: 0.7)\""
    case 4: return "of: world.gravity, type: basic, to: \(pair(-99, 99)), \(length)"
    default:
      return
        "of: \(thing).color, type: keyframe, values: [red, \"#00ff0080\", blue], mode: discrete, \(length)"
    }
  }
}

extension String {
  /// Replaces the text if the whole of it is `text`.
  fileprivate func replacing(_ text: String, with other: String) -> String { self == text ? other : self }
}
