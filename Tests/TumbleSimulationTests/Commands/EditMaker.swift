import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

/// Makes commands from a seed as a person might give them to a world: most make sense there, some do not.
struct EditMaker {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func command(for world: World) -> Command {
    switch random.int(in: 0...11) {
    case 0: .grab(point())
    case 1: .move(point())
    case 2: .release
    case 3: .tilt(Vector(random.double(in: -500...500), -900))
    default: .edit(edit(for: world))
    }
  }

  mutating func edit(for world: World) -> Edit {
    let bodies = world.snapshot.bodies.compactMap { world.description[$0.id]?.name }
    let joints = world.snapshot.joints.compactMap { world.description[$0.id]?.name }
    let (one, other) = (pick(bodies), pick(bodies))
    switch random.int(in: 0...20) {
    case 0...3: return .add(.body, body(named: world.freeName("new")))
    case 4:
      let type = random.pick([
        "type: pivot, at: [\(number), \(number)]", "type: spring, stiffness: \(number), damping: 2",
        "type: slide, min: 0", "type: motor, rate: 3, maxForce: 1e6", "type: rotary-limit, min: -1, max: 1",
        "type: pin", "type: gear, ratio: 2",
        "type: hinge, motor: {speed: \(number), torque: 1e6}, limits: [-1, 1], spring: 500",
        "type: hinge, motor: 3, spring: {stiffness: 900, damping: 9}",
        "type: wheel, stiffness: 9000, damping: 90, motor: {speed: \(number), torque: 1e6}",
        "type: prismatic, from: [0, 0], to: [\(number), 90], motor: {speed: -30, force: 1e6}",
      ])
      return .add(.joint, "{id: \(world.freeName("link")), a: \(one), b: \(other), \(type)}")
    case 5:
      let move = random.pick([
        "of: \(one).position, type: basic, by: [30, 10], duration: 0.4",
        "of: \(one).opacity, type: basic, to: 0.2, duration: 300 ms, fillMode: forwards",
        "of: \(one).angle, type: spring, to: 1", "of: world.gravity, type: basic, to: [0, 0], duration: 0.3",
        "of: nobody.angle, type: spring, to: 1",
      ])
      return .add(.animation, "{id: \(random.pick(["move", "fade", "turn"])), \(move)}")
    case 6: return .remove(.body(one))
    case 7: return .remove(.joint(pick(joints)))
    case 8: return .remove(.animation(random.pick(["move", "fade", "a0", "a1"])))
    case 9:
      let ids = [one] + (one == other ? [] : [other]) + joints.prefix(random.int(in: 0...1))
      let first = world.freeName("copy")
      return .duplicate(
        ids, names: ids.indices.map { $0 == 0 ? first : "\(first)-\($0)" },
        by: Vector(random.double(in: -40...40), 20))
    case 10: return .pin(one, at: point(), name: world.freeName("pin"))
    case 11: return random.bool() ? .unpin(one) : .slice(from: point(), to: point())
    case 12:
      return .set(.world, path: random.pick(["damping", "iterations", "gravity[0]", "rate"]), value: value())
    case 15:
      let name = random.pick(["thrust1", "thrust2"])
      let drive = "{type: thrust, of: \(one), force: [\(number), 300], at: [4, 0]}"
      return random.pick([
        .add(.input, "{id: \(name), keys: \(random.pick(["Up", "Left"])), drive: \(drive)}"),
        .remove(.input(name)), .set(.input(name), path: property(.input), value: value()),
      ])
    case 16:
      let force = random.pick([
        "type: gravity, at: [\(number), \(number)], strength: 900000",
        "type: wind, velocity: [\(number), 30]",
        "type: uniform, direction: up, strength: 400, body: \(one)", "type: noise, strength: 200, rate: 0",
        "type: gravity, body: \(one), strength: 400000, core: 20, reaction: true",
        "type: spring, strength: -3, region: {circle: 80}", "type: drag, strength: nonsense",
      ])
      return random.bool()
        ? .add(.field, "{id: \(world.freeName("push")), \(force)}")
        : .add(.fluid, "{id: \(world.freeName("pool")), at: [\(number), 50], box: [\(number), 90], drag: 2}")
    case 17:
      let (field, fluid) = (
        pick(world.description.fields.map(\.name)), pick(world.description.fluids.map(\.name))
      )
      return random.pick([
        .remove(.field(field)), .remove(.fluid(fluid)),
        .add(.animation, "{id: swell, of: \(fluid).level, type: basic, to: \(number), duration: 0.5}"),
        .add(.animation, "{id: gust, of: \(field).strength, type: basic, to: \(number), duration: 0.5}"),
      ])
    case 18:
      let (field, fluid) = (
        pick(world.description.fields.map(\.name)), pick(world.description.fluids.map(\.name))
      )
      return random.bool()
        ? .set(.field(field), path: property(.field), value: value())
        : .set(.fluid(fluid), path: property(.fluid), value: value())
    case 19:
      let cells = random.pick([
        "{rate: 30, lifetime: 0.3}", "[{rate: 5}, {rate: 20, lifetime: 2, velocity: \(number)}]",
        "{rate: -1}",
      ])
      let place = random.pick(["body: \(one)", "at: [\(number), \(number)]", "body: \(one), outline: true"])
      return .add(.emitter, "{id: \(world.freeName("spark")), \(place), cells: \(cells)}")
    case 20:
      let emitter = pick(world.description.emitters.map(\.name))
      return random.pick([
        .remove(.emitter(emitter)), .set(.emitter(emitter), path: property(.emitter), value: value()),
        .set(
          .emitter(emitter), path: "cells[0].\(random.pick(SceneProperty.ofParticles).name)", value: value()),
        .duplicate([emitter], names: [world.freeName("copy")], by: Vector(5, 5)),
        .add(.animation, "{id: flare, of: \(emitter).rate, type: basic, to: \(number), duration: 0.5}"),
      ])
    case 13:
      let parts: [(String, String?)] = [
        ("motor", "{speed: 2, torque: 1e6}"), ("motor.speed", "-3"), ("motor", nil), ("limits", "[-0.5, 1]"),
        ("limits", nil), ("spring", "700"), ("spring.damping", "9"), ("spring", nil), ("from", "[-9, 4]"),
      ]
      let (part, text) = random.pick(parts)
      return random.bool()
        ? .set(.joint(pick(joints)), path: property(.joint), value: value())
        : .set(.joint(pick(joints)), path: part, value: text)
    case 14:
      return .set(.body(one), path: "shapes[0].\(random.pick(SceneProperty.ofShape).name)", value: value())
    default: return .set(.body(one), path: property(.body), value: value())
    }
  }

  private mutating func property(_ kind: SceneObject.Kind) -> String {
    random.pick(SceneProperty.all(of: kind)).name
  }

  private mutating func pick(_ names: [String]) -> String {
    names.isEmpty || random.int(in: 0...30) == 0 ? "nobody" : random.pick(names)
  }

  private mutating func point() -> Vector {
    Vector(random.double(in: 0...300), random.double(in: 0...300))
  }

  private var number: String {
    mutating get { "\(random.int(in: -20...300))" }
  }

  private mutating func body(named name: String) -> String {
    let form = random.pick([
      "box: [20, 12]", "circle: 9", "polygon: [[0, 10], [-10, -10], [0, -3], [10, -10]]",
      "shapes: [{box: [8, 8], friction: 1}, {circle: {radius: 4, center: [0, 8]}, sensor: true}]",
      "line: [[0, 0], [30, 5], [60, 0]]", "circle: -1", "box: [20, 12], repeat: {stack: 2}",
    ])
    let more = random.pick([
      ", density: 2", ", mass: 3", ", kind: static", ", kind: kinematic", ", frction: 1",
    ])
    return "{id: \(name), at: [\(number), \(number)], \(form)\(more), angularVelocity: 10 rpm}"
  }

  /// A value for whatever property.
  private mutating func value() -> String? {
    random.pick([
      "0.5", "1", "30 deg", "[10, 200]", "[0, 0]", "-3", "true", "static", "dynamic", "kinematic",
      "\"#ff0000\"",
      "{radius: 5}", "[[0, 10], [-10, -10], [10, -10]]", "infinite", "nan", "1e300", "[", "*x", "",
      "{box: [1, 2]}", nil,
    ])
  }
}
