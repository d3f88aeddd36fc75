import TumbleAnimation
import TumbleGeometry
import TumbleScenes

/// Changes a scene as a program can, to any value that its types allow: what no reader has checked.
///
/// The property tests draw the edits from seeds, and the fuzzer (`Tests/Fuzz/worlds.swift`) from its bytes.
struct SceneEditor<Random: RandomNumberGenerator> {
  var scene: Scene
  var random: Random

  mutating func edit(times: Int) {
    for _ in 0..<times { edit() }
  }

  private mutating func edit() {
    switch int(13) {
    case 0: editWorld()
    case 1, 2, 3: editBody()
    case 4, 5: editShape()
    case 6, 7: editJoint()
    case 8: editRule()
    case 9: editAnimation()
    case 10: editLayer()
    case 11: remove()
    default: rename()
    }
  }

  // MARK: - Values

  /// A whole number from 0 to `limit` - 1.
  mutating func int(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

  mutating func pick<T>(_ values: [T]) -> T { values[int(values.count)] }

  private mutating func number() -> Double {
    pick([
      0, -0.0, 1, -1, 0.5, 1e-3, 1e-9, -1e-9, 1e-30, 1e5, 1e8, -1e8, 1e9, -1e9, 1e10, 1e30, 1e150, -1e150,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity,
      .nan,
      Double(int(2000)) - 1000, Double(int(1000)) / 100,
    ])
  }

  /// A number within what a scene may say, and so mostly taken.
  private mutating func fitting() -> Double {
    pick([0.001, 0.5, 1, 5, 32, 1e3, 1e5, 1e8, -3, -1e5, -1e8, 0])
  }

  private mutating func vector() -> Vector {
    int(2) == 0 ? Vector(number(), number()) : Vector(fitting(), fitting())
  }

  private mutating func optional(_ value: Double) -> Double? { int(4) == 0 ? nil : value }

  private mutating func integer() -> Int {
    pick([0, 1, -1, 2, 5, 33, 1000, 1 << 31, 1 << 32, .max, .min, int(20)])
  }

  private mutating func index<T>(of list: [T]) -> Int? { list.isEmpty ? nil : int(list.count) }

  // MARK: - The world

  private mutating func editWorld() {
    let number = number()
    let integer = integer()
    switch int(12) {
    case 0: scene.world.gravity = vector()
    case 1: scene.world.rate = integer
    case 2: scene.world.iterations = integer
    case 3: scene.world.damping = number
    case 4: scene.world.sleepAfter = optional(number)
    case 5: scene.world.restSpeed = optional(number)
    case 6: scene.world.collisionSlop = number
    case 7: scene.world.collisionBias = optional(number)
    case 8: scene.world.collisionPersistence = integer
    case 9: scene.world.spatialHash = Scene.SpatialHash(cell: number, count: integer)
    case 10:
      scene.world.spatialHash = Scene.SpatialHash(cell: pick([1, 10, 50]), count: pick([1, 100, 1000]))
    default: scene.view.size = Size(number, number)
    }
  }

  // MARK: - Bodies

  private mutating func editBody() {
    guard let i = index(of: scene.bodies) else { return }
    let (number, vector) = (number(), vector())
    switch int(15) {
    case 0: scene.bodies[i].position = vector
    case 1: scene.bodies[i].angle = number
    case 2: scene.bodies[i].velocity = vector
    case 3: scene.bodies[i].angularVelocity = number
    case 4: scene.bodies[i].mass = .body(number, .fromShapes)
    case 5: scene.bodies[i].mass = .body(self.number(), pick([.infinite, .value(number), .fromShapes]))
    case 6: scene.bodies[i].mass = .fromShapes
    case 7: scene.bodies[i].centerOfGravity = vector
    case 8: scene.bodies[i].kind = pick(Scene.Body.Kind.allCases)
    case 9: scene.bodies[i].gravityScale = number
    case 10: scene.bodies[i].damping = optional(number)
    case 11: scene.bodies[i].maxSpeed = optional(number)
    case 12: scene.bodies[i].maxAngularSpeed = optional(number)
    case 13: scene.bodies[i].isAsleep.toggle()
    default: scene.bodies[i].appearance.opacity = number
    }
  }

  private mutating func editShape() {
    guard let i = index(of: scene.bodies) else { return }
    guard let j = index(of: scene.bodies[i].shapes), int(6) > 0 else {
      scene.bodies[i].shapes.append(Scene.Shape(form()))
      return
    }
    let number = number()
    switch int(9) {
    case 0, 1, 2: scene.bodies[i].shapes[j] = Scene.Shape(form(), before: int(3) == 0 ? vector() : nil)
    case 3: scene.bodies[i].shapes[j].friction = number
    case 4: scene.bodies[i].shapes[j].elasticity = number
    case 5: scene.bodies[i].shapes[j].surfaceVelocity = vector()
    case 6:
      scene.bodies[i].shapes[j].mass = pick([.mass(number), .density(number), .density(1e-3), .mass(1)])
    case 7: scene.bodies[i].shapes[j].filter.group = UInt(bitPattern: integer())
    default:
      scene.bodies[i].shapes[j].isSensor.toggle()
      scene.bodies[i].shapes[j].filter.categories = UInt32(truncatingIfNeeded: integer())
    }
  }

  private mutating func form() -> Scene.Form {
    let radius = int(3) == 0 ? number() : 0
    switch int(6) {
    case 0: return .box(Size(number(), number()), radius: radius)
    case 1: return .circle(center: vector(), radius: int(2) == 0 ? number() : fitting())
    case 2: return .segment(from: vector(), to: vector(), radius: radius)
    case 3:
      // A small box, somewhere.
      let (place, size) = (vector(), pick([1e-3, 1, 30]))
      return .rect(Rect(center: place, size: Size(size, size)), radius: radius)
    default: return .polygon((0..<int(7)).map { _ in vector() }, radius: radius)
    }
  }

  // MARK: - Joints and rules

  private mutating func editJoint() {
    guard let i = index(of: scene.joints), int(4) > 0 else {
      scene.joints.append(
        Scene.Joint(id: "new\(scene.joints.count)", form: jointForm(), a: bodyIndex(), b: bodyIndex()))
      return
    }
    let number = number()
    switch int(7) {
    case 0: scene.joints[i].form = jointForm()
    case 1: scene.joints[i].a = bodyIndex()
    case 2: scene.joints[i].b = bodyIndex()
    case 3: scene.joints[i].maxForce = optional(number)
    case 4: scene.joints[i].errorBias = optional(number)
    case 5: scene.joints[i].maxBias = optional(number)
    default: scene.joints[i].collideBodies.toggle()
    }
  }

  /// The index of a body, mostly of one that there is.
  private mutating func bodyIndex() -> Int { int(4) == 0 ? integer() : int(max(scene.bodies.count, 1)) }

  private mutating func jointForm() -> Scene.JointForm {
    let (a, b, one, other) = (vector(), vector(), number(), number())
    return pick([
      .pin(anchorA: a, anchorB: b, length: one), .slide(anchorA: a, anchorB: b, min: one, max: other),
      .pivot(anchorA: a, anchorB: b), .groove(from: a, to: b, anchorB: vector()),
      .spring(anchorA: a, anchorB: b, restLength: one, stiffness: other, damping: number()),
      .rotarySpring(restAngle: one, stiffness: other, damping: number()), .rotaryLimit(min: one, max: other),
      .ratchet(phase: one, click: other), .gear(phase: one, ratio: other), .motor(rate: one),
    ])
  }

  private mutating func editRule() {
    let rule = Scene.Rule(selector(), selector(), effect())
    if let i = index(of: scene.rules), int(2) == 0 { scene.rules[i] = rule } else { scene.rules.append(rule) }
  }

  private mutating func selector() -> Scene.Selector {
    switch int(4) {
    case 0: .anything
    case 1:
      .shapes((0..<int(4)).map { _ in Scene.ShapePlace(body: bodyIndex(), shape: pick([0, 1, -1, .max])) })
    default: .bodies((0..<int(4)).map { _ in bodyIndex() })
    }
  }

  private mutating func effect() -> Scene.Effect {
    switch int(4) {
    case 0: .ignore
    case 1: .oneWay(vector())
    case 2: .sticky(number())
    default:
      .override(
        Scene.Surface(friction: optional(number()), elasticity: optional(number()), surfaceVelocity: vector())
      )
    }
  }

  // MARK: - Animations

  private mutating func editAnimation() {
    let number = number()
    if int(3) == 0 {
      let target = AnimationTarget(pick(names), pick(AnimatableProperty.allCases))
      let value: AnimatableValue =
        target.property.kind == .vector ? .vector(vector()) : pick([.number(number), .vector(vector())])
      scene.animations.append(
        Scene.Animation(
          id: "new\(scene.animations.count)", target: int(5) == 0 ? nil : target,
          definition: AnimationDefinition(
            .basic(BasicAnimation(to: value)), timing: MediaTiming(duration: self.number()))))
      return
    }
    guard let i = index(of: scene.animations) else { return }
    switch int(8) {
    case 0: scene.animations[i].definition.timing.beginTime = number
    case 1: scene.animations[i].definition.timing.duration = number
    case 2: scene.animations[i].definition.timing.speed = number
    case 3: scene.animations[i].definition.timing.timeOffset = number
    case 4:
      scene.animations[i].definition.timing.repetition = pick([.count(number), .duration(number), .forever])
    case 5:
      let name = pick(names)
      scene.animations[i].target?.object = name
    case 6:
      let property = pick(AnimatableProperty.allCases)
      scene.animations[i].target?.property = property
    default: scene.animations[i].layer = pick(["none"] + scene.layers.map(\.id))
    }
  }

  private mutating func editLayer() {
    let timing = LayerTiming(beginTime: number(), speed: number(), timeOffset: number())
    let parent = pick([nil, "none", scene.layers.last?.id])
    if let i = index(of: scene.layers), int(2) == 0 {
      (scene.layers[i].timing, scene.layers[i].parent) = (timing, parent)
    } else {
      scene.layers.append(
        Scene.Layer(id: pick(["layer\(scene.layers.count)", "layer0"]), parent: parent, timing: timing))
    }
  }

  /// The names that targets may have, and some that they may not.
  private var names: [String] { ["world", "", "none"] + scene.bodies.map(\.id) + scene.joints.map(\.id) }

  // MARK: - What others refer to

  private mutating func remove() {
    switch int(4) {
    case 0: if let i = index(of: scene.bodies) { scene.bodies.remove(at: i) }
    case 1: if let i = index(of: scene.joints) { scene.joints.remove(at: i) }
    case 2: if let i = index(of: scene.layers) { scene.layers.remove(at: i) }
    default:
      if let i = index(of: scene.bodies), let j = index(of: scene.bodies[i].shapes) {
        scene.bodies[i].shapes.remove(at: j)
      }
    }
  }

  private mutating func rename() {
    let name = pick(["", "world", "a b", "x.y", "\u{0}"] + scene.bodies.map(\.id))
    switch int(3) {
    case 0: if let i = index(of: scene.bodies) { scene.bodies[i].id = name }
    case 1: if let i = index(of: scene.joints) { scene.joints[i].id = name }
    default: if let i = index(of: scene.animations) { scene.animations[i].id = name }
    }
  }
}
